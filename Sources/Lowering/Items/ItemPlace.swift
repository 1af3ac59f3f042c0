package import Basics
package import Composition
import EditScript

/// The resolution of one enabled item of the script.
package struct ItemPlace: Hashable, Sendable {
  /// When it is visible or audible; nil if that depends on unknown media or on a mistake.
  package let timelineRange: TimeRange?
  /// The media time at the start of that range; nil if it is unknown, or the item has no take.
  package let mediaStart: RationalTime?
  /// The clock of its media; nil in the same cases.
  package let clock: MediaClock?
  /// Its layer in the composition; nil if it shows nothing.
  package let layer: Int?
  /// Its sound in the composition; nil if it plays nothing.
  package let sound: Int?

  init(_ film: ResolvedFilm, _ index: Int) {
    let item = film.timed.items[index]
    timelineRange = item.timelineRange
    mediaStart = item.playing == nil ? nil : item.mediaStart
    clock = item.playing?.clock
    layer = film.seen.items[index].layer
    sound = film.heard.items[index].sound
  }

  init(_ transition: TimedTransition) {
    timelineRange = transition.timelineRange
    mediaStart = nil
    clock = nil
    layer = nil
    sound = nil
  }
}
