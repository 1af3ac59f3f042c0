internal import CFFmpeg

/// An open decoder of one stream. Owns FFmpeg's context; used by one thread.
final class Decoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let subject: String
  /// Tells the decoder's lines of the log from those of others, whatever thread of its own writes them.
  private let owner = FFmpegLog.newOwner()
  /// Up to where the log was read, and where it stood when the last call began.
  private var heard = 0
  private var callMark = 0
  private var complaint: String?

  /// What came out when it was asked.
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
    // Without the time base, samples that are to be skipped would not move the timestamps.
    context.pointee.pkt_timebase = timeBase
    context.pointee.thread_count = Int32(clamping: max(1, threads))
    // After a seek, H.264 keeps back good pictures between two recovery points; with this flag it gives them.
    context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    context.pointee.max_pixels = Int64(limits.pixels)
    // Checksums are compared where a format has them. Stricter flags call sound files broken that are not.
    context.pointee.err_recognition |= AV_EF_CRCCHECK
    let result = avcodec_open2(context, codec, nil)
    guard result >= 0 else {
      throw LibAVError(
        code: result, operation: "opening the decoder", subject: subject, loggedSince: mark
      ).ofMedia
    }
    heard = FFmpegLog.mark()
  }

  /// Hands a packet over, or with nil says that no more will come. The decoder must have asked for input.
  /// The result is the reason when the packet could not be decoded.
  func send(_ packet: Packet?) throws(LibAVError) -> String? {
    // An empty packet holds nothing to decode; FFmpeg would refuse it or take it for the end of the stream. Without
    // memory for data, it can still change the configuration.
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

  /// Why data could not be decoded; a lack of memory is no damage.
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

  /// What the decoder logged since this was asked last about data that it decoded all the same: it concealed damage.
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

  /// Whether pictures that no other is made of are decoded; for the packets that follow, with one thread only.
  var decodesAll: Bool {
    get { context.pointee.skip_frame != AVDISCARD_NONREF }
    set { context.pointee.skip_frame = newValue ? AVDISCARD_DEFAULT : AVDISCARD_NONREF }
  }

  /// Forgets everything, to go on elsewhere in the stream.
  func flush() { avcodec_flush_buffers(context) }
}

func codecName(_ id: AVCodecID) -> String { String(cString: avcodec_get_name(id)) }

/// FFmpeg's own decoders of VP8 and VP9 leave the alpha channel out; libvpx has it.
private func findDecoder(
  _ stream: UnsafeMutablePointer<AVStream>, _ id: AVCodecID
) -> UnsafePointer<AVCodec>? {
  if claimsAlphaLayer(stream) {
    let name = id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : id == AV_CODEC_ID_VP8 ? "libvpx" : nil
    if let name, let decoder = avcodec_find_decoder_by_name(name) { return decoder }
  }
  return avcodec_find_decoder(id)
}

/// WebM keeps transparency as a second picture beside each frame and says so in a tag.
func claimsAlphaLayer(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  guard let tag = av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) else { return false }
  return String(cString: tag.pointee.value) == "1"
}
