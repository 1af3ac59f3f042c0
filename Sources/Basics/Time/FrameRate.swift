/// Frames a second as an exact fraction, always positive: 30, 30000/1001.
package struct FrameRate: Hashable, Sendable {
  package let frames: Int64
  package let seconds: Int64

  /// Nil unless both are positive and the rate is at most a million frames per second.
  package init?(_ frames: Int64, per seconds: Int64 = 1) {
    guard frames > 0, seconds > 0, let reduced = RationalTime(frames, seconds),
      Int128(reduced.value) <= 1_000_000 * Int128(reduced.timescale)
    else { return nil }
    self.frames = reduced.value
    self.seconds = reduced.timescale
  }

  /// One frame a second.
  package static let onePerSecond = FrameRate()

  private init() { (frames, seconds) = (1, 1) }

  /// The exact rate that people write as a decimal: 29.97 is 30000/1001.
  package static func broadcast(_ spelling: String) -> FrameRate? {
    switch spelling {
    case "23.976", "23.98": FrameRate(24000, per: 1001)
    case "29.97": FrameRate(30000, per: 1001)
    case "47.952", "47.95": FrameRate(48000, per: 1001)
    case "59.94": FrameRate(60000, per: 1001)
    case "119.88": FrameRate(120000, per: 1001)
    default: nil
    }
  }

  /// The frame whose start is nearest to `moment`, halves up; nil when its number does not fit.
  ///
  /// An item from S to E on the timeline owns the frames `frame(at: S)..<frame(at: E)`.
  package func frame(at moment: RationalTime) -> Rounded<Int64>? {
    // value * frames has at most 126 bits, timescale * seconds too.
    roundHalfUp(
      Int128(moment.value) * Int128(frames), over: Int128(moment.timescale) * Int128(seconds))
  }

  /// The time at which a frame starts.
  package func start(ofFrame frame: Int64) throws(TimeOverflow) -> RationalTime {
    try RationalTime(wide: Int128(frame) * Int128(seconds), over: Int128(frames))
  }

  /// The moment that determines the content of a frame: the middle of its interval.
  package func middle(ofFrame frame: Int64) throws(TimeOverflow) -> RationalTime {
    try RationalTime(wide: (2 * Int128(frame) + 1) * Int128(seconds), over: 2 * Int128(frames))
  }

  /// `30`, or `30000/1001`.
  package var spelling: String { seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)" }

  /// The rate for people: `30`, `29.97`, `12.346` for 1000/81.
  package var spellingForPeople: String {
    let name = ["23.976", "29.97", "47.952", "59.94", "119.88"].first { FrameRate.broadcast($0) == self }
    return name ?? RationalTime(frames, seconds).map { String($0.description.dropLast()) } ?? spelling
  }

  /// Frames per second, rounded to the nearest whole number, at least 1: the base of timecode.
  package var nominal: Int64 {
    // The rate is at most a million, so the rounded number always fits.
    max(1, roundHalfUp(Int128(frames), over: Int128(seconds))?.value ?? 1)
  }
}

extension FrameRate: Comparable {
  package static func < (a: FrameRate, b: FrameRate) -> Bool {
    Int128(a.frames) * Int128(b.seconds) < Int128(b.frames) * Int128(a.seconds)
  }
}
