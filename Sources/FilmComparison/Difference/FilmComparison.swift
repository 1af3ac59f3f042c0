import Basics
import Composition
import EditScript
import Lowering

/// Compares two films: their scripts, the resulting films, and the pieces to render.
///
/// Two spellings of the same value do not count as a change if both films are known: `75f` and `2.5s`, a
/// default written or not. `storeIsKnown` is true if the plans state which pieces are in a store.
package func compareFilms(_ old: FilmVersion, _ new: FilmVersion, storeIsKnown: Bool) -> FilmChanges {
  let media = MediaPairing(old, new)
  var changes = FilmChanges(old: old.length, new: new.length)
  changes.settings =
    settingChanges(old, new) + subtitleChanges(old.script, new.script) + sequenceChanges(old, new, media)
    + labelChanges(old.script, new.script)
  changes.media = media.changes
  for lane in ItemList.allCases {
    let comparison = LaneComparison(
      lane, itemFacts(of: lane, in: old, media: media.old), itemFacts(of: lane, in: new, media: media.new))
    changes.items += comparison.changes
    changes.shifts += comparison.shifts
  }
  changes.checks = checkChanges(old.script.checks, new.script.checks)
  changes.outputs = outputChanges(old, new, storeIsKnown: storeIsKnown)
  return changes
}

extension FilmVersion {
  fileprivate var length: FilmLength {
    if let composition = film.composition, !composition.canvas.hasPicture {
      return FilmLength(duration: composition.length, frameCount: nil)
    }
    let frames =
      film.composition?.frameCount
      ?? film.duration.flatMap { duration in film.rate?.frame(at: duration)?.value }
    let end = frames.flatMap { frames in film.rate.flatMap { try? $0.start(ofFrame: frames) } }
    return FilmLength(duration: end ?? film.duration, frameCount: frames)
  }
}
