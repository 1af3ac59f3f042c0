import Basics
import Composition

// How much of its media an item leaves at its ends, counted in the item's own time.

extension Placement {
  /// Nil for what has no end.
  func restOfMedia(afterItemAt index: Int) throws(TimeOverflow) -> RationalTime? {
    guard let clock = playedClock(ofItemAt: index), let length = items[index].ownLength else { return nil }
    let last = try clock.mediaTime(at: length)
    return try rest(
      from: last, ofItemAt: index, isTowardsEnd: !clock.isBackwards, speed: clock.keys.last?.speed)
  }

  func restOfMedia(beforeItemAt index: Int) throws(TimeOverflow) -> RationalTime? {
    guard let clock = playedClock(ofItemAt: index) else { return nil }
    let first = try clock.mediaTime(at: .zero)
    return try rest(
      from: first, ofItemAt: index, isTowardsEnd: clock.isBackwards, speed: clock.keys.first?.speed)
  }

  /// Nil for what has media without end on both sides: frozen pictures, loops, and what plays no media.
  private func playedClock(ofItemAt index: Int) -> MediaClock? {
    let placed = items[index]
    guard placed.source != .unknown, let playing = placed.playing, playing.frozenAt == nil,
      playing.clock.pass == nil
    else { return nil }
    return playing.clock
  }

  private func rest(
    from moment: RationalTime, ofItemAt index: Int, isTowardsEnd: Bool, speed: RationalTime?
  ) throws(TimeOverflow) -> RationalTime? {
    guard let speed else { return nil }
    guard isTowardsEnd else { return try moment.divided(by: speed) }
    guard let end = mediaAxis(ofItemAt: index, rate: rate).length else { return nil }
    return try (end - moment).divided(by: speed)
  }
}
