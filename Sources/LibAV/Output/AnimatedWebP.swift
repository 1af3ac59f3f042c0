package import Basics
package import Composition

/// Writes WebP pictures as the frames of an animated WebP: each replaces the whole previous picture, and
/// starts at its time rounded to milliseconds, the unit of the file.
///
/// FFmpeg's muxer would need packets of an encoder that keeps the whole film in memory.
package final class AnimatedWebPWriter: AnimationWriter {
  private let file: OutputFile
  private let path: String
  private let size: PixelSize
  private let rate: FrameRate
  private let frameCount: Int64
  private let hasAlpha: Bool
  private let plays: Int
  private var written: Int64 = 0
  /// The size of the file so far, without the first 8 bytes.
  private var byteCount: Int64 = 4

  /// `plays` is how often the animation runs; 0 is endless.
  package init(
    path: String, size: PixelSize, rate: FrameRate, frameCount: Int64, hasAlpha: Bool, plays: Int
  ) throws(LibAVError) {
    (self.path, self.size, self.rate, self.frameCount) = (path, size, rate, frameCount)
    (self.hasAlpha, self.plays) = (hasAlpha, plays)
    file = try OutputFile(path: path)
    // The length is written once it is known.
    try file.put(Array("RIFF".utf8) + little(UInt32(0)) + Array("WEBP".utf8))
    try put("VP8X", little(UInt32(hasAlpha ? 0x12 : 0x02)) + three(size.width - 1) + three(size.height - 1))
    // The background is transparent black.
    try put("ANIM", little(UInt32(0)) + little(UInt16(clamping: plays)))
  }

  /// Writes the next picture, a whole WebP.
  package func write(_ picture: [UInt8]) throws(LibAVError) {
    guard let chunks = WebPChunk.chunks(of: picture) else { throw refusal("frame \(written) is no WebP") }
    let image = chunks.filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
    guard image.last.map({ $0.name != "ALPH" }) == true else {
      throw refusal("frame \(written) has no picture")
    }
    guard let begin = milliseconds(ofFrame: written), let end = milliseconds(ofFrame: written + 1) else {
      throw refusal("frame \(written) has no time")
    }
    var content = three(0) + three(0) + three(size.width - 1) + three(size.height - 1) + three(end - begin)
    // Not blended with the previous frame.
    content.append(2)
    for chunk in image { content += chunk.bytes }
    try put("ANMF", content)
    written += 1
  }

  package func finish() throws(LibAVError) {
    guard written == frameCount else { throw refusal("\(written) frames were written, not \(frameCount)") }
    guard let length = UInt32(exactly: byteCount) else { throw refusal("a WebP has at most 4 GB") }
    guard file.seek(4, 0) == 4 else { return try file.checkErrors("finishing the file") }
    try file.put(little(length))
    try file.checkErrors("finishing the file")
    try file.close()
  }

  private func milliseconds(ofFrame number: Int64) -> Int? {
    let (numerator, overflow) = number.multipliedReportingOverflow(by: 1000 * rate.seconds)
    return overflow ? nil : Int((numerator + rate.frames / 2) / rate.frames)
  }

  private func put(_ name: String, _ content: [UInt8]) throws(LibAVError) {
    let bytes = WebPChunk(name: name, content: content).bytes
    byteCount += Int64(bytes.count)
    try file.put(bytes)
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "writing", subject: path, cause: .other, reason: reason)
  }
}

/// A chunk of a WebP file.
struct WebPChunk {
  let name: String
  let content: [UInt8]

  /// With its length, and a padding byte if that is odd.
  var bytes: [UInt8] {
    Array(name.utf8) + little(UInt32(clamping: content.count)) + content
      + (content.count.isMultiple(of: 2) ? [] : [0])
  }

  /// Nil if the bytes are not a whole WebP.
  static func chunks(of picture: [UInt8]) -> [WebPChunk]? {
    guard picture.count >= 12, picture.starts(with: Array("RIFF".utf8)),
      Array(picture[8..<12]) == Array("WEBP".utf8)
    else { return nil }
    var chunks: [WebPChunk] = []
    var place = 12
    while place + 8 <= picture.count {
      let length = picture[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length <= picture.count - place - 8 else { return nil }
      let name = String(decoding: picture[place..<place + 4], as: UTF8.self)
      chunks.append(WebPChunk(name: name, content: Array(picture[place + 8..<place + 8 + length])))
      place += 8 + length + length % 2
    }
    return chunks
  }
}

/// The three bytes of a number, lowest first.
func three(_ number: Int) -> [UInt8] { [0, 8, 16].map { UInt8(truncatingIfNeeded: number >> $0) } }

private func little(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
