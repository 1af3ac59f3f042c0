/// The start of a slice of H.264: up to the id of its PPS, and in an IDR picture up to its reference marking.
struct H264Slice {
  var firstMacroblock: Int
  var picture: Int
  /// The range of the PPS id, in bits of the plain slice.
  var pictureBits: Range<Int>
  var refresh: Refresh?

  /// The fields that only slices of IDR pictures have.
  struct Refresh {
    var identifier: Int
    var identifierBits: Range<Int>
    /// `no_output_of_prior_pics_flag`, and its position.
    var discardsPriorPictures: Bool
    var discardBit: Int
  }

  /// More bytes than the fields before the reference marking can have.
  static let headBytes = 96

  init(
    _ plain: [UInt8], isRefresh: Bool, sets: H264Sets
  ) throws(CodedStreamError) {
    var bits = BitReader(plain, of: "a slice")
    firstMacroblock = try bits.unsigned()
    _ = try bits.unsigned("slice_type", atMost: 9)
    let start = bits.position
    picture = try bits.unsigned("pic_parameter_set_id", atMost: 255)
    pictureBits = start..<bits.position
    guard let pictureSet = sets.pictures[picture], let sequence = sets.sequences[pictureSet.sequence] else {
      throw .isMissing("PPS \(picture)", namedBy: "a slice")
    }
    if isRefresh { refresh = try bits.refresh(pictureSet, sequence) }
  }
}

extension BitReader {
  fileprivate mutating func refresh(
    _ picture: H264Picture, _ sequence: H264Sequence
  ) throws(CodedStreamError) -> H264Slice.Refresh {
    if sequence.format.hasSeparatePlanes { try skip(2) }
    try skip(sequence.frameNumberBits)
    var isField = false
    if !sequence.hasOnlyFrames {
      isField = try flag()
      if isField { try skip(1) }
    }
    let start = position
    let identifier = try unsigned("idr_pic_id", atMost: 65535)
    let end = position
    switch sequence.order {
    case .lowBits(let count):
      try skip(count)
      if picture.hasFieldOrder, !isField { _ = try signed() }
    case .differences(alwaysZero: false):
      _ = try signed()
      if picture.hasFieldOrder, !isField { _ = try signed() }
    case .differences, .decodingOrder: break
    }
    // Slices of IDR pictures are intra, so nothing about references precedes the marking.
    if picture.hasRedundantPictures { _ = try unsigned("redundant_pic_cnt", atMost: 127) }
    let discardBit = position
    let discards = try flag()
    return H264Slice.Refresh(
      identifier: identifier, identifierBits: start..<end, discardsPriorPictures: discards,
      discardBit: discardBit)
  }
}

/// The parameter sets of one source, by id.
struct H264Sets: Hashable, Sendable {
  var sequences: [Int: H264Sequence] = [:]
  var pictures: [Int: H264Picture] = [:]
}
