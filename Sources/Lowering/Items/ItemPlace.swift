package import Basics
package import Composition
import EditScript

/// What became of one enabled item of the script.
package struct ItemPlace: Hashable, Sendable {
  /// When it is seen or heard; nil if that depends on media that are not known, or on a mistake.
  package let timelineRange: TimeRange?
  /// The media time at the start of that range; nil if it is not known, or the item has no take.
  package let mediaStart: RationalTime?
  /// Which moment of its media it plays when; nil likewise.
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
