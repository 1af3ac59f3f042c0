internal import CFFmpeg
internal import MediaFacts

/// Which pictures of a stream are two half-pictures, taken at two moments, line by line.
package enum FieldHandling: Hashable, Sendable {
  /// Those that are marked as such, by themselves or, where the codec cannot, by the file.
  case marked
  case all
  case none
}

/// Says of each picture whether it is to be taken apart, and which half comes first.
struct FieldRule {
  private let handling: FieldHandling
  /// What the file says of the whole stream; nil where it says nothing or "progressive".
  private let streamOrder: FieldOrder?
  private let codecMarksPictures: Bool
  /// Codes each half as a picture of its own, so that there is nothing to take apart.
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

  /// Nil for a picture that is shown as it is.
  func order(of frame: VideoFrame) -> FieldOrder? {
    let picture = frame.pointer.pointee
    // A picture of one line has no halves.
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
