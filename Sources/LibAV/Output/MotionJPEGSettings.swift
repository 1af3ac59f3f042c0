package import Basics
internal import CFFmpeg
package import Composition

/// All settings that determine what FFmpeg's JPEG encoder makes of the same frames.
package struct MotionJPEGSettings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate
  package let color: ColorTags

  package var reorderDelay: Int64? { 0 }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    try writePicture(to: prepared, keyFrameInterval: 1, threads: intraThreads)
    guard encoding.depth == .eight, color.isFullRange == true else {
      throw refused("JPEG has 8 bits in full range")
    }
    guard case .quality(let quality) = encoding.rateControl, let factor = Self.quantizer(ofQuality: quality)
    else {
      throw refused("mjpeg is given one of the qualities of its codec")
    }
    let context = prepared.pointer
    // Every picture is a key frame; FFmpeg's MPEG encoders, of which this is one, refuse closed groups of
    // them.
    context.pointee.flags &= ~Int32(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP))
    context.pointee.flags |= AV_CODEC_FLAG_QSCALE
    context.pointee.qmin = 1
    // FFmpeg's quantizer unit is a 118th of the encoder's.
    context.pointee.global_quality = Int32(factor * 118)
    // The other transforms differ between CPUs.
    try prepared.set([("dct", "int")], "preparing mjpeg")
  }

  /// The scale of the quantization tables for pictures as similar to their source as x264's with this
  /// quality; nil if tables cannot be so fine, or so coarse.
  ///
  /// Fitted to the structural similarity of real clips; docs/measurements/codecs.md has the measurements.
  static func quantizer(ofQuality quality: Int) -> Int? {
    guard VideoCodec.mjpeg.declaration?.qualities?.contains(quality) == true else { return nil }
    return quality < 23 ? (quality - 11) / 3 : 4 + (5 * (quality - 23) + 3) / 7
  }
}
