/// Whole numbers as bytes: seven bits in each, the lowest first. Small numbers take one byte, negative ones too.
struct FeatureWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: some FixedWidthInteger) {
    let number = Int64(truncatingIfNeeded: number)
    // The sign is the lowest bit.
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }
}

/// Bytes that are no features of this version.
struct DamagedFeatures: Error {}

/// Reads what a `FeatureWriter` wrote. The bytes may be anything.
struct FeatureReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(DamagedFeatures) -> Int64 {
    var (number, shift) = (0 as UInt64, 0 as UInt64)
    while let byte = rest.popFirst() {
      guard shift < 63 || byte < 2 else { throw DamagedFeatures() }
      number |= UInt64(byte & 127) << shift
      if byte < 128 { return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
      shift += 7
    }
    throw DamagedFeatures()
  }

  mutating func number(in range: ClosedRange<Int>) throws(DamagedFeatures) -> Int {
    guard let number = Int(exactly: try number()), range.contains(number) else { throw DamagedFeatures() }
    return number
  }

  /// A number of things that take at least one byte each, so that no memory is asked for in vain.
  mutating func count() throws(DamagedFeatures) -> Int { try number(in: 0...rest.count) }

  mutating func text() throws(DamagedFeatures) -> String {
    let count = try count()
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
