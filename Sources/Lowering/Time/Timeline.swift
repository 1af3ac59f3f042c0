import Basics
import Composition
import Diagnostics
import EditScript

// MARK: - The timeline

extension Placement {
  /// Places the items of the timeline one after the other.
  mutating func placeTimeline() {
    var position: RationalTime? = .zero
    for index in items.indices where items[index].list == .timeline {
      let length = timelineLength(ofItemAt: index, rate: rate)
      items[index].ownLength = length
      if items[index].item.at != nil {
        report(
          .atInTimeline(at: items[index].item.at?.range))
      }
      guard let end = position, let length, let overlap = overlap(beforeItemAt: index) else {
        position = nil
        continue
      }
      do throws(TimeOverflow) {
        let start = try end - overlap
        items[index].timelineRange = try TimeRange(start: start, duration: length)
        position = try start + length
      } catch {
        position = nil
        reportOverflow(at: items[index].item.range)
      }
    }
    placeTransitions(in: .timeline)
    guard let position, checkLength(position, rate: rate) else { return }
    timelineEnd = position
  }

  /// Whether a film can have this length.
  private mutating func checkLength(_ length: RationalTime, rate: FrameRate?) -> Bool {
    if length > .longestFilm {
      report(
        .filmIsTooLong(length, at: items.last { $0.list == .timeline }?.item.range))
      return false
    }
    guard length > .zero else {
      if !context.findings.hasErrors {
        if !script.isLibrary {
          report(.filmIsEmpty(at: context.place))
        } else if context.needsFilm {
          report(.hasNoFilm)
        }
      }
      return false
    }
    if let rate, rate.frame(at: length).map({ $0.value > 0 }) != true {
      report(
        .filmHasNoFrame(length, at: context.place))
      return false
    }
    return true
  }

  private mutating func timelineLength(ofItemAt index: Int, rate: FrameRate?) -> RationalTime? {
    let item = items[index].item
    if item.hasUnreadTime { return nil }
    switch item.kind {
    case .clip, .sequence, .edit: return playedLength(inTimeline: index, rate: rate)
    case .image:
      return duration(item.duration, ofItemAt: index, rate: rate)
        ?? (item.duration == nil ? RationalTime(seconds: 4) : nil)
    case .credits where item.roll != nil: return rollLength(ofItemAt: index)
    case .color, .gradient, .bars, .noise, .shape, .text, .counter, .credits, .tone:
      guard item.duration != nil else {
        report(
          .itemHasNoLength(at: item.kindRange, hint: "add `for: 2s`"))
        return nil
      }
      return duration(item.duration, ofItemAt: index, rate: rate)
    case .gap(let length): return duration(length, ofItemAt: index, rate: rate)
    case .silence(let length):
      return silenceLength(length, ofItemAt: index, rate: rate)
    case .transition, .each, .angles, .unsupported: return nil
    }
  }
}

extension Placement {
  /// The duration of a silence: its own value, or `for`.
  mutating func silenceLength(
    _ written: Located<DurationExpression>?, ofItemAt index: Int, rate: FrameRate?
  ) -> RationalTime? {
    let item = items[index].item
    if let written, let other = item.duration {
      report(
        .silenceAndFor(at: other.range, written.range))
    }
    guard let length = written ?? item.duration else {
      report(
        .silenceHasNoLength(at: item.kindRange))
      return nil
    }
    return duration(length, ofItemAt: index, rate: rate)
  }
}

extension RationalTime {
  /// A hundred hours, the range of timecode.
  static let longestFilm = RationalTime(seconds: 360_000)
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func atInTimeline(at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      .wrongList, "`at` has no meaning in the timeline, where items play one after the other",
      at: place,
      hint: "put a `gap:` before the item, or move the item to `overlays:`")
  }

  fileprivate static func filmIsTooLong(_ length: RationalTime, at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      .overLimit,
      "the film would last \(length), but the maximum is \(RationalTime.longestFilm)",
      at: place, hint: "split it into several films")
  }

  fileprivate static func filmIsEmpty(at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      .emptyRange, "no item of the timeline has a length, so there is no film", at: place,
      hint: "add a `- clip:` under `timeline:`")
  }

  fileprivate static func filmHasNoFrame(_ length: RationalTime, at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the film would last \(length), which is less than half a frame", at: place,
      hint: "make an item longer, or raise the canvas's frame rate")
  }

  fileprivate static func itemHasNoLength(at place: SourceRange, hint: String) -> Diagnostic {
    Diagnostic(
      .missingKey, "this item has no duration", at: place,
      hint: hint)
  }

  fileprivate static func silenceAndFor(at place: SourceRange, _ length: SourceRange) -> Diagnostic {
    Diagnostic(
      .lengthGivenTwice, "`silence` already sets the duration", at: place,
      notes: [Diagnostic.Note("its length is here", at: length)], hint: "remove `for`")
  }

  fileprivate static func silenceHasNoLength(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "this item has no duration", at: place,
      hint: "write `silence: 2s`")
  }
}
