/// A sequence parameter set of H.264, as far as joining requires it.
struct H264Sequence: Hashable, Sendable {
  var identifier: Int
  var profile: H264Profile
  var level: H264Level
  var format: PictureFormat
  /// The length of `frame_num` in a slice, in bits.
  var frameNumberBits: Int
  var order: H264PictureOrder
  /// Whether there are only frames, no fields.
  var hasOnlyFrames: Bool
  var infersDirect8x8: Bool
  /// The range of the id, in bits of the plain set.
  var identifierBits: Range<Int>
  /// The start of the part for players and buffers: the flag for the VUI, and the VUI.
  var usabilityStart: Int

  /// Parses a whole unit, including its header of one byte.
  init(_ unit: [UInt8]) throws(CodedStreamError) {
    let plain = unescaped(unit, in: min(1, unit.count)..<unit.count)
    var bits = BitReader(plain, of: "an SPS")
    let number = try bits.number(8)
    profile = H264Profile(number: number, constraints: UInt8(try bits.number(8)))
    let levelNumber = try bits.number(8)
    level = H264Level(
      number: levelNumber == 9 ? 11 : levelNumber,
      isOneB: levelNumber == 9 || levelNumber == 11 && profile.isOneBMarked)
    let start = bits.position
    identifier = try bits.unsigned("id", atMost: 31)
    identifierBits = start..<bits.position

    var chroma = 1
    var depths = (8, 8)
    var separatePlanes = false
    if profile.hasFormat {
      chroma = try bits.unsigned("chroma_format_idc", atMost: 3)
      if chroma == 3 { separatePlanes = try bits.flag() }
      depths.0 = 8 + (try bits.unsigned("bit_depth_luma_minus8", atMost: 6))
      depths.1 = 8 + (try bits.unsigned("bit_depth_chroma_minus8", atMost: 6))
      try bits.skip(1)
      if try bits.flag() { try bits.skipScalingMatrices(count: chroma == 3 ? 12 : 8) }
    }
    frameNumberBits = 4 + (try bits.unsigned("log2_max_frame_num_minus4", atMost: 12))
    order = try bits.pictureOrder()
    let references = try bits.unsigned("max_num_ref_frames", atMost: 16)
    try bits.skip(1)

    let columns = 1 + (try bits.unsigned("pic_width_in_mbs_minus1", atMost: 4095))
    let mapRows = 1 + (try bits.unsigned("pic_height_in_map_units_minus1", atMost: 4095))
    hasOnlyFrames = try bits.flag()
    let rows = hasOnlyFrames ? mapRows : mapRows * 2
    if !hasOnlyFrames { try bits.skip(1) }
    infersDirect8x8 = try bits.flag()
    let unitWidth = chroma == 1 || chroma == 2 ? 2 : 1
    let unitHeight = (chroma == 1 ? 2 : 1) * (hasOnlyFrames ? 1 : 2)
    format = PictureFormat(
      width: columns * 16, height: rows * 16, chroma: chroma, hasSeparatePlanes: separatePlanes,
      lumaDepth: depths.0, chromaDepth: depths.1)
    if try bits.flag() { try bits.readCrop(&format, unitWidth: unitWidth, unitHeight: unitHeight) }

    var buffering: DecoderBuffering?
    usabilityStart = bits.position
    if try bits.flag() { buffering = try bits.readUsability(into: &format, references: references) }
    // Streams with only intra pictures are displayed in decoding order, whatever their level.
    let implied: DecoderBuffering =
      profile.isIntraOnly
      ? .stated(references: references, reorder: 0, frames: 0) : .byLevel(references: references)
    format.buffering = buffering ?? implied
  }

  /// The replacements for a new id and a new level: its number, and the constraint that distinguishes 1b from
  /// 1.1.
  func replacements(identifier: Int, level: H264Level) -> [BitReplacement] {
    var constraints = Int(profile.constraints)
    if profile.marksOneB, self.level != level {
      constraints = level.isOneB ? constraints | 0x10 : constraints & ~0x10
    }
    let number = level.isOneB && !profile.marksOneB ? 9 : level.number
    return [
      BitReplacement(range: 8..<16, value: constraints, length: 8),
      BitReplacement(range: 16..<24, value: number, length: 8),
      .unsigned(identifier, in: identifierBits),
    ]
  }

  /// The number of frames that a decoder buffers, stated or by level and size; nil for an unknown level.
  var bufferedFrames: Int? {
    if case .stated(_, _, let frames) = format.buffering { return frames }
    return level.bufferedFrames(macroblocks: format.width / 16 * (format.height / 16))
  }
}

/// The way in which slices state the display order of pictures.
enum H264PictureOrder: Hashable, Sendable {
  /// The lowest bits of the number; the value is their count.
  case lowBits(Int)
  /// Differences from the expected order, unless they are always zero.
  case differences(alwaysZero: Bool)
  case decodingOrder
}

extension BitReader {
  fileprivate mutating func pictureOrder() throws(CodedStreamError) -> H264PictureOrder {
    switch try unsigned("pic_order_cnt_type", atMost: 2) {
    case 0: return .lowBits(4 + (try unsigned("log2_max_pic_order_cnt_lsb_minus4", atMost: 12)))
    case 1:
      let alwaysZero = try flag()
      _ = try signed()
      _ = try signed()
      for _ in 0..<(try unsigned("num_ref_frames_in_pic_order_cnt_cycle", atMost: 255)) { _ = try signed() }
      return .differences(alwaysZero: alwaysZero)
    default: return .decodingOrder
    }
  }

  fileprivate mutating func skipScalingMatrices(count: Int) throws(CodedStreamError) {
    for index in 0..<count where try flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(index < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try signed())) & 255 }
        if next != 0 { last = next }
      }
    }
  }

  /// Reads the VUI: aspect, colour and the decoder's buffering, nil if it is not stated.
  fileprivate mutating func readUsability(
    into format: inout PictureFormat, references: Int
  ) throws(CodedStreamError) -> DecoderBuffering? {
    try readLook(into: &format)
    if try flag() { try skip(65) }
    let hasNetworkLimits = try flag()
    if hasNetworkLimits { try skipBufferModel() }
    let hasPictureLimits = try flag()
    if hasPictureLimits { try skipBufferModel() }
    if hasNetworkLimits || hasPictureLimits { try skip(1) }
    try skip(1)
    guard try flag() else { return nil }
    try skip(1)
    for _ in 0..<4 { _ = try unsigned() }
    let reorder = try unsigned("max_num_reorder_frames", atMost: 16)
    let frames = try unsigned("max_dec_frame_buffering", atMost: 16)
    return .stated(references: references, reorder: reorder, frames: frames)
  }

  /// `hrd_parameters`
  private mutating func skipBufferModel() throws(CodedStreamError) {
    let count = 1 + (try unsigned("cpb_cnt_minus1", atMost: 31))
    try skip(8)
    for _ in 0..<count {
      _ = try unsigned()
      _ = try unsigned()
      try skip(1)
    }
    try skip(20)
  }
}
