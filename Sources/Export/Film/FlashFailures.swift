import Basics
import Composition
import Detection
import RenderPlan
import Rendering

/// What the check of flashes reports of a film.
///
/// `none` fails for flashes of the whole picture; those of its parts alone are warnings, because some films of a moving
/// camera seem to have them.
func failures(of reading: inout FlashReading, _ check: FlashCheck, _ plan: RenderPlan) -> [FailedCheck] {
  if reading.hasHighDynamicRange {
    return [FailedCheck(.flashes, "the flashes of HDR pictures cannot be checked yet")]
  }
  let found = reading.finish()
  let report = FlashReport(rate: plan.composition.canvas.rate, firstFrame: plan.frames.lowerBound)
  switch check {
  case .bt1702: return report.failures(found.inPicture, inWindow: false)
  case .wcag: return report.failures(found.inWindow, inWindow: true)
  case .noFlashes:
    let failed = report.failures(found.inPicture, inWindow: false)
    return failed.isEmpty ? report.failures(found.inWindow, inWindow: true, isWarning: true) : failed
  }
}

private struct FlashReport {
  let rate: FrameRate
  /// The frame of the timeline that is the first one of the file.
  let firstFrame: Int64
  private static let most = 5

  func failures(_ passages: [FlashPassage], inWindow: Bool, isWarning: Bool = false) -> [FailedCheck] {
    let failed = passages.prefix(Self.most).map { passage in
      FailedCheck(
        .flashes, message(passage, inWindow: inWindow), isWarning: isWarning,
        moments: passage.transitions.compactMap { try? rate.start(ofFrame: firstFrame + $0) })
    }
    guard passages.count > Self.most, let next = passages.dropFirst(Self.most).first else { return failed }
    let count = passages.count - Self.most
    return failed + [
      FailedCheck(
        .flashes,
        "\(counted(count, "more passage")) with too many flashes, the first one at \(time(next.frames.lowerBound))",
        isWarning: isWarning)
    ]
  }

  private func message(_ passage: FlashPassage, inWindow: Bool) -> String {
    let kind = passage.kind == .red ? "red flashes" : "flashes"
    let share = Int((passage.share * 100).rounded())
    let area =
      inWindow
      ? "\(share) % of a third of the picture's width and height, \(place(passage))"
      : "\(share) % of the picture"
    return "more than three \(kind) in a second from \(time(passage.frames.lowerBound)) to"
      + " \(time(passage.frames.upperBound)), over \(area)"
  }

  private func time(_ frame: Int64) -> String {
    let moment = (try? rate.start(ofFrame: frame)) ?? .zero
    return "\(moment) (\(moment.clockReading))"
  }

  /// `at the top left`
  private func place(_ passage: FlashPassage) -> String {
    let (x, y) = passage.center
    let row = y < 0.4 ? "top" : y > 0.6 ? "bottom" : ""
    let column = x < 0.4 ? "left" : x > 0.6 ? "right" : ""
    return row.isEmpty && column.isEmpty
      ? "in the middle" : "at the " + [row, column].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
