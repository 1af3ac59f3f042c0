import Glibc

/// When a recording starts and ends by clocks.
package struct RecordingSchedule: Hashable, Sendable {
  package var start: Start
  /// When it ends, in nanoseconds since 1970; nil if no time of day ends it.
  package var end: Int64?

  package enum Start: Hashable, Sendable {
    case atOnce
    /// So many nanoseconds after its sources are open.
    case after(Int64)
    /// At a moment in nanoseconds since 1970.
    case at(Int64)
  }

  package init(start: Start = .atOnce, end: Int64? = nil) {
    self.start = start
    self.end = end
  }

  /// The moment of the start, on the clock that is never set; nil if the recording starts at once. `opened` is when the
  /// sources were open.
  func start(opened: Int64, _ now: ClockReadings) -> Int64? {
    switch start {
    case .atOnce: nil
    case .after(let delay): opened + delay
    case .at(let moment): now.monotonic + (moment - now.wall)
    }
  }

  /// The moment of the end, on the clock that is never set.
  func end(_ now: ClockReadings) -> Int64? { end.map { now.monotonic + ($0 - now.wall) } }
}

/// What two clocks show at one moment, in nanoseconds: the clock that is never set, and that of the day.
struct ClockReadings: Hashable {
  var monotonic: Int64
  /// Since 1970.
  var wall: Int64

  /// A process may have to wait between two readings, so the closest ones of a few tries count.
  static var now: ClockReadings {
    var best = reading()
    for _ in 0..<5 where best.distance > 20_000 {
      let next = reading()
      if next.distance < best.distance { best = next }
    }
    return best.clocks
  }

  /// The distance is between the readings of the first clock before and after that of the second.
  private static func reading() -> (clocks: ClockReadings, distance: Int64) {
    let before = monotonicNanoseconds()
    let wall = nanosecondsSince1970()
    return (ClockReadings(monotonic: before, wall: wall), monotonicNanoseconds() - before)
  }
}

package func nanosecondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
