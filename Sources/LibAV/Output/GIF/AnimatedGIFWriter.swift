package import Composition

/// Writes the images of `GIFEncoder` into a file. The colours of the first image are the file's; images with
/// the same colours do not repeat them.
package final class AnimatedGIFWriter: AnimationWriter {
  private let file: OutputFile
  private let path: String
  private let size: PixelSize
  private let plays: Int
  private let frameCount: Int64
  private var written: Int64 = 0
  /// The colour table of the file.
  private var table: ArraySlice<UInt8> = []

  /// `plays` is how often the animation runs; 0 is endless.
  package init(path: String, size: PixelSize, frameCount: Int64, plays: Int) throws(LibAVError) {
    self.path = path
    self.size = size
    self.frameCount = frameCount
    self.plays = plays
    file = try OutputFile(path: path)
  }

  package func write(_ picture: [UInt8]) throws(LibAVError) {
    // The control has 8 bytes; the flags are the last of the next ten.
    guard picture.count > 18, picture[0] == 0x21, picture[8] == 0x2C, picture[17] & 0x80 != 0,
      picture.count > 18 + 6 << Int(picture[17] & 7)
    else { throw refusal("frame \(written) is no image of a GIF") }
    let sizeBits = picture[17] & 7
    let colors = picture[18..<18 + 6 << Int(sizeBits)]
    if written == 0 {
      table = colors
      try file.put(
        Array("GIF89a".utf8) + little(size.width) + little(size.height) + [0xF0 | sizeBits, 0, 0] + colors)
      // The number of repetitions; omitted if the animation plays once.
      if plays != 1 {
        try file.put(
          [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + little(max(0, plays - 1)) + [0])
      }
    }
    if colors == table || colors.elementsEqual(table) {
      try file.put(picture[..<17] + [picture[17] & ~0x87] + picture[colors.endIndex...])
    } else {
      try file.put(picture)
    }
    written += 1
  }

  package func finish() throws(LibAVError) {
    guard written == frameCount else { throw refusal("\(written) frames were written, not \(frameCount)") }
    try file.put([0x3B])
    try file.checkErrors("finishing the file")
    try file.close()
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "writing", subject: path, cause: .other, reason: reason)
  }
}
