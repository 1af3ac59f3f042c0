package import Basics

/// A part of an item's own time in which its media play in one direction without a break.
package struct PlayedStretch: Hashable, Sendable {
  private let clock: MediaClock
  /// In the item's own time.
  package let time: TimeRange
  /// The range of media that plays.
  package let media: TimeRange

  /// Nil if nothing plays.
  fileprivate init?(
    _ clock: MediaClock, from start: RationalTime, to end: RationalTime
  ) throws(TimeOverflow) {
    guard let time = TimeRange(start: start, end: end), !time.isEmpty else { return nil }
    let first = try clock.mediaTime(at: start)
    let last = try clock.mediaTime(before: end)
    guard let media = TimeRange(start: min(first, last), end: max(first, last)), !media.isEmpty else {
      return nil
    }
    (self.clock, self.time, self.media) = (clock, time, media)
  }

  /// When a range of media time shows: the visible part, and the whole range if the item continued before and
  /// after. Nil if no part is visible.
  package func times(
    of range: TimeRange
  ) throws(TimeOverflow) -> (shown: TimeRange, whole: TimeRange)? {
    guard let shared = range.intersection(media), !shared.isEmpty, let speeds = clock.outerSpeeds else {
      return nil
    }
    let (first, last) = clock.isBackwards ? (shared.end, shared.start) : (shared.start, shared.end)
    let start = try time(at: first)
    let end = try time(at: last)
    let before = clock.isBackwards ? try range.end - shared.end : try shared.start - range.start
    let after = clock.isBackwards ? try shared.start - range.start : try range.end - shared.end
    let wholeStart = try start - before.divided(by: speeds.first)
    let wholeEnd = try end + after.divided(by: speeds.last)
    guard let shown = TimeRange(start: start, end: end),
      let whole = TimeRange(start: wholeStart, end: wholeEnd)
    else { return nil }
    return (shown, whole)
  }

  /// When a media time is reached: exact at constant speed, otherwise to the microsecond.
  private func time(at moment: RationalTime) throws(TimeOverflow) -> RationalTime {
    let (first, last) = clock.isBackwards ? (media.end, media.start) : (media.start, media.end)
    if moment == first { return time.start }
    if moment == last { return time.end }
    if let speed = clock.constantSpeed {
      let passed = clock.isBackwards ? try first - moment : try moment - first
      return try time.start + passed.divided(by: speed)
    }
    // Media time is monotonic within a stretch, so a binary search finds the first microsecond.
    let length = Int64(((try time.duration()).inSeconds * 1_000_000).rounded(.up))
    let reached = try (0..<max(0, length)).partitioningIndex { passed throws(TimeOverflow) in
      let media = try clock.mediaTime(at: time.start + microseconds(passed))
      return clock.isBackwards ? media <= moment : media >= moment
    }
    return min(try time.start + microseconds(reached), time.end)
  }

  private func microseconds(_ count: Int64) throws(TimeOverflow) -> RationalTime {
    guard let time = RationalTime(count, 1_000_000) else { throw TimeOverflow() }
    return time
  }
}

extension MediaClock {
  /// The stretches of an item of this length: one for each pass, in order. Nil if there are more than `most`.
  package func stretches(
    until length: RationalTime, most: Int
  ) throws(TimeOverflow) -> [PlayedStretch]? {
    guard let pass, pass.length > .zero else {
      return try PlayedStretch(self, from: .zero, to: length).map { [$0] } ?? []
    }
    guard length.inSeconds / pass.length.inSeconds < Double(most) else { return nil }
    var stretches: [PlayedStretch] = []
    var start = RationalTime.zero
    var end = try pass.length - offset
    while start < length, stretches.count <= most {
      if end > .zero {
        if let stretch = try PlayedStretch(self, from: start, to: min(end, length)) {
          stretches.append(stretch)
        }
        start = end
      }
      // The end of the last pass may be out of range; it is not needed.
      guard start < length else { break }
      end = try end + pass.length
    }
    return stretches
  }

  /// The speeds at its beginning and end.
  fileprivate var outerSpeeds: (first: RationalTime, last: RationalTime)? {
    guard let first = keys.first, let last = keys.last else { return nil }
    return (first.speed, last.speed)
  }
}
