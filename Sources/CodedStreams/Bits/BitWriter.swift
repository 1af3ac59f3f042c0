/// Appends fields of bits to bytes.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// Bits of the last byte that are still free, 0...7.
  private var free = 0

  var isAligned: Bool { free == 0 }
  var bitCount: Int { bytes.count * 8 - free }

  mutating func write(_ isSet: Bool) { write(isSet ? 1 : 0, bits: 1) }

  /// The lowest `count` bits of a number, the highest first.
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

  /// The bits of other bytes in a range that lies within them.
  mutating func copy(_ range: Range<Int>, of source: [UInt8]) {
    var position = range.lowerBound
    while position < range.upperBound {
      let inByte = 8 - position & 7
      let taken = min(range.upperBound - position, inByte)
      write(Int(source[position >> 3]) >> (inByte - taken) & (1 << taken - 1), bits: taken)
      position += taken
    }
  }

  /// The stop bit and zeros up to the next whole byte.
  mutating func writeTrailingBits() {
    write(true)
    free = 0
  }
}
