package import Composition
import EditScript
package import EditTime

/// What became of one enabled item of the script.
package struct ItemPlace: Hashable, Sendable {
  /// When it is seen or heard; nil where that hangs on media that are not known, or on a mistake.
  package let timelineRange: TimeRange?
  /// The media time at the start of that range; nil where it is not known, and of what has no take.
  package let mediaStart: RationalTime?
  /// Which moment of its media it plays when; nil likewise.
  package let clock: MediaClock?
  /// Its layer in the composition; nil where it shows nothing.
  package let layer: Int?
  /// Its sound in the composition; nil where it plays nothing.
  package let sound: Int?

  init(_ placed: PlacedItem) {
    timelineRange = placed.timelineRange
    mediaStart = placed.hasKnownTake ? placed.mediaStart : nil
    clock = placed.hasKnownTake ? placed.clock : nil
    layer = placed.layer
    sound = placed.sound
  }

  init(_ placed: PlacedTransition) {
    timelineRange = placed.timelineRange
    mediaStart = nil
    clock = nil
    layer = nil
    sound = nil
  }
}

extension Lowering {
  /// Items and transitions, in the order of the script.
  var places: [ItemPlace] {
    var transitions = transitions[...]
    var items = items[...]
    let story = script.timeline.filter(\.isEnabled).compactMap { entry in
      entry.isTransition
        ? transitions.popFirst().map { ItemPlace($0) } : items.popFirst().map { ItemPlace($0) }
    }
    return story + items.map { ItemPlace($0) }
  }
}
