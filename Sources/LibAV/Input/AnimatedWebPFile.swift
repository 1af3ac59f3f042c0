internal import CFFmpeg
package import Composition
import Glibc

/// The frames of an animated WebP written by `AnimatedWebPWriter`: FFmpeg decodes only single pictures of
/// WebP.
package final class AnimatedWebPFile {
  package let size: PixelSize
  package let hasAlpha: Bool
  package var frameCount: Int { frames.count }
  package let byteCount: Int64
  /// The duration of all frames together.
  package let milliseconds: Int64
  private let path: String
  private let descriptor: Int32
  private let frames: [(place: Int64, count: Int)]

  package init(path: String) throws(LibAVError) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw Self.damaged(path, String(cString: strerror(errno))) }
    var frames: [(place: Int64, count: Int)] = []
    var (milliseconds, header): (Int64, [UInt8]) = (0, [])
    let start = try Self.bytes(12, at: 0, of: descriptor, path)
    guard start.starts(with: Array("RIFF".utf8)), start.suffix(4).elementsEqual("WEBP".utf8) else {
      throw Self.damaged(path, "it is no WebP")
    }
    let end = 8 + Int64(Self.number(start[4..<8]))
    var place: Int64 = 12
    while place < end {
      let head = try Self.bytes(8, at: place, of: descriptor, path)
      let count = Self.number(head[4..<8])
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "VP8X": header = try Self.bytes(10, at: place + 8, of: descriptor, path)
      case "ANMF":
        milliseconds += Int64(Self.number(try Self.bytes(15, at: place + 8, of: descriptor, path)[12..<15]))
        frames.append((place + 8 + 16, count - 16))
      default: break
      }
      place += 8 + Int64(count + count % 2)
    }
    guard header.count == 10, place == end else { throw Self.damaged(path, "it is cut short") }
    size = PixelSize(width: Self.number(header[4..<7]) + 1, height: Self.number(header[7..<10]) + 1)
    hasAlpha = header[0] & 0x10 != 0
    (self.frames, self.milliseconds, byteCount) = (frames, milliseconds, end)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Decodes the picture of a frame.
  package func picture(_ index: Int) throws(LibAVError) -> VideoFrame {
    guard frames.indices.contains(index) else { throw Self.damaged(path, "it has no frame \(index)") }
    let frame = frames[index]
    let image = try Self.bytes(frame.count, at: frame.place, of: descriptor, path)
    let features: [WebPChunk] =
      image.starts(with: Array("ALPH".utf8))
      ? [WebPChunk(name: "VP8X", content: [0x10, 0, 0, 0] + three(size.width - 1) + three(size.height - 1))]
      : []
    let body = Array("WEBP".utf8) + features.flatMap(\.bytes) + image
    let file = WebPChunk(name: "RIFF", content: body).bytes
    guard let codec = avcodec_find_decoder(AV_CODEC_ID_WEBP) else {
      throw LibAVError(
        operation: "looking for the decoder", subject: "webp", cause: .notAvailable,
        reason: "this build of FFmpeg does not have it")
    }
    var context: UnsafeMutablePointer<AVCodecContext>? = try allocated(
      avcodec_alloc_context3(codec), "decoding", path)
    defer { avcodec_free_context(&context) }
    try check(avcodec_open2(context, codec, nil), "decoding", path)
    let packet = try Packet(EncodedPacket(bytes: file, presentation: 0, decode: 0, duration: 1, isKey: true))
    try check(avcodec_send_packet(context, packet.pointer), "decoding", path)
    let picture = VideoFrame(owning: try allocated(av_frame_alloc(), "decoding", path))
    try check(avcodec_receive_frame(context, picture.pointer), "decoding", path)
    return picture
  }

  private static func bytes(
    _ count: Int, at place: Int64, of descriptor: Int32, _ path: String
  ) throws(LibAVError) -> [UInt8] {
    guard count >= 0, count < 1 << 30 else { throw damaged(path, "a part has \(count) bytes") }
    var (bytes, done) = ([UInt8](repeating: 0, count: count), 0)
    while done < count {
      let found = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, Int(place) + done)
      }
      if found < 0, errno == EINTR { continue }
      guard found > 0 else {
        throw damaged(path, found < 0 ? String(cString: strerror(errno)) : "it is cut short")
      }
      done += found
    }
    return bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func damaged(_ path: String, _ reason: String) -> LibAVError {
    LibAVError(operation: "reading", subject: path, cause: .badData, reason: reason)
  }
}
