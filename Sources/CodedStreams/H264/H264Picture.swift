/// A picture parameter set of H.264, as far as renaming and slice headers require it.
struct H264Picture: Hashable, Sendable {
  var identifier: Int
  var sequence: Int
  /// Whether slices of frames also state the order of the lower field.
  var hasFieldOrder: Bool
  /// Whether slices state if they are redundant copies.
  var hasRedundantPictures: Bool
  /// The ranges of the two ids, in bits of the plain set.
  var identifierBits: Range<Int>
  var sequenceBits: Range<Int>

  /// Parses a whole unit, including its header of one byte.
  init(_ unit: [UInt8]) throws(CodedStreamError) {
    var bits = BitReader(unescaped(unit, in: min(1, unit.count)..<unit.count), of: "a PPS")
    identifier = try bits.unsigned("id", atMost: 255)
    identifierBits = 0..<bits.position
    sequence = try bits.unsigned("seq_parameter_set_id", atMost: 31)
    sequenceBits = identifierBits.upperBound..<bits.position
    try bits.skip(1)
    hasFieldOrder = try bits.flag()
    let groups = 1 + (try bits.unsigned("num_slice_groups_minus1", atMost: 7))
    if groups > 1 { try bits.skipSliceGroups(groups) }
    _ = try bits.unsigned("num_ref_idx_l0_default_active_minus1", atMost: 31)
    _ = try bits.unsigned("num_ref_idx_l1_default_active_minus1", atMost: 31)
    try bits.skip(3)
    for _ in 0..<3 { _ = try bits.signed() }
    try bits.skip(2)
    hasRedundantPictures = try bits.flag()
  }

  func replacements(identifier: Int, sequence: Int) -> [BitReplacement] {
    [.unsigned(identifier, in: identifierBits), .unsigned(sequence, in: sequenceBits)]
  }
}

extension BitReader {
  fileprivate mutating func skipSliceGroups(_ groups: Int) throws(CodedStreamError) {
    switch try unsigned("slice_group_map_type", atMost: 6) {
    case 0: for _ in 0..<groups { _ = try unsigned() }
    case 2: for _ in 0..<2 * (groups - 1) { _ = try unsigned() }
    case 3, 4, 5:
      try skip(1)
      _ = try unsigned()
    case 6:
      let units = 1 + (try unsigned())
      let bitsOfGroup = Int.bitWidth - (groups - 1).leadingZeroBitCount
      // At most 2^32 times 3 bits.
      try skip(units * bitsOfGroup)
    default: break
    }
  }
}
