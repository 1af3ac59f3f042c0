import Basics
import Composition
import Diagnostics
import EditScript

/// The sounds of a film.
struct LoweredSound {
  let sounds: [Sound]
  /// One for each item.
  let items: [HeardItem]
}

/// The sound of an item.
struct HeardItem {
  /// Its sound in the composition; nil if it plays nothing.
  var sound: Int?
  /// Its gain in its own time; nil if it plays nothing, and after a finding.
  var gain: Curve?
  /// How far its sound extends beyond the item's own range, because of transitions, `lead` and `lag`.
  var entryReach: RationalTime
  var exitReach: RationalTime
}

/// Builds the sounds of a film.
struct SoundBuilding: LoweringPhase {
  var context: LoweringContext
  let canvas: ResolvedCanvas?
  let rate: FrameRate?
  let media: FilmMedia
  let items: [TimedItem]
  let seen: [SeenItem]
  let timelineEnd: RationalTime?
  var heard: [HeardItem]
  var sounds: [Sound] = []

  init(_ timed: TimedFilm, _ seen: LoweredPicture, context: LoweringContext) {
    self.context = context
    (canvas, rate, media) = (timed.canvas.canvas, timed.canvas.rate, timed.media)
    (items, self.seen, timelineEnd) = (timed.items, seen.items, timed.timelineEnd)
    heard = items.map { HeardItem(entryReach: $0.entry.soundReach, exitReach: $0.exit.soundReach) }
    for (index, item) in items.enumerated() {
      guard let sound = item.matched.angleSound, let end = item.timelineRange?.end,
        let last = items[sound.last].timelineRange?.end,
        let reach = try? last - end + items[sound.last].exit.soundReach
      else { continue }
      heard[index].exitReach = reach
    }
  }

  mutating func run() -> LoweredSound {
    if context.wantsOnlyTexts { return LoweredSound(sounds: [], items: heard) }
    if let canvas {
      for index in items.indices where isHeard(items[index]) { buildSound(ofItemAt: index, on: canvas) }
    } else {
      checkCurves()
    }
    buildDucking()
    spliceSounds()
    return LoweredSound(sounds: sounds, items: heard)
  }

  /// When an item's sound is audible; nil for an item without a place.
  func soundRange(ofItemAt index: Int) throws(TimeOverflow) -> TimeRange? {
    try items[index].timelineRange?.extended(heard[index].entryReach, heard[index].exitReach)
  }
}
