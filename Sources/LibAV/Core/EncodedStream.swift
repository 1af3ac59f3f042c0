package import Basics
internal import CFFmpeg
package import Composition

/// Describes a coded stream to a container before its first packet.
package struct EncodedStream: Hashable, Sendable, Codable {
  /// FFmpeg's name: `h264`, `aac`.
  package var codec: String
  /// Seconds per tick, the unit of packet times: 1001/30000 for pictures at 29.97, 1/48000 for sound.
  package var tick: RationalTime
  /// The decoder configuration (FFmpeg's extradata). Segments can be joined only if theirs are equal.
  package var configuration: [UInt8]
  /// Zero if unknown.
  package var bitsPerSecond: Int64
  package var content: Content
  /// The container's description of a copied stream; nil for an encoded one.
  package var copied: CopiedForm?

  package enum Content: Hashable, Sendable, Codable {
    case video(VideoContent)
    case audio(AudioContent)
    case subtitle(SubtitleContent)
  }

  package struct SubtitleContent: Hashable, Sendable, Codable {
    /// Three letters of ISO 639-2; nil if not known.
    package var language: String?
    /// The name of the track in players.
    package var title: String?
    /// Whether players show it by default.
    package var isDefault: Bool

    package init(language: String?, title: String? = nil, isDefault: Bool = false) {
      self.language = language
      self.title = title
      self.isDefault = isDefault
    }
  }

  package struct VideoContent: Hashable, Sendable, Codable {
    package var size: PixelSize
    package var pixelAspect: PixelAspect
    package var color: ColorTags
    /// Nil if the frame rate is variable.
    package var rate: FrameRate?
    /// The reorder depth in frames.
    package var reorderDelay: Int
    /// The timecode of the first picture, as `01:00:00:00`; nil for a file without one.
    package var timecode: String?
    /// The name of the track in players.
    package var title: String?
    /// Three letters of ISO 639-2; nil if not known.
    package var language: String?
    /// Whether players show it by default; nil if the container decides.
    package var isDefault: Bool?
    /// The encoder's codec tag in files of QuickTime's family; nil if it has none.
    var tag: UInt32?
    /// Sets the pixel layout of an encoding, which MXF stores separately.
    package mutating func describeLayout(of encoding: VideoEncoding) { layout = encoding.layout }

    /// The pixel layout, for containers that store it themselves; nil if only the coded stream describes it.
    var layout: PixelLayout?
    /// The metadata of the mastering display; nil if there is none.
    package var mastering: MasteringDisplay?
    /// How players bring copied pictures upright, if a script corrects it; nil leaves what the stream states.
    package var orientation: PictureOrientation?
    /// Whether chroma is sited at the centre of its pixels, as in JPEG; nil if it is at the left.
    var isChromaCentered: Bool?

    package init(
      size: PixelSize, pixelAspect: PixelAspect = .square, color: ColorTags = .bt709, rate: FrameRate?,
      reorderDelay: Int
    ) {
      self.size = size
      self.pixelAspect = pixelAspect
      self.color = color
      self.rate = rate
      self.reorderDelay = reorderDelay
    }
  }

  package struct AudioContent: Hashable, Sendable, Codable {
    package var sampleRate: Int
    /// FFmpeg's name: `mono`, `stereo`, `5.1`.
    package var channelLayout: String
    /// Samples per packet; zero if packets vary in length.
    package var frameLength: Int
    /// Samples that decoders discard at the start; the first packet's time is minus this.
    package var priming: Int
    /// The spoken language, three letters of ISO 639-2; nil if not known.
    package var language: String?
    /// The name of the track in players.
    package var title: String?
    /// Whether players play it by default; nil leaves that to the container.
    package var isDefault: Bool?

    package init(sampleRate: Int, channelLayout: String, frameLength: Int, priming: Int) {
      self.sampleRate = sampleRate
      self.channelLayout = channelLayout
      self.frameLength = frameLength
      self.priming = priming
    }
  }

  package init(
    codec: String, tick: RationalTime, configuration: [UInt8], bitsPerSecond: Int64 = 0, content: Content,
    copied: CopiedForm? = nil
  ) {
    self.copied = copied
    self.codec = codec
    self.tick = tick
    self.configuration = configuration
    self.bitsPerSecond = bitsPerSecond
    self.content = content
  }
}

