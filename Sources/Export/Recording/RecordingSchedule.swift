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

  static var now: ClockReadings {
    ClockReadings(monotonic: monotonicNanoseconds(), wall: nanosecondsSince1970())
  }
}

package func nanosecondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
