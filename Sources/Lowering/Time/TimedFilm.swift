import Basics
import Composition
import EditScript

/// The items and transitions with their times.
struct TimedFilm {
  let canvas: FilmCanvas
  let media: FilmMedia
  let items: [TimedItem]
  let transitions: [TimedTransition]
  /// The times of the script's markers, in its order; nil after a finding, or if unknown.
  let markerTimes: [RationalTime?]
  /// The end of the timeline; nil if a length in it is unknown.
  let timelineEnd: RationalTime?
}

/// How an item plays its media.
struct Playing {
  var clock: MediaClock
  /// The media time of the one picture that it shows; nil if it is not frozen.
  var frozenAt: RationalTime?
}

/// An item with its times.
struct TimedItem: PhaseItem {
  let matched: MatchedItem
  /// Nil for an item that plays nothing or something unknown.
  var playing: Playing?
  /// When it is visible or audible; nil after a finding, or if it depends on something unknown.
  var timelineRange: TimeRange?
  /// The length that it sets itself, known even if its place depends on a mistake elsewhere.
  var ownLength: RationalTime?
  /// The length that its `take` or `for` sets.
  var writtenLength: WrittenLength?
  /// The effects of the transitions at its ends.
  var entry = TransitionSide()
  var exit = TransitionSide()

  init(_ matched: MatchedItem) {
    self.matched = matched
  }

  var written: WrittenItem { matched.written }
  var source: MatchedSource { matched.source }
  var clock: MediaClock { playing?.clock ?? MediaClock(start: .zero) }
  var isFrozen: Bool { playing?.frozenAt != nil }

  /// The media time at its start, which every clock has.
  var mediaStart: RationalTime { (try? clock.mediaTime(at: .zero)) ?? .zero }

  /// Its duration. A range without an exact duration is never the range of an item.
  var length: RationalTime? { timelineRange.flatMap { try? $0.duration() } ?? ownLength }

  /// Whether its place and its media are known.
  var isKnown: Bool {
    timelineRange != nil && matched.source != .unknown && matched.mask != .unknown && !matched.lacksAngleSound
  }

  /// When its picture shows, including transitions beyond its own range; nil if it has no place.
  func pictureRange() throws(TimeOverflow) -> TimeRange? {
    try timelineRange?.extended(entry.pictureReach, exit.pictureReach)
  }
}

extension TimeRange {
  /// The range with its start and its end moved; nil if it ends before it begins.
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

/// The effect of a transition on one end of an item: how far picture and sound extend beyond the item's own
/// range (or end inside of it), and the fade of the sound.
struct TransitionSide {
  var pictureReach = RationalTime.zero
  var soundReach = RationalTime.zero
  var fade: SoundFade?
}
