/// The NAL units of a packet, each preceded by its length.
enum NALUnits {
  /// The ranges of the units without their lengths; empty units are skipped.
  static func ranges(in packet: [UInt8], lengthBytes: Int) throws(CodedStreamError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    while place < packet.count {
      guard lengthBytes <= packet.count - place else { throw .lengthsDisagree }
      var length = 0
      for byte in packet[place..<place + lengthBytes] { length = length << 8 | Int(byte) }
      place += lengthBytes
      guard length <= packet.count - place else { throw .lengthsDisagree }
      if length > 0 { ranges.append(place..<place + length) }
      place += length
    }
    return ranges
  }

  /// Appends a unit preceded by its length in 4 bytes.
  static func append(to packet: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
    let start = packet.count
    packet.append(contentsOf: [0, 0, 0, 0])
    write(&packet)
    let length = packet.count - start - 4
    for index in 0..<4 { packet[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
  }

  /// A unit without trailing zeros, which some writers append.
  static func trimmed(_ unit: [UInt8]) -> [UInt8] {
    guard let last = unit.lastIndex(where: { $0 != 0 }) else { return [] }
    return Array(unit[...last])
  }
}
