package import Basics
import EditScript

/// The items of the timeline that two films share, and when each plays in both, in the order of the new film.
/// Items that were moved or changed count, removed and added ones do not.
package func sharedItems(_ old: FilmVersion, _ new: FilmVersion) -> [(old: TimeRange, new: TimeRange)] {
  let media = MediaPairing(old, new)
  let before = itemFacts(of: .timeline, in: old, media: media.old)
  let after = itemFacts(of: .timeline, in: new, media: media.new)
  return LaneComparison(.timeline, before, after).pairs.compactMap { pair in
    guard let old = before.items[pair.old].timelineRange, let new = after.items[pair.new].timelineRange else {
      return nil
    }
    return (old, new)
  }
}
