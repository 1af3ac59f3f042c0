/// Encodes the pixels of a GIF in its variable-length LZW.
enum LZWCoder {
  /// The bytes of an image after its colour table; `pixels` are below 2 to the power of `bits`, which is from
  /// 2 to 8.
  static func coded(_ pixels: [UInt8], bits: Int) -> [UInt8] {
    var output = BitBlocks(firstByte: UInt8(truncatingIfNeeded: bits))
    let clear = 1 << bits
    var table = StringTable()
    var (next, width) = (clear + 2, bits + 1)
    output.put(clear, width)
    guard var prefix = pixels.first.map(Int.init) else {
      output.put(clear + 1, width)
      return output.finished()
    }
    for pixel in pixels.dropFirst() {
      if let longer = table.code(of: prefix, followedBy: pixel) {
        prefix = longer
        continue
      }
      output.put(prefix, width)
      if next == 1 << 12 {
        output.put(clear, width)
        table.clear()
        (next, width) = (clear + 2, bits + 1)
      } else {
        table.add(prefix, followedBy: pixel, as: next)
        if next == 1 << width { width += 1 }
        next += 1
      }
      prefix = Int(pixel)
    }
    output.put(prefix, width)
    if next == 1 << width, width < 12 { width += 1 }
    output.put(clear + 1, width)
    return output.finished()
  }
}

/// The strings that have a code.
private struct StringTable {
  // Twice as many slots as codes, so that collisions are rare.
  private var keys = [UInt32](repeating: .max, count: 1 << 13)
  private var codes = [UInt16](repeating: 0, count: 1 << 13)

  func code(of prefix: Int, followedBy pixel: UInt8) -> Int? {
    let key = key(prefix, pixel)
    let slot = slot(of: key)
    return keys[slot] == key ? Int(codes[slot]) : nil
  }

  mutating func add(_ prefix: Int, followedBy pixel: UInt8, as code: Int) {
    let key = key(prefix, pixel)
    let slot = slot(of: key)
    (keys[slot], codes[slot]) = (key, UInt16(truncatingIfNeeded: code))
  }

  mutating func clear() {
    for index in keys.indices { keys[index] = .max }
  }

  private func key(_ prefix: Int, _ pixel: UInt8) -> UInt32 {
    UInt32(truncatingIfNeeded: prefix) << 8 | UInt32(pixel)
  }

  /// The slot of a key, or the free one for it.
  private func slot(of key: UInt32) -> Int {
    var slot = Int((key &* 0x9E37_79B1) >> 19)
    while keys[slot] != key, keys[slot] != .max { slot = (slot + 1) & (1 << 13 - 1) }
    return slot
  }
}

/// Codes of any width, lowest bits first, in blocks of at most 255 bytes.
private struct BitBlocks {
  private var bytes: [UInt8]
  private var blockStart: Int
  private var waiting: UInt32 = 0
  private var count = 0

  init(firstByte: UInt8) {
    bytes = [firstByte, 0]
    blockStart = 1
  }

  mutating func put(_ code: Int, _ width: Int) {
    waiting |= UInt32(truncatingIfNeeded: code) << UInt32(count)
    count += width
    while count >= 8 {
      append(UInt8(truncatingIfNeeded: waiting))
      waiting >>= 8
      count -= 8
    }
  }

  private mutating func append(_ byte: UInt8) {
    if bytes[blockStart] == 255 {
      blockStart = bytes.count
      bytes.append(0)
    }
    bytes.append(byte)
    bytes[blockStart] += 1
  }

  /// All bytes, with the empty block that ends an image.
  mutating func finished() -> [UInt8] {
    if count > 0 { append(UInt8(truncatingIfNeeded: waiting)) }
    return bytes[blockStart] == 0 ? bytes : bytes + [0]
  }
}
