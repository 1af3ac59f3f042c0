import Basics

/// Writes times in their usual form: short decimals, frames of the canvas, else exact fractions.
struct WrittenTimes {
  let rate: FrameRate?
  let isDropFrame: Bool

  init(_ canvas: InterchangeCanvas) {
    rate = canvas.rate
    isDropFrame = canvas.isDropFrame && canvas.rate?.droppedPerMinute != nil
  }

  /// A time or duration, not negative.
  func text(_ time: RationalTime) -> String {
    if 1000 % time.timescale == 0 { return time.spelling }
    return frames(time) ?? time.spelling
  }

  /// `12f`, or `00:00:25:00` from 600 frames on; nil between two frames.
  private func frames(_ time: RationalTime) -> String? {
    guard let rate, let frame = rate.frame(at: time), !frame.wasRounded, frame.value >= 0 else { return nil }
    if frame.value < 600 { return "\(frame.value)f" }
    return Timecode(frameNumber: frame.value, at: rate, isDropFrame: isDropFrame)?.description
      ?? "\(frame.value)f"
  }

  /// `2s..5s`, `..5s`, `2s..`. Both ends have the same unit.
  func range(_ start: RationalTime, _ end: RationalTime?) -> String {
    guard let end else { return text(start) + ".." }
    if start == .zero { return ".." + text(end) }
    let inSeconds = 1000 % start.timescale == 0 && 1000 % end.timescale == 0
    if !inSeconds, let first = frames(start), let last = frames(end) { return "\(first)..\(last)" }
    return "\(text(start))..\(text(end))"
  }

  /// A range in media timecode: `tc 01:00:04:05..tc 01:00:05:12`.
  func range(_ start: RationalTime, _ end: RationalTime?, rate: FrameRate, isDropFrame: Bool) -> String? {
    guard let first = timecode(start, rate, isDropFrame) else { return nil }
    guard let end else { return first + ".." }
    if let last = timecode(end, rate, isDropFrame) { return "\(first)..\(last)" }
    guard let length = try? end - start, !length.isNegative else { return nil }
    return "\(first) for \(text(length))"
  }

  /// `tc 01:00:04:05`; nil between two frames.
  func timecode(_ time: RationalTime, _ rate: FrameRate, _ isDropFrame: Bool) -> String? {
    guard let frame = rate.frame(at: time), !frame.wasRounded,
      let timecode = Timecode(frameNumber: frame.value, at: rate, isDropFrame: isDropFrame)
    else { return nil }
    return "tc \(timecode)"
  }
}

/// The spelling of a rate: `30`, `29.97`, `30000/1001`.
func writtenRate(_ rate: FrameRate) -> String {
  ["23.976", "29.97", "47.952", "59.94", "119.88"].first { FrameRate.broadcast($0) == rate } ?? rate.spelling
}

/// A decimal with up to `decimals` places, at most 9, and no exponent; nil if too large for a script.
func writtenNumber(_ number: Double, decimals: Int = 4) -> String? {
  guard number.isFinite, abs(number) < 1e9 else { return nil }
  var scale: Int64 = 1
  for _ in 0..<decimals { scale *= 10 }
  return RationalTime(Int64((number * Double(scale)).rounded()), scale)?.decimalDigits
}
