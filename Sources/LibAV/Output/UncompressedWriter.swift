package import Basics
internal import CFFmpeg
package import Composition

/// Writes coded pictures as YUV4MPEG2: a line with their format, then the planes of each. FFmpeg's muxer would take
/// only pictures from its own decoder.
package final class UncompressedWriter: AnimationWriter {
  private let file: OutputFile
  private let path: String
  private let size: PixelSize
  private let frameCount: Int64
  private let context: UnsafeMutablePointer<AVCodecContext>
  private var written: Int64 = 0

  package init(
    path: String, stream: EncodedStream, _ encoding: VideoEncoding, size: PixelSize, rate: FrameRate,
    frameCount: Int64
  ) throws(LibAVError) {
    (self.path, self.size, self.frameCount) = (path, size, frameCount)
    FFmpegLog.capture()
    let (width, height) = try wholeSize(size, "opening the decoder")
    guard
      let decoder = avcodec_descriptor_get_by_name(stream.codec).flatMap({
        avcodec_find_decoder($0.pointee.id)
      })
    else {
      throw LibAVError(
        operation: "opening the decoder", subject: stream.codec, cause: .notAvailable,
        reason: "this build of FFmpeg has no decoder for \(stream.codec)")
    }
    file = try OutputFile(path: path)
    context = try allocated(avcodec_alloc_context3(decoder), "opening the decoder", stream.codec)
    // From here on everything is initialised: a throw runs deinit, which frees.
    // The decoder counts rows with the padding of its memory.
    try Self.open(context, decoder, stream, (Int64(width) + 128) * (Int64(height) + 128))
    try file.put(Array(Self.header(encoding, size: size, rate: rate).utf8))
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  private static func open(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ decoder: UnsafePointer<AVCodec>,
    _ stream: EncodedStream,
    _ pixels: Int64
  ) throws(LibAVError) {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let filled = try allocated(parameters, "opening the decoder", stream.codec)
    try stream.fill(filled)
    try check(avcodec_parameters_to_context(context, filled), "opening the decoder", stream.codec)
    context.pointee.thread_count = 1
    context.pointee.max_pixels = pixels
    context.pointee.err_recognition |= AV_EF_EXPLODE
    try check(avcodec_open2(context, decoder, nil), "opening the decoder", stream.codec)
  }

  /// `YUV4MPEG2 W64 H48 F30000:1001 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED`
  private static func header(_ encoding: VideoEncoding, size: PixelSize, rate: FrameRate) -> String {
    let sampling =
      switch encoding.sampling {
      case .quarter: "420"
      case .half: "422"
      case .full: "444"
      }
    let bits = encoding.depth.rawValue
    let form =
      bits > 8
      ? "C\(sampling)p\(bits) XYSCSS=\(sampling)P\(bits)" : sampling == "420" ? "C420mpeg2" : "C\(sampling)"
    return "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.frames):\(rate.seconds) Ip A1:1 \(form)"
      + " XCOLORRANGE=LIMITED\n"
  }

  package func write(_ picture: [UInt8]) throws(LibAVError) {
    let packet = try Packet(
      EncodedPacket(bytes: picture, presentation: written, decode: written, duration: 1, isKey: true))
    try check(avcodec_send_packet(context, packet.pointer), "decoding", path)
    let frame = VideoFrame(owning: try allocated(av_frame_alloc(), "decoding", path))
    try check(avcodec_receive_frame(context, frame.pointer), "decoding", path)
    guard frame.size == size else { throw refusal("frame \(written) is \(frame.size), not \(size)") }
    var bytes = Array("FRAME\n".utf8)
    frame.withPlanes { planes in
      for plane in planes {
        for y in 0..<plane.height { bytes += plane.row(y) }
      }
    }
    try file.put(bytes)
    written += 1
  }

  package func finish() throws(LibAVError) {
    guard written == frameCount else { throw refusal("\(written) frames were written, not \(frameCount)") }
    try file.checkErrors("finishing the file")
    try file.close()
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "writing", subject: path, cause: .other, reason: reason)
  }
}
