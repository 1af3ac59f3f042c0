internal import Basics
internal import CFFmpeg
internal import Composition

/// Encodes frames as a stream of closed groups of pictures, each of which starts with a key frame.
///
/// Streams with equal settings have equal configurations and are joined by shifting the packets' times: the
/// k-th packet is decoded at (first frame + k - delay), where the delay depends on the settings alone. An
/// encoder itself knows the delay only after some frames, so a segment of one frame would not fit its
/// neighbours.
///
/// For one thread at a time.
package final class VideoEncoder: PictureEncoder {
  package let settings: any VideoEncoderSettings
  private let declaration: VideoCodecDeclaration
  private let encoder: Encoder
  private let identificationRemover: BitstreamFilter?
  private let delay: Int64
  private var firstFrame: Int64?
  private var framesSent: Int64 = 0
  private var packetsReceived: Int64 = 0

  package convenience init(settings: any VideoEncoderSettings) throws(LibAVError) {
    try self.init(settings: settings, keepsIdentification: false)
  }

  /// `keepsIdentification` leaves the encoder's name in the first packet, to find out its version.
  init(settings: any VideoEncoderSettings, keepsIdentification: Bool) throws(LibAVError) {
    self.settings = settings
    let codec = settings.codec
    guard let declaration = codec.declaration else { throw settings.refused("the codec has no encoder") }
    self.declaration = declaration
    encoder = try Encoder(named: declaration.encoder)
    guard encoder.takes(av_get_pix_fmt(settings.encodedFormat)) else {
      throw LibAVError(
        operation: "preparing \(codec.rawValue)", subject: settings.encodedFormat, cause: .notAvailable,
        reason: "this build of \(declaration.encoder) cannot encode pictures of this format")
    }
    try settings.write(to: EncoderContext(pointer: encoder.context))
    try encoder.open()
    delay = settings.reorderDelay ?? Int64(encoder.context.pointee.has_b_frames)
    if !keepsIdentification, let filter = settings.identificationFilter {
      identificationRemover = try BitstreamFilter(
        filter.name, options: filter.options, for: encoder.context)
    } else {
      identificationRemover = nil
    }
  }

  package var stream: EncodedStream {
    get throws(LibAVError) {
      var video = EncodedStream.VideoContent(
        size: settings.size, color: settings.color, rate: settings.rate, reorderDelay: Int(delay))
      let tag = encoder.context.pointee.codec_tag
      video.tag = tag == 0 ? nil : tag
      if settings.codec == .vp9 { video.layout = settings.layout }
      if declaration.hasJPEGColors { video.isChromaCentered = true }
      return EncodedStream(
        codec: declaration.streamName, tick: try settings.tick, configuration: encoder.configuration,
        bitsPerSecond: settings.averageBitsPerSecond ?? 0,
        content: .video(video))
    }
  }

  package func send(_ frame: VideoFrame, index: Int64) throws(LibAVError) -> [EncodedPacket] {
    try checkFits(frame)
    let first = firstFrame ?? index
    guard index - first == framesSent else {
      throw refusal("frame \(index) does not follow frame \(first + framesSent - 1)")
    }
    firstFrame = first
    let bare = try settings.encoded(frame).withoutSideData()
    bare.pointer.pointee.pts = framesSent
    // For an encoder with a fixed quantizer; zero for the others.
    bare.pointer.pointee.quality = encoder.context.pointee.global_quality
    try encoder.send(bare.pointer)
    framesSent += 1
    return try receive()
  }

  package func finish() throws(LibAVError) -> [EncodedPacket] {
    try encoder.send(nil)
    let packets = try receive()
    guard packetsReceived == framesSent else {
      throw refusal("\(framesSent) frames went in, \(packetsReceived) came out")
    }
    return packets
  }

  private func receive() throws(LibAVError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    while let packet = try encoder.receive() {
      packets.append(try numbered(packet))
    }
    return packets
  }

  private func numbered(_ packet: Packet) throws(LibAVError) -> EncodedPacket {
    let isFirst = packetsReceived == 0
    let first = firstFrame ?? 0
    let presentation = packet.pointer.pointee.pts
    let decode = packetsReceived - delay
    packetsReceived += 1
    guard presentation >= decode, presentation < framesSent else {
      throw refusal("frame \(presentation) came out of order, as packet \(decode + delay)")
    }
    if isFirst { try identificationRemover?.apply(to: packet) }
    var encoded = EncodedPacket(
      bytes: settings.corrected(packet.bytes), presentation: first + presentation, decode: first + decode,
      duration: 1,
      isKey: packet.isKey)
    encoded.addition = packet.sideData(AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL)
    guard encoded.addition.isEmpty == (settings.codec != .vp9 || !settings.layout.hasAlpha) else {
      throw refusal("packet \(decode + delay) came without the alpha of its picture")
    }
    return encoded
  }

  private func checkFits(_ frame: VideoFrame) throws(LibAVError) {
    guard frame.layout == settings.layout, frame.size == settings.size else {
      throw refusal(
        "a frame is \(frame.size) \(frame.formatName), not \(settings.size) \(settings.layout.rawValue)")
    }
    guard frame.color.isFullRange != true || settings.color.isFullRange == true else {
      throw refusal("a frame has full range, the stream is tagged as limited")
    }
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "encoding pictures", subject: declaration.encoder, cause: .other, reason: reason)
  }
}
