internal import CFFmpeg
package import Composition

/// The kinds of file that a single picture is written to.
package enum PictureFile: Hashable, Sendable {
  /// Lossless, with alpha if the picture has it.
  case png
  /// Quality from 1 to 100.
  case jpeg(quality: Int)
  /// Quality from 1 to 100, with alpha if the picture has it.
  case webp(quality: Int)

  package var holdsAlpha: Bool {
    switch self {
    case .png, .webp: true
    case .jpeg: false
    }
  }

  /// By file extension, in any letter case; nil for other kinds.
  package init?(fileExtension: String, quality: Int = 90) {
    switch fileExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg(quality: quality)
    case "webp": self = .webp(quality: quality)
    default: return nil
    }
  }
}

/// Encodes a picture as a picture file, with its colours converted to those of the format.
package struct PictureWriter: Sendable {
  package let kind: PictureFile

  package init(_ kind: PictureFile) {
    self.kind = kind
  }

  /// The form that a picture is converted to before it is written: callers that convert pictures anyway
  /// convert to it directly.
  package func target(size: PixelSize, hasAlpha: Bool) -> PictureTarget {
    kind.target(size: size, hasAlpha: hasAlpha)
  }

  package func bytes(of frame: VideoFrame) throws(LibAVError) -> [UInt8] {
    let encoder = try Encoder(named: kind.encoderName)
    let target = kind.target(size: frame.size, hasAlpha: frame.layout?.hasAlpha == true)
    let picture = try PictureConverter(to: target).convert(frame).withoutSideData()
    try kind.write(to: encoder.context, for: picture)
    try encoder.open()
    try encoder.send(picture.pointer)
    try encoder.send(nil)
    guard let packet = try encoder.receive() else {
      throw LibAVError(
        operation: "writing a picture", subject: kind.encoderName, cause: .other,
        reason: "the encoder returned no picture")
    }
    return packet.bytes
  }
}

extension PictureFile {
  fileprivate var encoderName: String {
    switch self {
    case .png: "png"
    case .jpeg: "mjpeg"
    case .webp: "libwebp"
    }
  }

  fileprivate func target(size: PixelSize, hasAlpha: Bool) -> PictureTarget {
    // JFIF defines this for every JPEG, and WebP implies it, too: the matrix of BT.601, chroma in the middle.
    var color = ColorTags(primaries: "bt709", transfer: "iec61966-2-1", matrix: "bt470bg", isFullRange: true)
    switch self {
    case .png: return PictureTarget(size: size, layout: hasAlpha ? .rgba : .rgb24, color: .sRGB)
    case .jpeg: return PictureTarget(size: size, layout: .yuv420p, color: color, chromaIsCentered: true)
    case .webp:
      color.isFullRange = false
      return PictureTarget(
        size: size, layout: hasAlpha ? .yuva420p : .yuv420p, color: color, chromaIsCentered: true)
    }
  }

  fileprivate func write(
    to context: UnsafeMutablePointer<AVCodecContext>, for picture: VideoFrame
  ) throws(LibAVError) {
    context.pointee.width = picture.pointer.pointee.width
    context.pointee.height = picture.pointer.pointee.height
    context.pointee.pix_fmt = picture.format
    context.pointee.color_range = AVCOL_RANGE_JPEG
    context.pointee.time_base = AVRational(num: 1, den: 1)
    switch self {
    case .png: break
    case .jpeg(let quality):
      try checkQuality(quality)
      // FFmpeg counts from 31, the worst, to 1, the best.
      let scale = 31 - (Int32(quality) - 1) * 30 / 99
      context.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
      picture.pointer.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.qmin = 1
      context.pointee.global_quality = FF_QP2LAMBDA * scale
      picture.pointer.pointee.quality = FF_QP2LAMBDA * scale
    case .webp(let quality):
      try checkQuality(quality)
      guard max(picture.size.width, picture.size.height) <= 16383 else {
        throw LibAVError(
          operation: "writing a picture", subject: "\(picture.size)", cause: .limit,
          reason: "each side of a WebP has at most 16383 pixels")
      }
      context.pointee.color_range = AVCOL_RANGE_MPEG
      av_opt_set_double(context.pointee.priv_data, "quality", Double(quality), 0)
    }
  }

  private func checkQuality(_ quality: Int) throws(LibAVError) {
    guard (1...100).contains(quality) else {
      throw LibAVError(
        operation: "writing a picture", subject: "quality \(quality)", cause: .limit,
        reason: "the quality must be from 1 to 100")
    }
  }
}
