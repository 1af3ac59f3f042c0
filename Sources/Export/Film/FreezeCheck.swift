import Basics
import LibAV
import RenderPlan
import Rendering

/// Finds the longest run of equal pictures where the film shows moving media.
struct FreezeCheck: PictureCheck {
  private let longest: RationalTime
  private let isMeantToMove: [Bool]
  private let firstFrame: Int64
  private var count: Int64 = 0
  private var reading = FreezeReading()

  init(_ longest: RationalTime, _ plan: RenderPlan) {
    self.longest = longest
    isMeantToMove = plan.composition.framesWithMovingMedia()
    firstFrame = plan.frames.lowerBound
  }

  mutating func take(_ picture: VideoFrame, bits: Int) throws(LibAVError) {
    let frame = Int(clamping: firstFrame + count)
    count += 1
    try reading.take(
      picture, isMeantToMove: isMeantToMove.indices.contains(frame) && isMeantToMove[frame])
  }

  func failures(_ times: CheckTimes) -> [FailedCheck] {
    guard let found = reading.longest else { return [] }
    let length = times.length(Int64(found.count))
    guard length > longest else { return [] }
    return [
      FailedCheck(
        .freeze,
        "the picture is frozen for \(length) from \(times.words(found.lowerBound)) on, longer than \(longest)",
        moments: [times.moment(found.lowerBound)])
    ]
  }
}