extension EncodedStream {
  /// Writes it into FFmpeg's codec parameters.
  func fill(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws(LibAVError) {
    guard let descriptor = avcodec_descriptor_get_by_name(codec) else {
      throw LibAVError(
        operation: "describing a stream", subject: codec, cause: .notAvailable,
        reason: "FFmpeg knows no codec of this name")
    }
    parameters.pointee.codec_id = descriptor.pointee.id
    parameters.pointee.codec_type = descriptor.pointee.type
    parameters.pointee.bit_rate = bitsPerSecond
    try fillConfiguration(parameters, configuration, of: codec)
    switch content {
    case .video(let video):
      try video.fill(parameters)
      parameters.pointee.codec_tag = video.tag ?? 0
      parameters.pointee.codec_tag = portableTag(parameters.pointee)
    case .audio(let audio):
      try audio.fill(parameters)
      // Chromium does not play FLAC in an MP4 whose sample description lacks the bit depth.
      if parameters.pointee.codec_id == AV_CODEC_ID_FLAC, let bits = bitsOfFLAC {
        parameters.pointee.bits_per_raw_sample = bits
      }
    case .subtitle: parameters.pointee.codec_tag = codec == "mov_text" ? timedTextTag : 0
    }
    copied?.fill(parameters)
  }

  /// Bits per sample in FLAC's STREAMINFO: five bits, after 20 bits of sample rate and 3 of channels.
  private var bitsOfFLAC: Int32? {
    guard configuration.count >= 14 else { return nil }
    return Int32((configuration[12] & 1) << 4 | configuration[13] >> 4) + 1
  }
}

/// Writes the decoder configuration of a stream.
func fillConfiguration(
  _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ configuration: [UInt8], of codec: String
) throws(LibAVError) {
  guard !configuration.isEmpty else { return }
  let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
  guard let copy = av_mallocz(configuration.count + padding) else {
    throw LibAVError(
      operation: "describing a stream", subject: codec, cause: .outOfMemory, reason: "out of memory")
  }
  copy.copyMemory(from: configuration, byteCount: configuration.count)
  parameters.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
  parameters.pointee.extradata_size = Int32(clamping: configuration.count)
}

/// `tx3g`: without it a `mov` file would declare QuickTime text, whose descriptions have another form.
private let timedTextTag = Array("tx3g".utf8).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }

extension EncodedStream.VideoContent {
  fileprivate func fill(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws(LibAVError) {
    let codes = try ColorCodes(color)
    (parameters.pointee.width, parameters.pointee.height) = try wholeSize(size, "describing a stream")
    parameters.pointee.sample_aspect_ratio = AVRational(
      num: Int32(clamping: pixelAspect.horizontal), den: Int32(clamping: pixelAspect.vertical))
    parameters.pointee.color_primaries = codes.primaries
    parameters.pointee.color_trc = codes.transfer
    parameters.pointee.color_space = codes.matrix
    parameters.pointee.color_range = codes.range
    parameters.pointee.chroma_location = isChromaCentered == true ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_LEFT
    if let layout { parameters.pointee.format = layout.format.rawValue }
    parameters.pointee.video_delay = Int32(clamping: reorderDelay)
  }
}

extension EncodedStream.AudioContent {
  fileprivate func fill(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws(LibAVError) {
    parameters.pointee.sample_rate = Int32(clamping: sampleRate)
    parameters.pointee.frame_size = Int32(clamping: frameLength)
    parameters.pointee.initial_padding = Int32(clamping: priming)
    let bits = av_get_bits_per_sample(parameters.pointee.codec_id)
    parameters.pointee.bits_per_coded_sample = bits
    try check(
      av_channel_layout_from_string(&parameters.pointee.ch_layout, channelLayout), "describing a stream",
      channelLayout)
    parameters.pointee.block_align = bits / 8 * parameters.pointee.ch_layout.nb_channels
  }
}

/// A packet of a coded stream: one picture, or one frame of sound. Plain numbers and bytes, so that it can be
/// stored in a file.
package struct EncodedPacket: Hashable, Sendable {
  package var bytes: [UInt8]
  /// The presentation time in ticks of the stream; negative only for packets that are decoded and discarded.
  package var presentation: Int64
  /// The decoding time in ticks; increases from packet to packet, and never exceeds the presentation time.
  package var decode: Int64
  /// In ticks. The last packet of a sound ends with its samples.
  package var duration: Int64
  /// Whether decoding can start here.
  package var isKey: Bool
  /// Matroska's BlockAdditional in the form of FFmpeg's side data, such as the alpha of VP9; empty if there
  /// is none.
  package var addition: [UInt8] = []

  package init(bytes: [UInt8], presentation: Int64, decode: Int64, duration: Int64, isKey: Bool) {
    self.bytes = bytes
    self.presentation = presentation
    self.decode = decode
    self.duration = duration
    self.isKey = isKey
  }

  /// Returns the packet delayed by `ticks`, to join segments, which all start at zero.
  package func shifted(by ticks: Int64) throws(TimeOverflow) -> EncodedPacket {
    let (presentation, tooLate) = presentation.addingReportingOverflow(ticks)
    let (decode, tooEarly) = decode.addingReportingOverflow(ticks)
    guard !tooLate, !tooEarly else { throw TimeOverflow() }
    var packet = self
    packet.presentation = presentation
    packet.decode = decode
    return packet
  }
}
