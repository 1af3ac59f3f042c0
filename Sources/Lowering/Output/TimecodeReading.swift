import Basics
import Composition
import Diagnostics
import EditScript

/// The timecode of the film's first frame; nil if none is set, or if the container does not support it.
func startTimecode(
  of output: Output, _ container: Container, _ rate: FrameRate?, _ diagnostics: inout [Diagnostic]
) -> StartTimecode? {
  guard let written = output.timecode else { return nil }
  guard container.declaration.holdsTimecode, output.hasPicture else {
    diagnostics.append(.fileHasNoTimecode(container, hasPicture: output.hasPicture, at: written.range))
    return nil
  }
  guard let rate else { return nil }
  guard rate.isWrittenAsTimecode(isDropFrame: written.value.isDropFrame) else {
    diagnostics.append(.rateHasNoTimecode(rate, isDropFrame: written.value.isDropFrame, at: written.range))
    return nil
  }
  do throws(Timecode.Problem) {
    let frame = try written.value.frameNumber(at: rate)
    guard written.value.hours < 24 else { throw .fieldOutOfRange }
    return StartTimecode(frame: frame, isDropFrame: written.value.isDropFrame)
  } catch {
    diagnostics.append(
      Diagnostic(
        .noSuchTimecode, "no frame has the timecode \(written.value): \(error.explanation)",
        at: written.range,
        hint: error.hint(written.value, at: rate)))
    return nil
  }
}

extension FrameRate {
  /// FFmpeg writes drop-frame timecode for two rates, and counts frames in a byte.
  func isWrittenAsTimecode(isDropFrame: Bool) -> Bool {
    (seconds == 1 || seconds == 1001) && nominal <= 255
      && (!isDropFrame || nominal <= 60 || droppedPerMinute == nil)
  }
}

extension Timecode.Problem {
  /// What to write instead.
  fileprivate func hint(_ timecode: Timecode, at rate: FrameRate) -> String {
    switch self {
    case .fieldOutOfRange:
      "write hours up to 23, minutes and seconds up to 59, and frames up to \(rate.nominal - 1)"
    case .rateHasNoDropFrame:
      "write it with `:`: `\(Timecode(hours: timecode.hours, minutes: timecode.minutes, seconds: timecode.seconds, frames: timecode.frames, isDropFrame: false))`"
    case .droppedNumber:
      "start with frame \(rate.droppedPerMinute ?? 2) of this minute, or at every tenth minute"
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  static func fileHasNoTimecode(
    _ container: Container, hasPicture: Bool, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      hasPicture
        ? ".\(container.rawValue) files cannot store timecode"
        : "timecode counts pictures, but the output has none",
      at: place,
      hint: hasPicture ? "end the file with .mov or .mp4, or remove `timecode`" : "remove `timecode`")
  }

  static func rateHasNoTimecode(
    _ rate: FrameRate, isDropFrame: Bool, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      "\(isDropFrame ? "drop-frame " : "")timecode cannot count \(rate.spellingForPeople) frames per second",
      at: place,
      hint: isDropFrame
        ? "write it with `:`, or use 29.97 or 59.94 frames per second"
        : "use a whole rate or one such as 29.97, or remove `timecode`")
  }
}
