/// Emulation prevention: after two zeros, a byte 3 precedes any byte from 0 to 3, so that no start code
/// appears inside a NAL unit.
///
/// Counts the zeros since the last byte that was neither a zero nor an escape.
struct EscapeState {
  private(set) var zeros = 0

  /// Whether the next byte of an escaped unit is an escape.
  func isEscape(_ byte: UInt8) -> Bool { zeros >= 2 && byte == 3 }

  /// Processes one byte of an escaped unit and returns it; nil for an escape.
  mutating func read(_ byte: UInt8) -> UInt8? {
    if isEscape(byte) {
      zeros = 0
      return nil
    }
    zeros = byte == 0 ? zeros + 1 : 0
    return byte
  }

  /// Appends one plain byte, after an escape if necessary.
  mutating func write(_ byte: UInt8, to bytes: inout [UInt8]) {
    if zeros >= 2, byte <= 3 {
      bytes.append(3)
      zeros = 0
    }
    bytes.append(byte)
    zeros = byte == 0 ? zeros + 1 : 0
  }
}

/// The plain bytes of a part of a NAL unit, up to `limit`.
func unescaped(_ bytes: [UInt8], in range: Range<Int>, limit: Int = .max) -> [UInt8] {
  var plain: [UInt8] = []
  plain.reserveCapacity(min(range.count, limit))
  var state = EscapeState()
  for place in range {
    guard plain.count < limit else { break }
    if let byte = state.read(bytes[place]) { plain.append(byte) }
  }
  return plain
}

/// A NAL unit with a header and plain bytes that end in a stop bit.
func escaped(header: [UInt8], _ plain: [UInt8]) -> [UInt8] {
  var unit = header
  unit.reserveCapacity(header.count + plain.count + 4)
  var state = EscapeState()
  for byte in plain { state.write(byte, to: &unit) }
  return unit
}

/// The number of bits before the stop bit of plain bytes; nil if there is no stop bit.
func payloadBits(_ plain: [UInt8]) -> Int? {
  guard let last = plain.lastIndex(where: { $0 != 0 }) else { return nil }
  return last * 8 + 7 - plain[last].trailingZeroBitCount
}
