/// Appends bit fields to bytes.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// The unused bits of the last byte, 0...7.
  private var free = 0

  var isAligned: Bool { free == 0 }
  var bitCount: Int { bytes.count * 8 - free }

  mutating func write(_ isSet: Bool) { write(isSet ? 1 : 0, bits: 1) }

  /// Writes the lowest `count` bits of a number, the highest first.
  mutating func write(_ value: Int, bits count: Int) {
    var left = count
    while left > 0 {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      let taken = min(left, free)
      let chunk = value >> (left - taken) & (1 << taken - 1)
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: chunk << (free - taken))
      free -= taken
      left -= taken
    }
  }

  /// `ue(v)`
  mutating func writeUnsigned(_ value: Int) {
    write(value + 1, bits: lengthOfUnsigned(value))
  }

  /// Copies a bit range of other bytes.
  mutating func copy(_ range: Range<Int>, of source: [UInt8]) {
    var position = range.lowerBound
    while position < range.upperBound {
      let inByte = 8 - position & 7
      let taken = min(range.upperBound - position, inByte)
      write(Int(source[position >> 3]) >> (inByte - taken) & (1 << taken - 1), bits: taken)
      position += taken
    }
  }

  /// Writes the stop bit, and zeros up to the next whole byte.
  mutating func writeTrailingBits() {
    write(true)
    free = 0
  }
}
