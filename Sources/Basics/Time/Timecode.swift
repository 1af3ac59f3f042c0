/// SMPTE timecode: a name for a frame, `HH:MM:SS:FF`, with `;` before the frames of drop-frame timecode.
///
/// Drop-frame skips the numbers 0 and 1 (0 to 3 at 60) at the start of each minute but every tenth, so that
/// at 30000/1001 frames per second the names keep step with the clock. Frames themselves are never dropped.
package struct Timecode: Hashable, Sendable {
  package let hours: Int64
  package let minutes: Int64
  package let seconds: Int64
  package let frames: Int64
  package let isDropFrame: Bool

  package init(hours: Int64, minutes: Int64, seconds: Int64, frames: Int64, isDropFrame: Bool) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.isDropFrame = isDropFrame
  }

  /// Why a timecode names no frame.
  package enum Problem: Error, Hashable, Sendable {
    /// Minutes or seconds above 59, hours above 99, or a frame number at or above the rate.
    case fieldOutOfRange
    /// Drop-frame at a rate that does not support it (only 29.97, 59.94 and 119.88 do).
    case rateHasNoDropFrame
    /// A number that drop-frame skips.
    case droppedNumber
  }

  /// The frame that this timecode names, counted from 00:00:00:00.
  package func frameNumber(at rate: FrameRate) throws(Problem) -> Int64 {
    let nominal = rate.nominal
    guard (0...99).contains(hours), (0...59).contains(minutes), (0...59).contains(seconds),
      (0..<nominal).contains(frames)
    else { throw .fieldOutOfRange }
    let totalMinutes = hours * 60 + minutes
    let plain = (totalMinutes * 60 + seconds) * nominal + frames
    guard isDropFrame else { return plain }
    guard let dropped = rate.droppedPerMinute else { throw .rateHasNoDropFrame }
    if minutes % 10 != 0, seconds == 0, frames < dropped { throw .droppedNumber }
    return plain - dropped * (totalMinutes - totalMinutes / 10)
  }

  /// The timecode of a frame; nil for negative frames and from 100 hours on.
  package init?(frameNumber: Int64, at rate: FrameRate, isDropFrame: Bool = false) {
    guard frameNumber >= 0, frameNumber <= 100 * 3600 * rate.nominal else { return nil }
    let nominal = rate.nominal
    var number = frameNumber
    if isDropFrame {
      guard let dropped = rate.droppedPerMinute else { return nil }
      let perMinute = nominal * 60 - dropped
      let perTenMinutes = nominal * 600 - 9 * dropped
      let (tens, rest) = number.quotientAndRemainder(dividingBy: perTenMinutes)
      let minutesInTen = rest < nominal * 60 ? 0 : (rest - nominal * 60) / perMinute + 1
      number += dropped * (9 * tens + minutesInTen)
    }
    let totalSeconds = number / nominal
    guard totalSeconds < 100 * 3600 else { return nil }
    self.init(
      hours: totalSeconds / 3600, minutes: totalSeconds / 60 % 60, seconds: totalSeconds % 60,
      frames: number % nominal, isDropFrame: isDropFrame)
  }
}

extension FrameRate {
  /// The number of frame numbers that drop-frame skips per minute; nil for rates without drop-frame.
  package var droppedPerMinute: Int64? {
    guard seconds == 1001, frames % 30000 == 0, [30, 60, 120].contains(nominal) else { return nil }
    return nominal / 15
  }

  /// The number of timecode frames in a day; nil for drop-frame at a rate that does not support it.
  package func framesOfDay(isDropFrame: Bool) -> Int64? {
    try? Timecode(hours: 24, minutes: 0, seconds: 0, frames: 0, isDropFrame: isDropFrame).frameNumber(
      at: self)
  }
}

extension Timecode: CustomStringConvertible {
  package var description: String {
    [hours, minutes, seconds].map(twoDigits).joined(separator: ":")
      + (isDropFrame ? ";" : ":") + twoDigits(frames)
  }
}

private func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
