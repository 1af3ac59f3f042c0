package import Basics
internal import CFFmpeg
package import Composition

/// What a container must know about a coded stream before its first packet.
package struct EncodedStream: Hashable, Sendable, Codable {
  /// FFmpeg's name: `h264`, `aac`.
  package var codec: String
  /// Seconds in a tick, the unit of its packets' times: 1001/30000 for pictures at 29.97, 1/48000 for sound.
  package var tick: RationalTime
  /// What the decoder needs before the first packet (FFmpeg's extradata). Segments join only where it is equal.
  package var configuration: [UInt8]
  /// Zero if unknown.
  package var bitsPerSecond: Int64
  package var content: Content
  /// What else is known of a stream that comes from a file as it is; nil for one that was encoded here.
  package var copied: CopiedForm?

  package enum Content: Hashable, Sendable, Codable {
    case video(VideoContent)
    case audio(AudioContent)
    case subtitle(SubtitleContent)
  }

  package struct SubtitleContent: Hashable, Sendable, Codable {
    /// Three letters of ISO 639-2; nil if not known.
    package var language: String?
    /// What players call the track.
    package var title: String?
    /// Whether players show it without being asked.
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
    /// Nil where frames come as they like.
    package var rate: FrameRate?
    /// How many frames decoding runs ahead of showing.
    package var reorderDelay: Int
    /// The timecode of the first picture, as `01:00:00:00`; nil for a file without one.
    package var timecode: String?
    /// What players call the track.
    package var title: String?
    /// The encoder's name of its profile in files of QuickTime's family; nil where it has none.
    var tag: UInt32?
    /// Says how the pictures of an encoding lie in memory, which MXF says in its own words.
    package mutating func describeLayout(of encoding: VideoEncoding) { layout = encoding.layout }

    /// How the pictures lie in memory, where a container says it in its own words; nil where the coded stream says it.
    var layout: PixelLayout?
    /// What is said of the screen that the film was made on; nil for nothing.
    package var mastering: MasteringDisplay?
    /// Whether chroma is in the middle of its pixels, as in JPEG; nil if it is at the left.
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
    /// Samples in a packet; zero where packets have any length.
    package var frameLength: Int
    /// Samples at the start that are decoded and thrown away; the first packet's time is minus this.
    package var priming: Int
    /// The spoken language, three letters of ISO 639-2; nil if not known.
    package var language: String?
    /// What players call the track.
    package var title: String?
    /// Whether players play it, or wait until they are asked to; nil leaves that to the container.
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
  /// Writes all of it into FFmpeg's own description.
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
      // Chromium plays no FLAC in an MP4 whose description does not say it.
      if parameters.pointee.codec_id == AV_CODEC_ID_FLAC, let bits = bitsOfFLAC {
        parameters.pointee.bits_per_raw_sample = bits
      }
    case .subtitle: parameters.pointee.codec_tag = codec == "mov_text" ? timedTextTag : 0
    }
    copied?.fill(parameters)
  }

  /// How many bits its samples have, as FLAC's STREAMINFO says it: five bits after 20 of the sample rate and 3 of the channels.
  private var bitsOfFLAC: Int32? {
    guard configuration.count >= 14 else { return nil }
    return Int32((configuration[12] & 1) << 4 | configuration[13] >> 4) + 1
  }
}

/// Writes what stands in a file before the first packet of a stream.
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

/// `tx3g`: without it a `mov` file would say QuickTime's own text, whose descriptions have another form.
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

/// A piece of a coded stream: one picture, or one frame of sound. Plain numbers and bytes, so that it can be
/// kept in a file.
package struct EncodedPacket: Hashable, Sendable {
  package var bytes: [UInt8]
  /// When it is shown or heard, in ticks of its stream; below zero only for what is decoded and thrown away.
  package var presentation: Int64
  /// When it is decoded, in ticks; rises from packet to packet, and is never later than the presentation.
  package var decode: Int64
  /// In ticks. The last packet of a sound lasts only as long as there are samples.
  package var duration: Int64
  /// Whether decoding can begin here.
  package var isKey: Bool
  /// What Matroska keeps beside the packet (its BlockAdditional, as FFmpeg's side data has it), such as the alpha of VP9; empty
  /// for nothing.
  package var addition: [UInt8] = []

  package init(bytes: [UInt8], presentation: Int64, decode: Int64, duration: Int64, isKey: Bool) {
    self.bytes = bytes
    self.presentation = presentation
    self.decode = decode
    self.duration = duration
    self.isKey = isKey
  }

  /// The same packet later: how segments, which all begin at zero, are joined.
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
