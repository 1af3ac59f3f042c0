import Composition
import Detection
import LibAV

/// Reduces pictures to what detection needs of them, whatever their format.
struct PictureFeatureMaker {
  /// Of an interlaced picture, one field is read: the other one shows a later moment.
  let readsOneField: Bool
  /// For formats that are not read as they are, of the last size.
  private var converter: PictureConverter?

  init(readsOneField: Bool) { self.readsOneField = readsOneField }

  mutating func features(of frame: VideoFrame) throws(LibAVError) -> PictureFeatures? {
    if let features = features(ofReadable: frame) { return features }
    if converter?.target.size != frame.size {
      converter = PictureConverter(to: PictureTarget(size: frame.size, layout: .yuv420p))
    }
    return try converter.flatMap { converter throws(LibAVError) in
      features(ofReadable: try converter.convert(frame))
    }
  }

  /// Nil unless the planes are luma and chroma of 8 or 10 bits.
  private func features(ofReadable frame: VideoFrame) -> PictureFeatures? {
    guard let layout = frame.layout, !layout.isRGB else { return nil }
    let isFullRange = frame.color.isFullRange == true
    return frame.withPlanes { planes in
      guard let luma = planes.first?.layout(ofEverySecondRow: readsOneField) else { return nil }
      if layout == .gray8 {
        return PictureFeatures(grey: planes[0].samples().span, luma, isFullRange: true)
      }
      guard planes.count >= 3, let chroma = planes[1].layout(ofEverySecondRow: readsOneField) else {
        return nil
      }
      if planes[0].bytesPerElement == 1 {
        return PictureFeatures(
          luma: planes[0].samples().span, luma, blue: planes[1].samples().span,
          red: planes[2].samples().span, chroma, isFullRange: isFullRange)
      }
      return PictureFeatures(
        luma: planes[0].words().span, luma, blue: planes[1].words().span, red: planes[2].words().span,
        chroma, isFullRange: isFullRange)
    }
  }
}
