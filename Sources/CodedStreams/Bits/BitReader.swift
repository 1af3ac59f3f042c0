/// Reads bit fields from front to back, never past the end.
struct BitReader {
  private let bytes: [UInt8]
  /// The structure being read, with its article, for messages: "an SPS".
  let part: String
  /// The position in bits from the start.
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], of part: String, from position: Int = 0) {
    self.bytes = bytes
    self.part = part
    self.position = position
    end = bytes.count * 8
  }

  mutating func flag() throws(CodedStreamError) -> Bool {
    guard position < end else { throw .endsEarly(part) }
    defer { position += 1 }
    return bytes[position >> 3] >> UInt8(7 - position & 7) & 1 == 1
  }

  /// An unsigned number of up to 48 bits.
  mutating func number(_ count: Int) throws(CodedStreamError) -> Int {
    precondition(count <= 48)
    guard count <= end - position else { throw .endsEarly(part) }
    var value = 0
    var left = count
    while left > 0 {
      let inByte = 8 - position & 7
      let taken = min(left, inByte)
      let chunk = Int(bytes[position >> 3]) >> (inByte - taken) & (1 << taken - 1)
      value = value << taken | chunk
      position += taken
      left -= taken
    }
    return value
  }

  mutating func skip(_ count: Int) throws(CodedStreamError) {
    guard count <= end - position else { throw .endsEarly(part) }
    position += count
  }

  /// Reads `ue(v)`: after the first one, as many bits as there were zeros before it. At most 2^32 - 2, as in
  /// the standards.
  mutating func unsigned() throws(CodedStreamError) -> Int {
    var zeros = 0
    while try !flag() {
      zeros += 1
      guard zeros < 32 else { throw CodedStreamError("has \(part) with a number of more than 32 bits") }
    }
    return try 1 << zeros - 1 + number(zeros)
  }

  /// Reads a `ue(v)` that the standard limits.
  mutating func unsigned(_ field: String, atMost limit: Int) throws(CodedStreamError) -> Int {
    let value = try unsigned()
    guard value <= limit else { throw .outOfRange(field, value, in: part) }
    return value
  }

  /// Reads `se(v)`: 0, 1, -1, 2, -2 …
  mutating func signed() throws(CodedStreamError) -> Int {
    let code = try unsigned()
    return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
  }
}

/// The length in bits of a number as `ue(v)`.
func lengthOfUnsigned(_ value: Int) -> Int {
  2 * (Int.bitWidth - (value + 1).leadingZeroBitCount) - 1
}
