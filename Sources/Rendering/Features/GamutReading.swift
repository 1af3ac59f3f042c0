package import Composition
package import Detection
package import LibAV

/// Finds pictures of a film, which it takes in order, whose colours are outside of the permitted levels.
package struct GamutReading {
  private var meter: GamutMeter
  private var finder: GamutFinder
  /// For formats that are not read as they are, of the last size.
  private var converter: PictureConverter?

  package init(_ limits: GamutLimits, framesOfSecond: Int64) {
    meter = GamutMeter(lowest: limits.lowest, highest: limits.highest)
    finder = GamutFinder(area: limits.area, framesOfSecond: framesOfSecond)
  }

  package mutating func take(_ frame: VideoFrame) throws(LibAVError) {
    if let excess = excess(of: frame) { return finder.add(excess) }
    if converter?.target.size != frame.size {
      converter = PictureConverter(to: PictureTarget(size: frame.size, layout: .yuv444p))
    }
    guard let converted = try converter?.convert(frame), let excess = excess(of: converted) else {
      throw LibAVError(
        operation: "reading pictures", subject: "the film", cause: .limit,
        reason: "pictures of \(frame.size) cannot be analysed")
    }
    finder.add(excess)
  }

  package var passages: [GamutPassage] { finder.passages }

  /// Nil unless the planes are luma and chroma of 8 or 10 bits.
  private mutating func excess(of frame: VideoFrame) -> GamutMeter.Excess? {
    guard let layout = frame.layout, !layout.isRGB, layout != .gray8 else { return nil }
    let weights = frame.matrixWeights
    let isFullRange = frame.color.isFullRange == true
    return frame.withPlanes { planes in
      guard planes.count >= 3, let luma = planes[0].layout(), let chroma = planes[1].layout() else {
        return nil
      }
      if planes[0].bytesPerElement == 1 {
        return meter.measure(
          luma: planes[0].samples().span, luma, blue: planes[1].samples().span, red: planes[2].samples().span,
          chroma, weights: weights, isFullRange: isFullRange)
      }
      return meter.measure(
        luma: planes[0].words().span, luma, blue: planes[1].words().span, red: planes[2].words().span, chroma,
        weights: weights, isFullRange: isFullRange)
    }
  }
}
