import Basics
import EditScript
import Export
import Glibc

/// When a recording starts and ends, as the command line says it.
struct RecordingTimes {
  /// Starts it at this time of day.
  var at: ClockTime?
  /// Starts it after this time.
  var delay: DurationExpression?
  /// Ends it at this time of day.
  var until: ClockTime?
  var silence: WrittenSilence?

  private static let nanoseconds: Int64 = 1_000_000_000
  private static let longestDelay = RationalTime(seconds: 24 * 3600)

  /// `now` is in nanoseconds since 1970.
  func schedule(now: Int64, offset: (Int64) -> Int64) throws -> RecordingSchedule {
    guard at == nil || delay == nil else { throw refusal("--at and --in exclude each other") }
    func next(_ time: ClockTime, after moment: Int64, _ option: String) throws -> Int64 {
      guard let second = time.next(after: moment / Self.nanoseconds, offset: offset) else {
        throw refusal("--\(option): the clocks of this time zone do not show this time")
      }
      return second * Self.nanoseconds
    }
    var schedule = RecordingSchedule()
    var earliest = now
    if let at {
      earliest = try next(at, after: now, "at")
      schedule.start = .at(earliest)
    }
    if let delay {
      guard let seconds = delay.plainSeconds, seconds <= Self.longestDelay,
        let rounded = seconds.rounded(toUnits: Self.nanoseconds)
      else { throw refusal("--in: write a time in seconds, such as 10s, of at most 24h") }
      earliest = now + rounded.value
      schedule.start = .after(rounded.value)
    }
    if let until { schedule.end = try next(until, after: earliest, "until") }
    return schedule
  }

  /// The rule that ends the recording, which has so many sounds; nil for none.
  func silenceRule(sounds: Int) throws -> SilenceRule? {
    guard let silence else { return nil }
    guard sounds > 0 else { throw refusal("--stop-after-silence needs a sound; name one, such as mic") }
    guard let samples = silence.length.rounded(toUnits: Int64(RecordingSettings.soundRate))?.value,
      samples > 0
    else { throw refusal("--stop-after-silence: the time must have at least one sample") }
    return SilenceRule(length: samples, level: Float(pow(10, silence.decibels / 20)))
  }

  private func refusal(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "record") }
}

/// `30s`, or `30s@-60dB`.
struct WrittenSilence: Hashable, Sendable {
  var length: RationalTime
  /// Of full scale.
  var decibels: Double

  static let usualDecibels = -50.0
  private static let unit = "dB"

  /// Nil for other texts.
  init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    let kind = ArgumentKind<Located<DurationExpression>>.scriptValue("TIME", .duration)
    guard let first = parts.first, parts.count <= 2, let length = kind.read(first)?.value.plainSeconds
    else { return nil }
    self.length = length
    decibels = Self.usualDecibels
    guard parts.count == 2 else { return }
    let digits = parts[1].dropLast(Self.unit.count)
    guard parts[1].hasSuffix(Self.unit), digits.allSatisfy({ "-.0123456789".contains($0) }),
      let level = Double(digits), (-120..<0).contains(level)
    else { return nil }
    decibels = level
  }
}

extension ArgumentKind where Value == ClockTime {
  static var clockTime: ArgumentKind {
    ArgumentKind("TIME", expectation: "a time of day, such as 18:00 or 18:00:30", read: { ClockTime($0) })
  }
}

extension ArgumentKind where Value == WrittenSilence {
  static var silence: ArgumentKind {
    ArgumentKind(
      "TIME", expectation: "a duration, such as 30s, or one with a level below 0 dB, such as 30s@-60dB",
      read: { WrittenSilence($0) })
  }
}
