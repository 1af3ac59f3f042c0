package import Basics
internal import CFFmpeg
package import Composition

/// All settings that determine what libwebp makes of the same frames, each a separate file.
package struct WebPSettings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate

  package var reorderDelay: Int64? { 0 }
  package var color: ColorTags { .sRGB }
  /// libwebp derives luma and chroma from it, and takes alpha into account.
  package var layout: PixelLayout { .rgba }

  /// In words of 32 bits: blue is the first byte.
  package var encodedFormat: String { "bgra" }

  package func encoded(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    let picture = try frame.copy { planes in
      for plane in planes {
        for y in 0..<plane.height {
          let row = plane.row(y, of: UInt8.self)
          for place in stride(from: 0, to: row.count - 3, by: 4) { row.swapAt(place, place + 2) }
        }
      }
    }
    picture.pointer.pointee.format = AV_PIX_FMT_BGRA.rawValue
    return picture
  }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    try writePicture(to: prepared, keyFrameInterval: 1, threads: 1)
    guard max(size.width, size.height) <= 16383 else {
      throw refused("each side of a WebP has at most 16383 pixels")
    }
    guard case .quality(let quality) = encoding.rateControl else { throw refused("WebP is given a quality") }
    if quality == 0 {
      return try prepared.set([("lossless", "1"), ("compression_level", "4")], "preparing WebP")
    }
    guard let factor = Self.factor(ofQuality: quality) else {
      throw refused("WebP has no quality \(quality)")
    }
    try prepared.set([("quality", "\(factor)"), ("compression_level", "4")], "preparing WebP")
  }

  /// libwebp's quality for pictures about as similar to their source as x264's with this one; nil beyond its
  /// scale.
  ///
  /// Fitted to the structural similarity of real clips; docs/measurements/codecs.md has the measurements.
  static func factor(ofQuality quality: Int) -> Int? {
    guard VideoCodec.webp.declaration?.qualities?.contains(quality) == true else { return nil }
    return quality < 23 ? 100 - 5 * (quality - 14) / 9 : 95 - 12 * (quality - 23) / 7
  }
}
