package import Basics

/// Writes PNG pictures as the frames of an animated PNG: each replaces the whole previous picture, and is
/// shown for exactly one frame of the rate.
///
/// FFmpeg's muxer would need packets of its own encoder, whose pictures depend on previous ones.
package final class AnimatedPNGWriter: AnimationWriter {
  private let file: OutputFile
  private let path: String
  private let delay: [UInt8]
  private let plays: Int
  private let frameCount: Int64
  private var sequence: UInt32 = 0
  private var written: Int64 = 0
  private var header: [UInt8] = []

  /// Whether the delays can express a rate exactly: they are fractions of two 16-bit numbers.
  package static func holds(_ rate: FrameRate) -> Bool {
    UInt16(exactly: rate.frames) != nil && UInt16(exactly: rate.seconds) != nil
  }

  /// `plays` is how often the animation runs; 0 is endless.
  package init(path: String, rate: FrameRate, frameCount: Int64, plays: Int) throws(LibAVError) {
    self.path = path
    self.frameCount = frameCount
    self.plays = plays
    guard let seconds = UInt16(exactly: rate.seconds), let frames = UInt16(exactly: rate.frames),
      UInt32(exactly: frameCount) != nil
    else {
      throw LibAVError(
        operation: "writing", subject: path, cause: .limit,
        reason: "an animated PNG has no rate of \(rate.spelling), or not so many frames")
    }
    delay = bytes(seconds) + bytes(frames)
    file = try OutputFile(path: path)
  }

  /// Writes the next picture, a whole PNG.
  package func write(_ picture: [UInt8]) throws(LibAVError) {
    guard let chunks = PNGChunk.chunks(of: picture), let head = chunks.first, head.name == "IHDR" else {
      throw refusal("frame \(written) is no PNG")
    }
    if written == 0 {
      header = head.content
      try file.put(PNGChunk.signature)
      try put("IHDR", head.content)
      try put("acTL", bytes(UInt32(truncatingIfNeeded: frameCount)) + bytes(UInt32(clamping: plays)))
      // Colours and the shape of pixels.
      for chunk in chunks.dropFirst() where !["IDAT", "IEND"].contains(chunk.name) {
        try put(chunk.name, chunk.content)
      }
    } else if head.content != header {
      throw refusal("frame \(written) has another size or format than the first one")
    }
    try put("fcTL", number() + header.prefix(8) + bytes(UInt32(0)) + bytes(UInt32(0)) + delay + [0, 0])
    for chunk in chunks where chunk.name == "IDAT" {
      if written == 0 {
        try put("IDAT", chunk.content)
      } else {
        try put("fdAT", number() + chunk.content)
      }
    }
    written += 1
  }

  /// Writes the end. Nothing can be written afterwards.
  package func finish() throws(LibAVError) {
    guard written == frameCount else { throw refusal("\(written) frames were written, not \(frameCount)") }
    try put("IEND", [])
    try file.checkErrors("finishing the file")
    try file.close()
  }

  private func number() -> [UInt8] {
    defer { sequence += 1 }
    return bytes(sequence)
  }

  private func put(_ name: String, _ content: [UInt8]) throws(LibAVError) {
    let named = Array(name.utf8) + content
    try file.put(bytes(UInt32(clamping: content.count)) + named + bytes(PNGChunk.checksum(named)))
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "writing", subject: path, cause: .other, reason: reason)
  }
}

/// A chunk of a PNG file.
struct PNGChunk {
  let name: String
  let content: [UInt8]

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Nil if the bytes are not a whole PNG.
  static func chunks(of picture: [UInt8]) -> [PNGChunk]? {
    guard picture.starts(with: signature) else { return nil }
    var chunks: [PNGChunk] = []
    var place = signature.count
    while place + 12 <= picture.count {
      let length = picture[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= picture.count - place - 12 else { return nil }
      let name = String(decoding: picture[place + 4..<place + 8], as: UTF8.self)
      chunks.append(PNGChunk(name: name, content: Array(picture[place + 8..<place + 8 + length])))
      place += 12 + length
      if name == "IEND" { return chunks }
    }
    return nil
  }

  /// The CRC-32 of ISO 3309.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xff)] ^ (value >> 8) }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}

private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
