extension StreamHeader {
  /// Parses an AVCDecoderConfigurationRecord (ISO/IEC 14496-15).
  static func readH264(_ record: [UInt8]) throws(CodedStreamError) -> (Int, SetUnits) {
    var reader = ByteReader(record, of: "an avcC record")
    let version = try reader.number(1)
    guard version == 1 else { throw .unknownVersion("avcC", version) }
    _ = try reader.number(3)
    let lengthBytes = try reader.number(1) & 3 + 1
    var units = SetUnits()
    for _ in 0..<(try reader.number(1) & 31) { try add(reader.unit(), to: &units, .h264, "avcC") }
    for _ in 0..<(try reader.number(1)) { try add(reader.unit(), to: &units, .h264, "avcC") }
    // In high profiles, formats and extensions of the SPS follow, unless an old writer omitted them.
    let isHigh = units.sequences.values.contains { ![66, 77, 88].contains($0.dropFirst().first) }
    guard isHigh, !reader.isAtEnd else { return (lengthBytes, units) }
    _ = try reader.number(3)
    if try reader.number(1) > 0, let extended = H264Unit.obstacle(13) { throw .hasUnit(extended) }
    return (lengthBytes, units)
  }

  /// Parses an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15).
  static func readHEVC(
    _ record: [UInt8]
  ) throws(CodedStreamError) -> (Int, SetUnits, HEVCHints, [[UInt8]]) {
    var reader = ByteReader(record, of: "an hvcC record")
    let version = try reader.number(1)
    guard version == 1 else { throw .unknownVersion("hvcC", version) }
    _ = try reader.number(6)
    _ = try reader.number(6)
    var hints = HEVCHints()
    hints.segmentation = try reader.number(2) & 0xFFF
    hints.parallelism = try reader.number(1) & 3
    _ = try reader.number(3)
    hints.frameRate = try reader.number(2)
    let flags = try reader.number(1)
    hints.constantFrameRate = flags >> 6
    var units = SetUnits()
    var messages: [[UInt8]] = []
    for _ in 0..<(try reader.number(1)) {
      let kind = try reader.number(1) & 63
      for _ in 0..<(try reader.number(2)) {
        let unit = try reader.unit()
        let isMessage = kind == HEVCUnit.prefixMessage || kind == HEVCUnit.suffixMessage
        if isMessage { messages.append(unit) } else { try add(unit, to: &units, .hevc, "hvcC") }
      }
    }
    return (flags & 3 + 1, units, hints, messages)
  }

  private static func add(
    _ unit: [UInt8], to units: inout SetUnits, _ codec: StreamCodec, _ record: String
  ) throws(CodedStreamError) {
    if codec == .hevc, unit.count > 1 {
      let layer = HEVCUnit.layer(unit[0], unit[1])
      guard layer == 0 else { throw .otherLayer(layer) }
    }
    guard try units.add(unit, codec: codec) != nil else {
      throw .isStrayInRecord("a NAL unit that is no parameter set")
    }
  }
}
