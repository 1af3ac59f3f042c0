import Basics
import Composition
import EditScript

/// How fast credits move over the canvas, and how long that takes.
struct RollPace {
  /// The pixels in `frames` frames, which is 1 unless a preset reduces the size of the film.
  let pixels: Int
  let frames: Int
  /// The number of frames that it takes.
  let length: Int64
  /// The lengths that are nearest to the written one, with their pixels per frame.
  let possible: [(length: Int64, speed: Int)]

  /// - Parameter height: The height of all texts together.
  /// - Parameter asked: The written number of frames; nil for the usual speed.
  /// - Parameter endsInTime: Whether the roll must not take longer than that.
  init(height: Int, on canvas: ResolvedCanvas, asked: Int64?, endsInTime: Bool) {
    let (small, full) = canvas.pixelScale == 1 ? (1, 1) : (canvas.size.width, canvas.fullSize.width)
    let distance = height + canvas.size.height
    // The film has the length that it has at its full size.
    let whole = Self.divided(distance * full, by: small)
    let wanted = max(1, Int(min(asked ?? 1, 1 << 40)))
    let speed =
      asked == nil
      ? Self.usualSpeed(on: canvas)
      : endsInTime ? Self.divided(whole, by: wanted) : max(1, (2 * whole + wanted) / (2 * wanted))
    let least = max(1, whole / wanted)
    possible = [least, least + 1].map { (Int64(Self.divided(whole, by: $0)), $0) }
    let needed = Self.divided(whole, by: speed)
    guard small != full else {
      (pixels, frames, length) = (speed, 1, Int64(needed))
      return
    }
    // Measured at another size, the texts are not exactly as high.
    let isClose = asked != nil && (needed - wanted).magnitude * 100 <= wanted
    frames = isClose ? wanted : needed
    (pixels, length) = (distance, Int64(frames))
  }

  /// 4 pixels a frame with 25 frames per second and 1080 lines: a line needs eleven seconds to cross the canvas.
  private static func usualSpeed(on canvas: ResolvedCanvas) -> Int {
    let height = Double(canvas.size.height) / canvas.pixelScale
    return max(
      1, Int((4 * height / 1080 * 25 * Double(canvas.rate.seconds) / Double(canvas.rate.frames)).rounded()))
  }

  /// Rounded up.
  private static func divided(_ number: Int, by divisor: Int) -> Int { (number + divisor - 1) / divisor }
}

extension LoweringPhase {
  /// The pace of a roll; nil for other items, and if its texts were not measured.
  func rollPace(of placed: TimedItem, on canvas: ResolvedCanvas) -> RollPace? {
    guard placed.item.roll != nil, let measured = MeasuredCredits(placed, on: canvas, table) else {
      return nil
    }
    var (asked, endsInTime): (Int64?, Bool) = (nil, false)
    if case .range? = placed.item.at?.value {
      guard let length = placed.length else { return nil }
      (asked, endsInTime) = (canvas.rate.frame(at: length)?.value, true)
    } else if let written = placed.item.duration {
      guard let frames = placed.item.writtenFrames(of: written, at: canvas.rate) else { return nil }
      asked = frames
    }
    return RollPace(height: measured.height, on: canvas, asked: asked, endsInTime: endsInTime)
  }
}

extension Item {
  fileprivate func writtenFrames(of written: Located<DurationExpression>, at rate: FrameRate) -> Int64? {
    guard let length = try? written.value.resolved(at: rate), length > .zero else { return nil }
    return rate.frame(at: length)?.value
  }
}

extension Placement {
  /// How long credits move over the canvas; nil after a finding, or if their texts were not measured.
  mutating func rollLength(ofItemAt index: Int) -> RationalTime? {
    let item = items[index].item
    let written = duration(item.duration, ofItemAt: index, rate: rate)
    guard item.duration == nil || written != nil else { return nil }
    guard let canvas = canvas.canvas else { return nil }
    // A film without a picture shows none; that has a finding.
    guard canvas.hasPicture else { return written ?? RationalTime(seconds: 1) }
    guard let pace = rollPace(of: items[index], on: canvas) else { return nil }
    guard let length = try? canvas.rate.start(ofFrame: pace.length) else {
      reportOverflow(at: item.kindRange)
      return nil
    }
    return length
  }
}
