/// Reads a record from front to back, never past the end.
struct ByteReader {
  private let bytes: [UInt8]
  private let part: String
  private var place = 0

  init(_ bytes: [UInt8], of part: String) {
    self.bytes = bytes
    self.part = part
  }

  var isAtEnd: Bool { place == bytes.count }

  /// Reads a number of up to 6 bytes, the highest first.
  mutating func number(_ count: Int) throws(CodedStreamError) -> Int {
    try take(count).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a unit preceded by its length in two bytes, without trailing zeros.
  mutating func unit() throws(CodedStreamError) -> [UInt8] {
    NALUnits.trimmed(try take(try number(2)))
  }

  private mutating func take(_ count: Int) throws(CodedStreamError) -> [UInt8] {
    guard count <= bytes.count - place else { throw .endsEarly(part) }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }
}

extension [UInt8] {
  /// Appends a number in `count` bytes, the highest first.
  mutating func appendNumber(_ value: Int, bytes count: Int) {
    for index in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// Appends a unit preceded by its length in two bytes.
  mutating func appendUnit(_ unit: [UInt8]) throws(CodedStreamError) {
    guard unit.count <= 65535 else { throw CodedStreamError("has a parameter set of more than 65,535 bytes") }
    appendNumber(unit.count, bytes: 2)
    append(contentsOf: unit)
  }
}
