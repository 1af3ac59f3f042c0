package import Basics

/// A length of time, as written; the canvas rate turns it into seconds.
package struct DurationExpression: Hashable, Sendable {
  package let terms: [Term]

  package init(_ terms: [Term]) {
    self.terms = terms
  }

  /// One signed term: the `- 5f` of `2s - 5f`.
  package struct Term: Hashable, Sendable {
    package let isSubtracted: Bool
    package let amount: Amount

    package init(_ amount: Amount, isSubtracted: Bool = false) {
      self.amount = amount
      self.isSubtracted = isSubtracted
    }
  }

  package enum Amount: Hashable, Sendable {
    /// `2.5s`, `250ms`, `3/2s`, `01:02.5`
    case seconds(RationalTime)
    /// `12f`, frames of the canvas
    case frames(Int64)
    /// `00:00:01:12`, at the canvas rate
    case timecode(Timecode)
  }
}

/// A time as written: an anchor and an offset.
///
/// Its key decides what it measures: media, an item or the timeline.
package struct TimeExpression: Hashable, Sendable {
  package let anchor: Anchor
  /// Empty for a bare anchor.
  package let offset: DurationExpression

  package init(_ anchor: Anchor, offset: DurationExpression = DurationExpression([])) {
    self.anchor = anchor
    self.offset = offset
  }

  package enum Anchor: Hashable, Sendable {
    /// `start`, or nothing: `2s` is two seconds after the start.
    case start
    /// `end`, or a leading minus: `-2s` is two seconds before the end.
    case end
    /// `50%` of the length, counted from its start, or from its end with a leading minus: `-25%`.
    case share(Share, from: Edge)
    /// `intro.end`
    case item(name: String, edge: Edge)
    /// `turn`, a marker of the film
    case marker(String)
    /// `tc 01:00:10:00`, the media's own timecode (only in a take)
    case mediaTimecode(Timecode)
    /// `chapter("Arrival")` of the media in a take, `beach.chapter("Arrival")` of the media of an item
    case chapter(ChapterReference)
  }

  package enum Edge: String, Hashable, Sendable, CaseIterable {
    case start
    case end
  }
}

/// A chapter of media, by its name or its number.
package struct ChapterReference: Hashable, Sendable {
  /// The item that plays the media; nil for the media of the take.
  package let item: String?
  package let chapter: Choice
  package let edge: TimeExpression.Edge

  package enum Choice: Hashable, Sendable {
    case named(String)
    /// Counted from 1.
    case numbered(Int)
  }

  package init(item: String? = nil, _ chapter: Choice, edge: TimeExpression.Edge = .start) {
    (self.item, self.chapter, self.edge) = (item, chapter, edge)
  }

  package func at(_ edge: TimeExpression.Edge) -> ChapterReference {
    ChapterReference(item: item, chapter, edge: edge)
  }
}

/// A part of a length, from 0 to 1, in lowest terms.
package struct Share: Hashable, Sendable {
  package let numerator: Int64
  package let denominator: Int64

  package init(numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

/// A range, as written; an open end is the start or end of the item, media or film.
package indirect enum RangeExpression: Hashable, Sendable {
  case all
  /// `2s..5s`, `2s..`, `..5s`
  case between(TimeExpression?, TimeExpression?)
  /// `2s for 3s`
  case starting(TimeExpression, duration: DurationExpression)
  /// `first 1s`
  case first(DurationExpression)
  /// `last 1s`
  case last(DurationExpression)
}

/// The start, or the start and end, of an overlay or audio item: `2s`, `intro.end - 1s`, `2s..5s`.
package indirect enum MomentOrRange: Hashable, Sendable {
  case moment(TimeExpression)
  case range(RangeExpression)
}

/// The value of `canvas.rate` and `outputs.rate`.
package enum RateValue: Hashable, Sendable {
  case auto
  case exactly(FrameRate)
}

/// The speed of a clip, exact so that time maps stay exact; negative plays backwards, never zero.
package struct Speed: Hashable, Sendable {
  package let numerator: Int64
  package let denominator: Int64

  package static let normal = Speed(numerator: 1, denominator: 1)

  package init(numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }
}
