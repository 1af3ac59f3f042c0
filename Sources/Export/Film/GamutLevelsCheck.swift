import Basics
import Composition
import Detection
import LibAV
import RenderPlan
import Rendering

/// Finds pictures whose colours are outside of the permitted levels.
struct GamutLevelsCheck: PictureCheck {
  private let limits: GamutLimits
  private var reading: GamutReading
  private static let most = 5

  init(_ limits: GamutLimits, _ plan: RenderPlan) {
    self.limits = limits
    let rate = plan.composition.canvas.rate
    reading = GamutReading(limits, framesOfSecond: (rate.frames + rate.seconds - 1) / rate.seconds)
  }

  mutating func take(_ picture: VideoFrame, bits: Int) throws(LibAVError) { try reading.take(picture) }

  func failures(_ times: CheckTimes) -> [FailedCheck] {
    let passages = reading.passages
    let failed = passages.prefix(Self.most).map { passage in
      FailedCheck(.gamut, message(passage, times), moments: [times.moment(passage.frames.lowerBound)])
    }
    guard let next = passages.dropFirst(Self.most).first else { return failed }
    let count = passages.count - Self.most
    return failed + [
      FailedCheck(
        .gamut,
        "\(counted(count, "more passage")) outside of the levels, the first one at \(times.words(next.frames.lowerBound))"
      )
    ]
  }

  private func message(_ passage: GamutPassage, _ times: CheckTimes) -> String {
    let levels = "the levels \(limits.lowest)..\(limits.highest)"
    let farthest = passage.worst.worst.map { "; \($0.component.rawValue) reaches \($0.level)" } ?? ""
    let share = "\(percent(passage.worst.share)) of the picture is outside of \(levels)"
    let allowed = "more than \(percent(limits.area))\(farthest)"
    guard passage.frames.count > 1 else {
      return "\(share) at \(times.words(passage.worstFrame)), \(allowed)"
    }
    return "up to \(share) from \(times.words(passage.frames.lowerBound)) to"
      + " \(times.words(passage.frames.upperBound)), \(allowed)"
  }

  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}
