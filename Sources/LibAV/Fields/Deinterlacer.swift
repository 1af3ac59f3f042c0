internal import Basics
internal import CFFmpeg
internal import Composition

/// Interpolates a whole picture from each field of an interlaced one.
///
/// The lines of the wanted field stay unchanged. In still parts, the missing lines come from the other field
/// just before and just after; in moving parts they are interpolated vertically, with fine detail from both
/// neighbours in time. The weights are those of the BBC's deinterlacer and of FFmpeg's `bwdif`.
///
/// A pure function of three neighbouring pictures, in integers: the result does not depend on where reading
/// began.
struct Deinterlacer {
  enum Half {
    case first
    case second
  }

  private let pool: FramePool

  init(pool: FramePool = FramePool()) {
    self.pool = pool
  }

  /// At either end of the stream, the picture itself replaces the missing neighbour.
  func picture(
    of half: Half, in current: VideoFrame, _ order: FieldOrder, previous: VideoFrame?, next: VideoFrame?,
    presentationTime: RationalTime?
  ) throws(LibAVError) -> VideoFrame {
    let current = try planar(current)
    let previous = try previous.map { frame throws(LibAVError) in try planar(frame) } ?? current
    let next = try next.map { frame throws(LibAVError) in try planar(frame) } ?? current
    let result = try VideoFrame.blank(
      size: current.size, format: current.format, pool: pool, presentationTime: presentationTime)
    try check(
      av_frame_copy_props(result.pointer, current.pointer), "deinterlacing a picture", current.formatName)
    result.pointer.pointee.interlaced_frame = 0

    // The parity of the rows of the wanted field: 0 for the top field.
    let keptParity = (order == .topFirst) == (half == .first) ? 0 : 1
    let isDeep = current.bitDepth > 8
    let greatest = (1 << current.bitDepth) - 1
    for (index, target) in result.mutablePlanes.enumerated() {
      let planes = FieldPlanes(
        previous: previous.mutablePlanes[index], current: current.mutablePlanes[index],
        next: next.mutablePlanes[index], half: half)
      if isDeep {
        planes.fill(target, keptParity: keptParity, greatest: greatest, UInt16.self)
      } else {
        planes.fill(target, keptParity: keptParity, greatest: greatest, UInt8.self)
      }
    }
    return result
  }

  /// The same picture with one plane per component, in the machine's byte order.
  private func planar(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    if frame.hasPlainPlanes { return frame }
    let isDeep = frame.bitDepth > 8
    var color = frame.color
    if PixelKind(frame.format) == .rgb { color = .bt709 }
    // A picture without a matrix gets the default of its size.
    if color.matrix == nil { color.matrix = frame.size.impliesHDColor ? "bt709" : "smpte170m" }
    let layout: PixelLayout =
      frame.hasAlphaPlane ? (isDeep ? .yuva444p10 : .yuva444p) : isDeep ? .yuv422p10 : .yuv422p
    return try PictureConverter(
      to: PictureTarget(size: frame.size, layout: layout, color: color), pool: pool
    ).convert(frame)
  }
}

extension VideoFrame {
  private var description: AVPixFmtDescriptor? { av_pix_fmt_desc_get(format)?.pointee }

  fileprivate var bitDepth: Int { Int(description?.comp.0.depth ?? 8) }

  fileprivate var hasAlphaPlane: Bool { (description?.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 }

  fileprivate var hasPlainPlanes: Bool {
    guard let description, description.flags & UInt64(AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_FLOAT) == 0,
      let shapes = planeShapes(format, width: 1, height: 1)
    else { return false }
    let depth = Int(description.comp.0.depth)
    return depth <= 16 && shapes.count == Int(description.nb_components) && description.comp.0.shift == 0
      && shapes.allSatisfy { $0.bytesPerElement == (depth > 8 ? 2 : 1) }
  }
}

/// Which pictures of a stream are treated as two fields, taken at two moments, in alternate lines.
package enum FieldHandling: Hashable, Sendable {
  /// Those that are marked as interlaced, by themselves or, if the codec cannot mark them, by the file.
  case marked
  case all
  case none
}

/// Decides for each picture whether it is split into fields, and which field comes first.
struct FieldRule {
  private let handling: FieldHandling
  /// The field order of the whole stream in the file; nil if there is none, or if it is progressive.
  private let streamOrder: FieldOrder?
  private let codecMarksPictures: Bool
  /// Whether the codec codes each field as a picture of its own, so that there is nothing to split.
  private let codecSeparatesFields: Bool

  init(_ handling: FieldHandling, _ parameters: AVCodecParameters) {
    self.handling = handling
    streamOrder =
      switch parameters.field_order {
      case AV_FIELD_TT, AV_FIELD_BT: .topFirst
      case AV_FIELD_BB, AV_FIELD_TB: .bottomFirst
      default: nil
      }
    codecMarksPictures = Self.markingCodecs.contains(parameters.codec_id.rawValue)
    codecSeparatesFields = parameters.codec_id == AV_CODEC_ID_HEVC
  }

  /// Nil for a picture that is shown unchanged.
  func order(of frame: VideoFrame) -> FieldOrder? {
    let picture = frame.pointer.pointee
    // Pictures of at most three lines are not split.
    guard handling != .none, !codecSeparatesFields, picture.height > 3 else { return nil }
    if picture.interlaced_frame != 0 { return picture.top_field_first != 0 ? .topFirst : .bottomFirst }
    if handling == .all { return streamOrder ?? .topFirst }
    return codecMarksPictures ? nil : streamOrder
  }

  private static let markingCodecs = Set(
    [
      AV_CODEC_ID_H264, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_VC1,
      AV_CODEC_ID_WMV3, AV_CODEC_ID_DVVIDEO, AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD, AV_CODEC_ID_CAVS,
    ].map(\.rawValue))
}
