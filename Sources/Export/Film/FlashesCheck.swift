import Basics
import Composition
import Detection
import LibAV
import RenderPlan
import Rendering

/// Finds flashes.
///
/// `none` fails for flashes of the whole picture; those of its parts alone are warnings, because some films of a moving
/// camera seem to have them.
struct FlashesCheck: PictureCheck {
  private let check: FlashCheck
  private var reading: FlashReading

  init(_ check: FlashCheck, _ plan: RenderPlan) {
    self.check = check
    reading = FlashReading(check, rate: plan.composition.canvas.rate)
  }

  mutating func take(_ picture: VideoFrame, bits: Int) throws(LibAVError) { try reading.take(picture) }

  mutating func failures(_ times: CheckTimes) -> [FailedCheck] {
    if reading.hasHighDynamicRange {
      return [FailedCheck(.flashes, "the flashes of HDR pictures cannot be checked yet")]
    }
    let found = reading.finish()
    let report = FlashReport(times: times)
    switch check {
    case .bt1702: return report.failures(found.inPicture, inWindow: false)
    case .wcag: return report.failures(found.inWindow, inWindow: true)
    case .noFlashes:
      let failed = report.failures(found.inPicture, inWindow: false)
      return failed.isEmpty ? report.failures(found.inWindow, inWindow: true, isWarning: true) : failed
    }
  }
}

private struct FlashReport {
  let times: CheckTimes
  private static let most = 5

  func failures(_ passages: [FlashPassage], inWindow: Bool, isWarning: Bool = false) -> [FailedCheck] {
    let failed = passages.prefix(Self.most).map { passage in
      FailedCheck(
        .flashes, message(passage, inWindow: inWindow), isWarning: isWarning,
        moments: passage.transitions.map(times.moment))
    }
    guard passages.count > Self.most, let next = passages.dropFirst(Self.most).first else { return failed }
    let count = passages.count - Self.most
    return failed + [
      FailedCheck(
        .flashes,
        "\(counted(count, "more passage")) with too many flashes, the first one at \(times.words(next.frames.lowerBound))",
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
    return "more than three \(kind) in a second from \(times.words(passage.frames.lowerBound)) to"
      + " \(times.words(passage.frames.upperBound)), over \(area)"
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
