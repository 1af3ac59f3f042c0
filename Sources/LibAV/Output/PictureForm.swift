internal import CFFmpeg
internal import Composition

/// The properties of a picture that swscale needs, with every gap filled.
struct PictureForm: Hashable {
  var size: PixelSize
  /// Never a format whose name means "full range".
  var format: AVPixelFormat
  /// swscale's number of the YUV matrix, which equals FFmpeg's; nil for RGB and gray, which have none.
  var matrix: Int32?
  var isFullRange: Bool
  var chromaSite: ChromaSite

  init(of frame: VideoFrame) throws(LibAVError) {
    let codes = ColorCodes(frame.pointer.pointee)
    size = frame.size
    format = plainTwin(of: frame.format)
    let kind = PixelKind(format)
    let given = codes.matrix == AVCOL_SPC_UNSPECIFIED || codes.matrix == AVCOL_SPC_RGB ? nil : codes.matrix
    matrix = kind == .yuv ? try scalerMatrix(given ?? usualMatrix(of: size)) : nil
    isFullRange =
      switch codes.range {
      case AVCOL_RANGE_JPEG: true
      case AVCOL_RANGE_MPEG: kind == .rgb
      default: kind != .yuv
      }
    chromaSite = ChromaSite(frame.pointer.pointee.chroma_location)
  }

  init(of target: PictureTarget) throws(LibAVError) {
    let codes = try ColorCodes(target.color)
    _ = try wholeSize(target.size, "converting a picture")
    size = target.size
    format = target.layout.format
    let kind = PixelKind(format)
    let given = codes.matrix == AVCOL_SPC_UNSPECIFIED ? AVCOL_SPC_BT709 : codes.matrix
    matrix = kind == .yuv ? try scalerMatrix(given) : nil
    isFullRange = kind == .rgb || codes.range == AVCOL_RANGE_JPEG
    chromaSite = target.chromaIsCentered ? .center : .left
  }

  var hasAlpha: Bool {
    av_pix_fmt_desc_get(format).map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 } ?? false
  }

  /// Whether only tags differ.
  func holdsSamePixels(as other: PictureForm) -> Bool {
    size == other.size && format == other.format && matrix == other.matrix
      && isFullRange == other.isFullRange
  }
}

/// Whether a format stores luma and chroma, colours, or luma alone.
enum PixelKind: Hashable {
  case yuv
  case rgb
  case gray

  init(_ format: AVPixelFormat) {
    guard let description = av_pix_fmt_desc_get(format)?.pointee else {
      self = .yuv
      return
    }
    let isRGB = description.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    self = isRGB ? .rgb : description.nb_components < 3 ? .gray : .yuv
  }
}

/// The position of a chroma sample between its luma samples, in 1/256 of their distance.
struct ChromaSite: Hashable {
  let horizontal: Int64
  let vertical: Int64

  static let left = ChromaSite(horizontal: 0, vertical: 128)
  static let center = ChromaSite(horizontal: 128, vertical: 128)

  init(horizontal: Int64, vertical: Int64) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Unspecified means left, as in MPEG-2 and H.264.
  init(_ location: AVChromaLocation) {
    self =
      switch location {
      case AVCHROMA_LOC_CENTER: .center
      case AVCHROMA_LOC_TOPLEFT: ChromaSite(horizontal: 0, vertical: 0)
      case AVCHROMA_LOC_TOP: ChromaSite(horizontal: 128, vertical: 0)
      case AVCHROMA_LOC_BOTTOMLEFT: ChromaSite(horizontal: 0, vertical: 256)
      case AVCHROMA_LOC_BOTTOM: ChromaSite(horizontal: 128, vertical: 256)
      default: .left
      }
  }
}

/// The matrix of untagged video.
private func usualMatrix(of size: PixelSize) -> AVColorSpace {
  size.impliesHDColor ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
}

/// swscale supports the matrices that are one linear step from RGB; BT.601 has two names.
private func scalerMatrix(_ matrix: AVColorSpace) throws(LibAVError) -> Int32 {
  switch matrix {
  case AVCOL_SPC_BT709: return SWS_CS_ITU709
  case AVCOL_SPC_FCC: return SWS_CS_FCC
  case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601
  case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M
  case AVCOL_SPC_BT2020_NCL: return SWS_CS_BT2020
  default:
    throw LibAVError(
      operation: "converting a picture",
      subject: av_color_space_name(matrix).map { String(cString: $0) } ?? "unknown matrix",
      cause: .notAvailable, reason: "pictures with this colour matrix cannot be converted")
  }
}
