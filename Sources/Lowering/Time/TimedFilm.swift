import Basics
import Composition
import EditScript

/// The items and transitions with their times.
struct TimedFilm {
  let canvas: FilmCanvas
  let media: FilmMedia
  let items: [TimedItem]
  let transitions: [TimedTransition]
  /// Of the script's markers, in its order; nil after a finding, or if a time is not known.
  let markerTimes: [RationalTime?]
  /// The end of the timeline; nil if some length in it is not known.
  let timelineEnd: RationalTime?
}

/// Which moment of its media an item plays when.
struct Playing {
  var clock: MediaClock
  /// The media time of the one picture that it holds; nil if it plays on.
  var frozenAt: RationalTime?
}

/// An item with its times.
struct TimedItem: PhaseItem {
  let matched: MatchedItem
  /// Nil for an item that plays nothing, and if it is not known what it plays.
  var playing: Playing?
  /// When it is seen or heard; nil after a finding, or if it depends on something that is not known.
  var timelineRange: TimeRange?
  /// The length that it says itself: known also of an item whose place depends on a mistake elsewhere.
  var ownLength: RationalTime?
  /// What its `take` or `for` says about its length.
  var writtenLength: WrittenLength?
  /// What the transitions at its ends do to it.
  var entry = TransitionSide()
  var exit = TransitionSide()

  init(_ matched: MatchedItem) {
    self.matched = matched
  }

  var written: WrittenItem { matched.written }
  var source: MatchedSource { matched.source }
  var clock: MediaClock { playing?.clock ?? MediaClock(start: .zero) }
  var isFrozen: Bool { playing?.frozenAt != nil }

  /// The media time at its start, where every clock has one.
  var mediaStart: RationalTime { (try? clock.mediaTime(at: .zero)) ?? .zero }

  /// How long it is shown or heard. A range whose length is no exact time is no range of an item.
  var length: RationalTime? { timelineRange.flatMap { try? $0.duration() } ?? ownLength }

  /// Whether its place and what it reads are known.
  var isKnown: Bool { timelineRange != nil && matched.source != .unknown && matched.mask != .unknown }

  /// When its picture shows, with what transitions show of it beyond its own range; nil for an item without a place.
  func pictureRange() throws(TimeOverflow) -> TimeRange? {
    try timelineRange?.extended(entry.pictureReach, exit.pictureReach)
  }
}

extension TimeRange {
  /// From so much after the start to so much after the end; nil if that ends before it begins.
  func extended(_ first: RationalTime, _ last: RationalTime) throws(TimeOverflow) -> TimeRange? {
    TimeRange(start: try start + first, end: try end + last)
  }
}

/// A transition with its times.
struct TimedTransition {
  let matched: MatchedTransition
  /// Nil after a finding, or if it counts frames of an unknown rate.
  var length: RationalTime?
  /// Nil if the transition has no place between its neighbours.
  var timelineRange: TimeRange?

  var written: WrittenTransition { matched.written }
}

/// What a transition does to the end of an item: how far picture and sound go on beyond the item's own range (or
/// end inside of it), and how the sound comes or goes.
struct TransitionSide {
  var pictureReach = RationalTime.zero
  var soundReach = RationalTime.zero
  var fade: SoundFade?
}
