internal import CFFmpeg

/// An open decoder of one stream. Owns FFmpeg's context; used by one thread.
final class Decoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let subject: String
  /// Distinguishes the decoder's log lines from others, whichever of its threads writes them.
  private let owner = FFmpegLog.newOwner()
  /// The position up to which the log was read, and its end when the last call began.
  private var heard = 0
  private var callMark = 0
  private var complaint: String?

  /// The result of `receive`.
  enum Output {
    /// The caller owns the frame.
    case frame(UnsafeMutablePointer<AVFrame>)
    case needsInput
    case ended
    /// A packet could not be decoded; later ones may.
    case failed(reason: String)
  }

  init(
    _ stream: UnsafeMutablePointer<AVStream>, threads: Int, limits: MediaLimits, subject: String
  ) throws(LibAVError) {
    self.subject = subject
    guard let parameters = stream.pointee.codecpar else {
      throw LibAVError(
        operation: "opening the decoder", subject: subject, cause: .badData, reason: "the stream has no codec"
      )
    }
    guard parameters.pointee.codec_id != AV_CODEC_ID_NONE else {
      throw LibAVError(
        operation: "opening the decoder", subject: subject, cause: .badData,
        reason: "the file names no codec that FFmpeg knows")
    }
    let name = codecName(parameters.pointee.codec_id)
    guard let codec = findDecoder(stream, parameters.pointee.codec_id) else {
      throw LibAVError(
        operation: "opening the decoder", subject: subject, cause: .notAvailable,
        reason: "this build of FFmpeg has no decoder for \(name)")
    }
    context = try allocated(avcodec_alloc_context3(codec), "opening the decoder", subject)
    // From here on everything is initialised: a throw runs deinit, which frees.
    try open(codec, parameters, stream.pointee.time_base, threads, limits)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  private func open(
    _ codec: UnsafePointer<AVCodec>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
    _ timeBase: AVRational, _ threads: Int, _ limits: MediaLimits
  ) throws(LibAVError) {
    let mark = FFmpegLog.mark()
    context.pointee.opaque = UnsafeMutableRawPointer(bitPattern: owner)
    try check(avcodec_parameters_to_context(context, parameters), "opening the decoder", subject)
    // Without the time base, skipped samples would not move the timestamps.
    context.pointee.pkt_timebase = timeBase
    context.pointee.thread_count = Int32(clamping: max(1, threads))
    // After a seek, H.264 withholds good pictures between two recovery points; this flag returns them.
    context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    context.pointee.max_pixels = Int64(limits.pixels)
    // Checksums are compared if a format has them. Stricter flags reject valid sound files.
    context.pointee.err_recognition |= AV_EF_CRCCHECK
    let result = avcodec_open2(context, codec, nil)
    guard result >= 0 else {
      throw LibAVError(
        code: result, operation: "opening the decoder", subject: subject, loggedSince: mark
      ).ofMedia
    }
    heard = FFmpegLog.mark()
  }

  /// Sends a packet, or nil at the end of the stream, to a decoder that needs input. Returns the reason if
  /// the packet cannot be decoded.
  func send(_ packet: Packet?) throws(LibAVError) -> String? {
    // An empty packet contains nothing to decode; FFmpeg would reject it or take it for the end of the
    // stream. Without a data pointer, it can still change the configuration.
    if let packet = packet?.pointer.pointee, packet.size == 0,
      packet.side_data_elems == 0 || packet.data != nil
    {
      return nil
    }
    callMark = FFmpegLog.mark()
    let result = avcodec_send_packet(context, packet?.pointer)
    guard result < 0, result != editc_error_end_of_file else {
      noteComplaint()
      return nil
    }
    return try reason(result)
  }

  /// Returns why data could not be decoded; throws if memory ran out, which is no damage.
  private func reason(_ result: Int32) throws(LibAVError) -> String {
    let error = LibAVError(code: result, operation: "decoding", subject: subject)
    if error.cause == .outOfMemory { throw error }
    return listen().map { "\(error.reason) (\($0))" } ?? error.reason
  }

  private func noteComplaint() {
    let line = listen()
    complaint = complaint ?? line
  }

  private func listen() -> String? {
    let (line, next) = FFmpegLog.firstLine(ofDecoder: owner, since: heard, orOnThisThreadSince: callMark)
    heard = next
    return line
  }

  /// Returns what the decoder has logged since the last call about data that it nevertheless decoded: it
  /// concealed damage.
  func takeComplaint() -> String? {
    defer { complaint = nil }
    return complaint
  }

  func receive() throws(LibAVError) -> Output {
    callMark = FFmpegLog.mark()
    let frame = try allocated(av_frame_alloc(), "decoding", subject)
    let result = avcodec_receive_frame(context, frame)
    if result >= 0 {
      noteComplaint()
      return .frame(frame)
    }
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&unused)
    switch result {
    case editc_error_try_again, editc_error_end_of_file:
      noteComplaint()
      return result == editc_error_end_of_file ? .ended : .needsInput
    default: return .failed(reason: try reason(result))
    }
  }

  /// Whether pictures that no other picture refers to are decoded; applies to the following packets.
  var decodesAll: Bool {
    get { context.pointee.skip_frame != AVDISCARD_NONREF }
    set { context.pointee.skip_frame = newValue ? AVDISCARD_DEFAULT : AVDISCARD_NONREF }
  }

  /// Discards all state, to continue elsewhere in the stream.
  func flush() { avcodec_flush_buffers(context) }
}

func codecName(_ id: AVCodecID) -> String { String(cString: avcodec_get_name(id)) }

/// FFmpeg's own decoders of VP8 and VP9 ignore the alpha channel; libvpx decodes it.
private func findDecoder(
  _ stream: UnsafeMutablePointer<AVStream>, _ id: AVCodecID
) -> UnsafePointer<AVCodec>? {
  if claimsAlphaLayer(stream) {
    let name = id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : id == AV_CODEC_ID_VP8 ? "libvpx" : nil
    if let name, let decoder = avcodec_find_decoder_by_name(name) { return decoder }
  }
  return avcodec_find_decoder(id)
}

/// WebM stores alpha as a second picture with each frame, and states so in a tag.
func claimsAlphaLayer(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  guard let tag = av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) else { return false }
  return String(cString: tag.pointee.value) == "1"
}
