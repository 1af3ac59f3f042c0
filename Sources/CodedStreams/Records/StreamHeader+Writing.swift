extension StreamHeader {
  /// An `avcC` with the renamed sets of several sources, with lengths of 4 bytes.
  ///
  /// Profile and bit depths are those of the family; a constraint is set if it is set in all SPS.
  static func h264Record(_ units: SetUnits) throws(CodedStreamError) -> [UInt8] {
    let sequences = units.inOrder(\.sequences)
    let pictures = units.inOrder(\.pictures)
    guard sequences.count <= 31 else { throw .tooMany("SPS, which an avcC record can hold", limit: 31) }
    guard pictures.count <= 255 else { throw .tooMany("PPS, which an avcC record can hold", limit: 255) }
    guard let unit = sequences.first else { throw .lacksSets("SPS") }
    let first = try H264Sequence(unit)
    var constraints: UInt8 = 255
    for unit in sequences { constraints &= try H264Sequence(unit).profile.constraints }
    var record: [UInt8] = [1, unit[1], constraints, unit[3], 0xFF, 0xE0 | UInt8(sequences.count)]
    for unit in sequences { try record.appendUnit(unit) }
    record.append(UInt8(pictures.count))
    for unit in pictures { try record.appendUnit(unit) }
    if ![66, 77, 88].contains(first.profile.number) {
      record.append(0xFC | UInt8(first.format.chroma))
      record.append(0xF8 | UInt8(first.format.lumaDepth - 8))
      record.append(0xF8 | UInt8(first.format.chromaDepth - 8))
      record.append(0)
    }
    return record
  }

  /// An `hvcC` with the renamed sets of several sources, complete as `hvc1` requires. Lengths have 4 bytes.
  ///
  /// Compatibilities and constraints are set if they are set in all SPS.
  static func hevcRecord(
    _ units: SetUnits, hints: HEVCHints, messages: [[UInt8]]
  ) throws(CodedStreamError) -> [UInt8] {
    var sequences: [HEVCSequence] = []
    for unit in units.inOrder(\.sequences) { sequences.append(try HEVCSequence(unit)) }
    guard let first = sequences.first else { throw .lacksSets("SPS") }
    let profile = first.profile
    let compatibility = sequences.reduce(0xFFFF_FFFF) { $0 & $1.profile.compatibility }
    let constraints = sequences.reduce(0xFFFF_FFFF_FFFF) { $0 & $1.profile.constraints }
    let tier = profile.level.isHighTier ? 0x20 : 0
    let layers = sequences.map(\.subLayers).max() ?? 1
    let nesting = sequences.allSatisfy(\.nestsTemporalLayers) ? 4 : 0
    var record: [UInt8] = [1]
    record.appendNumber(profile.space << 6 | tier | profile.number, bytes: 1)
    record.appendNumber(compatibility, bytes: 4)
    record.appendNumber(constraints, bytes: 6)
    record.appendNumber(profile.level.number, bytes: 1)
    record.appendNumber(0xF000 | hints.segmentation, bytes: 2)
    record.appendNumber(0xFC | hints.parallelism, bytes: 1)
    record.appendNumber(0xFC | first.format.chroma, bytes: 1)
    record.appendNumber(0xF8 | (first.format.lumaDepth - 8), bytes: 1)
    record.appendNumber(0xF8 | (first.format.chromaDepth - 8), bytes: 1)
    record.appendNumber(hints.frameRate, bytes: 2)
    record.appendNumber(hints.constantFrameRate << 6 | layers << 3 | nesting | 3, bytes: 1)
    let arrays = [
      (HEVCUnit.video, units.inOrder(\.videos)), (HEVCUnit.sequence, units.inOrder(\.sequences)),
      (HEVCUnit.picture, units.inOrder(\.pictures)), (HEVCUnit.prefixMessage, messages),
    ].filter { !$0.1.isEmpty }
    record.appendNumber(arrays.count, bytes: 1)
    for (kind, units) in arrays {
      // All sets are here; repetitions in packets change nothing. SEI may also be in packets.
      record.appendNumber((kind == HEVCUnit.prefixMessage ? 0 : 0x80) | kind, bytes: 1)
      record.appendNumber(units.count, bytes: 2)
      for unit in units { try record.appendUnit(unit) }
    }
    return record
  }
}

extension SetUnits {
  /// All sets, each after the sets to which it refers.
  var all: [[UInt8]] { inOrder(\.videos) + inOrder(\.sequences) + inOrder(\.pictures) }

  /// The sets of one kind by ascending id.
  func inOrder(_ kind: KeyPath<SetUnits, [Int: [UInt8]]>) -> [[UInt8]] {
    self[keyPath: kind].sorted { $0.key < $1.key }.map(\.value)
  }
}
