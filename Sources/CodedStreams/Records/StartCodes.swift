/// Streams from encoders, whose NAL units are preceded by start codes instead of lengths.
extension StreamHeader {
  /// Parses an encoder's parameter sets, which have start codes; the packets have lengths of 4 bytes.
  package init(startCodes bytes: [UInt8], codec: StreamCodec) throws(CodedStreamError) {
    self.init(codec, lengthBytes: 4)
    try collect(from: lengthPrefixed(bytes))
  }
}

/// The units of a packet, preceded by lengths in 4 bytes instead of start codes.
package func lengthPrefixed(_ bytes: [UInt8]) -> [UInt8] {
  var packet: [UInt8] = []
  packet.reserveCapacity(bytes.count + 16)
  var start: Int?
  var place = 0
  func end(at end: Int, _ packet: inout [UInt8]) {
    guard let start, start < end else { return }
    // Zeros before a start code belong to it or mean nothing.
    let unit = NALUnits.trimmed(Array(bytes[start..<end]))
    if !unit.isEmpty { NALUnits.append(to: &packet) { $0 += unit } }
  }
  while place + 3 <= bytes.count {
    // For most bytes, the third one shows that there is no start code.
    if bytes[place + 2] > 1 {
      place += 3
    } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
      end(at: place, &packet)
      place += 3
      start = place
    } else {
      place += 1
    }
  }
  end(at: bytes.count, &packet)
  return packet
}
