/// A sequence parameter set of HEVC, as far as joining requires it.
struct HEVCSequence: Hashable, Sendable {
  var identifier: Int
  var identifierBits: Range<Int>
  /// The id of the VPS.
  var video: Int
  var profile: HEVCProfile
  var subLayers: Int
  var nestsTemporalLayers: Bool
  var format: PictureFormat
  /// Whether there are only frames, no fields as separate pictures.
  var hasOnlyFrames = true
  /// The side of a coding tree block.
  var blockSize: Int
  /// The range of the buffering of the highest sub-layer, in bits of the plain set.
  var bufferingBits: Range<Int>

  /// Parses a whole unit, including its header of two bytes.
  init(_ unit: [UInt8]) throws(CodedStreamError) {
    var bits = BitReader(unescaped(unit, in: min(2, unit.count)..<unit.count), of: "an SPS")
    video = try bits.number(4)
    subLayers = 1 + (try bits.number(3))
    guard subLayers <= 7 else { throw .outOfRange("sps_max_sub_layers_minus1", subLayers - 1, in: "an SPS") }
    nestsTemporalLayers = try bits.flag()
    profile = try bits.profile(subLayers: subLayers)
    let start = bits.position
    identifier = try bits.unsigned("id", atMost: 15)
    identifierBits = start..<bits.position
    format = try bits.pictureFormat()

    let orderBits = 4 + (try bits.unsigned("log2_max_pic_order_cnt_lsb_minus4", atMost: 12))
    let coversAll = try bits.flag()
    bufferingBits = bits.position..<bits.position
    for _ in (coversAll ? 0 : subLayers - 1)..<subLayers {
      let start = bits.position
      let pictures = 1 + (try bits.unsigned("sps_max_dec_pic_buffering_minus1", atMost: 15))
      let reorder = try bits.unsigned("sps_max_num_reorder_pics", atMost: 15)
      let latency = try bits.unsigned()
      format.buffering = .highest(
        pictures: pictures, reorder: reorder, latency: latency == 0 ? nil : reorder + latency - 1)
      bufferingBits = start..<bits.position
    }
    let smallest = 3 + (try bits.unsigned("log2_min_luma_coding_block_size_minus3", atMost: 3))
    let larger = try bits.unsigned("log2_diff_max_min_luma_coding_block_size", atMost: 3)
    blockSize = 1 << (smallest + larger)
    for _ in 0..<4 { _ = try bits.unsigned() }
    // Scaling lists: enabled, then present.
    if try bits.flag(), try bits.flag() { try bits.skipScalingLists() }
    try bits.skip(2)
    if try bits.flag() {
      try bits.skip(8)
      for _ in 0..<2 { _ = try bits.unsigned() }
      try bits.skip(1)
    }
    try bits.skipReferenceSets()
    if try bits.flag() {
      let count = try bits.unsigned("num_long_term_ref_pics_sps", atMost: 32)
      try bits.skip(count * (orderBits + 1))
    }
    try bits.skip(2)
    if try bits.flag() {
      try bits.readLook(into: &format)
      try bits.skip(1)
      hasOnlyFrames = try !bits.flag()
      try bits.skip(1)
    }
  }

  func replacements(identifier: Int, video: Int, level: HEVCLevel) -> [BitReplacement] {
    [BitReplacement(range: 0..<4, value: video, length: 4)] + profile.replacements(level: level)
      + [.unsigned(identifier, in: identifierBits)]
  }
}

extension BitReader {
  /// Reads size, chroma, crop and depths.
  fileprivate mutating func pictureFormat() throws(CodedStreamError) -> PictureFormat {
    let chroma = try unsigned("chroma_format_idc", atMost: 3)
    let hasSeparatePlanes = chroma == 3 ? try flag() : false
    let width = try unsigned("pic_width_in_luma_samples", atMost: 65535)
    let height = try unsigned("pic_height_in_luma_samples", atMost: 65535)
    guard width > 0, height > 0 else { throw CodedStreamError("has pictures without width or height") }
    var format = PictureFormat(
      width: width, height: height, chroma: chroma, hasSeparatePlanes: hasSeparatePlanes, lumaDepth: 8,
      chromaDepth: 8)
    if try flag() {
      try readCrop(
        &format, unitWidth: chroma == 1 || chroma == 2 ? 2 : 1, unitHeight: chroma == 1 ? 2 : 1)
    }
    format.lumaDepth = 8 + (try unsigned("bit_depth_luma_minus8", atMost: 8))
    format.chromaDepth = 8 + (try unsigned("bit_depth_chroma_minus8", atMost: 8))
    return format
  }

  fileprivate mutating func skipScalingLists() throws(CodedStreamError) {
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        guard try flag() else {
          _ = try unsigned()
          continue
        }
        if size > 1 { _ = try signed() }
        for _ in 0..<min(64, 1 << (4 + 2 * size)) { _ = try signed() }
      }
    }
  }

  /// Skips each `st_ref_pic_set`; the length of one depends on the previous one.
  fileprivate mutating func skipReferenceSets() throws(CodedStreamError) {
    // Differences in picture order: the earlier ones from the nearest on, then the later ones.
    var previous: [Int] = []
    for index in 0..<(try unsigned("num_short_term_ref_pic_sets", atMost: 64)) {
      if index > 0, try flag() {
        previous = try derivedReferenceSet(from: previous)
      } else {
        previous = try plainReferenceSet()
      }
    }
  }

  private mutating func derivedReferenceSet(from previous: [Int]) throws(CodedStreamError) -> [Int] {
    let isNegative = try flag()
    let distance = 1 + (try unsigned("abs_delta_rps_minus1", atMost: 32767))
    let shift = isNegative ? -distance : distance
    var differences: [Int] = []
    for difference in previous + [0] {
      let isUsed = try flag()
      let isKept = isUsed ? true : try flag()
      if isKept, difference + shift != 0 { differences.append(difference + shift) }
    }
    guard differences.count <= 16 else { throw .outOfRange("NumDeltaPocs", differences.count, in: part) }
    return differences.filter { $0 < 0 }.sorted(by: >) + differences.filter { $0 > 0 }.sorted()
  }

  private mutating func plainReferenceSet() throws(CodedStreamError) -> [Int] {
    let earlier = try unsigned("num_negative_pics", atMost: 16)
    let later = try unsigned("num_positive_pics", atMost: 16)
    var differences: [Int] = []
    for (count, sign) in [(earlier, -1), (later, 1)] {
      var sum = 0
      for _ in 0..<count {
        sum += 1 + (try unsigned("delta_poc_minus1", atMost: 32767))
        differences.append(sign * sum)
        try skip(1)
      }
    }
    return differences
  }
}
