internal import CFFmpeg
package import Composition

/// Decodes the pictures of a camera that gives each as a JPEG. For one thread at a time.
package final class JPEGDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>

  private static let subject = "a picture of the camera"

  package init(size: PixelSize) throws(LibAVError) {
    FFmpegLog.capture()
    let (width, height) = try wholeSize(size, "opening the decoder")
    guard let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG) else {
      throw LibAVError(
        operation: "opening the decoder", subject: "mjpeg", cause: .notAvailable,
        reason: "this build of FFmpeg has no decoder for mjpeg")
    }
    context = try allocated(avcodec_alloc_context3(codec), "opening the decoder", "mjpeg")
    // From here on everything is initialised: a throw runs deinit, which frees.
    context.pointee.thread_count = 1
    context.pointee.max_pixels = Int64(width) * Int64(height)
    // A picture of which a part is missing is no picture.
    context.pointee.err_recognition |= AV_EF_EXPLODE
    try check(avcodec_open2(context, codec, nil), "opening the decoder", "mjpeg")
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Nil for bytes that are no whole picture.
  package func decode(_ bytes: UnsafeRawBufferPointer) throws(LibAVError) -> VideoFrame? {
    let packet = try Packet(
      EncodedPacket(bytes: Array(bytes), presentation: 0, decode: 0, duration: 0, isKey: true))
    guard !bytes.isEmpty, avcodec_send_packet(context, packet.pointer) >= 0 else { return nil }
    let frame = VideoFrame(owning: try allocated(av_frame_alloc(), "decoding", Self.subject))
    return avcodec_receive_frame(context, frame.pointer) >= 0 ? frame : nil
  }
}
