internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// The owner of an FFmpeg encoder: frames in, packets out.
final class Encoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let codec: UnsafePointer<AVCodec>
  private let name: String
  /// Released after the encoder is freed.
  private let turn: EncoderTurn?
  private var isOpen = false
  private var hasBegun = false
  private var isFlushed = false

  init(named name: String) throws(LibAVError) {
    FFmpegLog.capture()
    guard let codec = avcodec_find_encoder_by_name(name) else {
      throw LibAVError(
        operation: "looking for the encoder", subject: name, cause: .notAvailable,
        reason: "this build of FFmpeg does not have it")
    }
    self.codec = codec
    self.name = name
    turn = name == "libsvtav1" ? EncoderTurn() : nil
    context = try allocated(avcodec_alloc_context3(codec), "preparing the encoder", name)
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    context.pointee.thread_count = 1
  }

  deinit {
    if turn != nil, isOpen { flush() }
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Flushes SVT-AV1 before it is freed: it waits for its last packet, endlessly if no frame or no end was
  /// sent.
  private func flush() {
    if !hasBegun {
      var blank = av_frame_alloc()
      blank?.pointee.width = context.pointee.width
      blank?.pointee.height = context.pointee.height
      blank?.pointee.format = context.pointee.pix_fmt.rawValue
      if let blank, av_frame_get_buffer(blank, 0) == 0 { _ = avcodec_send_frame(context, blank) }
      av_frame_free(&blank)
    }
    guard !isFlushed else { return }
    _ = avcodec_send_frame(context, nil)
    var packet = av_packet_alloc()
    while packet != nil, avcodec_receive_packet(context, packet) == 0 {}
    av_packet_free(&packet)
  }

  /// Whether it can encode a pixel format; an encoder that lists none accepts all.
  func takes(_ wanted: AVPixelFormat) -> Bool {
    guard var format = codec.pointee.pix_fmts else { return true }
    while format.pointee != AV_PIX_FMT_NONE {
      if format.pointee == wanted { return true }
      format += 1
    }
    return false
  }

  /// Opens the encoder, with its context filled in.
  func open() throws(LibAVError) {
    try logged("opening the encoder") {
      turn == nil
        ? avcodec_open2(context, codec, nil)
        : PriorityRight.without { avcodec_open2(context, codec, nil) }
    }
    isOpen = true
  }

  /// The decoder configuration; known once the encoder is open.
  var configuration: [UInt8] {
    guard let start = context.pointee.extradata else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: Int(context.pointee.extradata_size)))
  }

  /// Sends a frame, or nil after the last one. All available packets must have been received.
  func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(LibAVError) {
    try logged("encoding") { avcodec_send_frame(context, frame) }
    if frame != nil { hasBegun = true }
  }

  /// Returns the next packet; nil if the encoder needs a frame, or has reached its end.
  func receive() throws(LibAVError) -> Packet? {
    let packet = try Packet()
    let result = avcodec_receive_packet(context, packet.pointer)
    if result == editc_error_end_of_file { isFlushed = true }
    if result == editc_error_try_again || result == editc_error_end_of_file { return nil }
    try check(result, "encoding", name)
    return packet
  }

  /// Encoders report reasons only in their log.
  private func logged(_ operation: String, _ call: () -> Int32) throws(LibAVError) {
    let mark = FFmpegLog.mark()
    let result = call()
    guard result >= 0 else {
      throw LibAVError(code: result, operation: operation, subject: name, loggedSince: mark)
    }
  }
}

extension Packet {
  /// FFmpeg's form of a packet; its times stay in the stream's own ticks.
  convenience init(_ packet: EncodedPacket) throws(LibAVError) {
    try self.init()
    guard let size = Int32(exactly: packet.bytes.count) else {
      throw LibAVError(
        operation: "allocating a packet", subject: "\(packet.bytes.count) bytes", cause: .limit,
        reason: "a packet cannot have this size")
    }
    try check(av_new_packet(pointer, size), "allocating a packet", "\(size) bytes")
    pointer.pointee.data.update(from: packet.bytes, count: packet.bytes.count)
    pointer.pointee.pts = packet.presentation
    pointer.pointee.dts = packet.decode
    pointer.pointee.duration = packet.duration
    pointer.pointee.flags = packet.isKey ? AV_PKT_FLAG_KEY : 0
    if !packet.addition.isEmpty { try attach(packet.addition, as: AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL) }
  }

  var bytes: [UInt8] {
    guard let start = pointer.pointee.data else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: Int(pointer.pointee.size)))
  }
}

extension VideoFrame {
  /// The same pixels without side data: captions, film grain and the like would be encoded, and a frame's
  /// former type would determine its new one.
  func withoutSideData() throws(LibAVError) -> VideoFrame {
    let bare = VideoFrame(owning: try allocated(av_frame_clone(pointer), "encoding", formatName))
    while bare.pointer.pointee.nb_side_data > 0, let first = bare.pointer.pointee.side_data?.pointee {
      av_frame_remove_side_data(bare.pointer, first.pointee.type)
    }
    bare.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    bare.pointer.pointee.interlaced_frame = 0
    bare.pointer.pointee.repeat_pict = 0
    return bare
  }
}

/// Allows one encoder of SVT-AV1 at a time, and waits for the previous one.
///
/// SVT-AV1 1.4 has one table of functions per process and fills it again for each encoder, which crashes an
/// encoder that is working. A worker has one encoder at a time, so only tests wait.
private final class EncoderTurn {
  private static let isTaken = Mutex(false)

  init() {
    while !Self.isTaken.withLock({ isTaken in
      defer { isTaken = true }
      return !isTaken
    }) { usleep(1000) }
  }

  deinit { Self.isTaken.withLock { $0 = false } }
}
