internal import Basics
internal import CFFmpeg

/// Encodes samples that arrive in blocks of any length.
///
/// Packet times count samples. AAC starts with priming before time zero, and its last packet ends with the
/// last sample: players present exactly the samples that were sent.
///
/// Use it from one thread at a time.
package final class AudioEncoder {
  package let settings: AudioEncoderSettings
  private let encoder: Encoder
  private let queue: SampleQueue
  private let converter: SampleConverter
  private let frameLength: Int
  private var samplesEncoded: Int64 = 0
  private var packetCount: Int64 = 0
  /// The factor for the samples that makes the decoded sound as loud as they are.
  private let gain: Float

  package init(settings: AudioEncoderSettings) throws(LibAVError) {
    self.settings = settings
    gain = settings.codec == .mp3 ? 1 / lameScale(bitsPerSecond: settings.bitsPerSecond) : 1
    encoder = try Encoder(named: settings.codec.name)
    try settings.write(to: encoder.context)
    try encoder.open()
    converter = try SampleConverter(for: encoder.context)
    queue = try SampleQueue(channels: Int(encoder.context.pointee.ch_layout.nb_channels))
    // PCM accepts blocks of any length; a fixed one makes the bytes independent of how samples arrive.
    let fixed = Int(encoder.context.pointee.frame_size)
    frameLength = fixed > 0 ? fixed : 1024
  }

  /// The description for a `FileWriter`.
  package var stream: EncodedStream {
    get throws(LibAVError) {
      guard let tick = RationalTime(1, Int64(settings.sampleRate)) else {
        throw refusal("a sample rate is above zero")
      }
      return EncodedStream(
        codec: settings.codec.streamName, tick: tick, configuration: encoder.configuration,
        bitsPerSecond: encoder.context.pointee.bit_rate,
        content: .audio(
          EncodedStream.AudioContent(
            sampleRate: settings.sampleRate, channelLayout: settings.channelLayout,
            frameLength: Int(encoder.context.pointee.frame_size),
            priming: Int(encoder.context.pointee.initial_padding))))
    }
  }

  /// Encodes the next samples, one array of equal length per channel, and returns the packets that are ready.
  package func send(_ channels: [[Float]]) throws(LibAVError) -> [EncodedPacket] {
    try queue.append(gain == 1 ? channels : channels.map { $0.map { $0 * gain } })
    var packets: [EncodedPacket] = []
    while queue.count >= frameLength { packets += try encode(frameLength) }
    return packets
  }

  /// Returns the packets of the remaining samples. Nothing can be sent afterwards.
  package func finish() throws(LibAVError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    if queue.count > 0 { packets += try encode(queue.count) }
    try encoder.send(nil)
    packets += try receive()
    if settings.codec == .mp3 { removePadding(from: &packets) }
    return packets
  }

  /// Removes a last packet of LAME that is nothing but padding. Files state only for their last packet where
  /// it ends.
  private func removePadding(from packets: inout [EncodedPacket]) {
    packets.removeAll { $0.presentation >= samplesEncoded }
    guard let last = packets.indices.last else { return }
    packets[last].duration = min(Int64(frameLength), samplesEncoded - packets[last].presentation)
  }

  /// The configuration, if it is known only after the last packet: FLAC's digest of all samples.
  package var finalConfiguration: [UInt8]? { settings.codec == .flac ? encoder.configuration : nil }

  private func encode(_ count: Int) throws(LibAVError) -> [EncodedPacket] {
    let frame = try converter.convert(try queue.take(count))
    frame.pointer.pointee.pts = samplesEncoded
    samplesEncoded += Int64(count)
    try encoder.send(frame.pointer)
    return try receive()
  }

  private func receive() throws(LibAVError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    while let packet = try encoder.receive() {
      let raw = packet.pointer.pointee
      // FLAC ends with a packet that contains only its digest.
      if raw.size == 0 { continue }
      let start = settings.codec == .mp3 ? startOfLAMEPacket : raw.pts
      packets.append(
        EncodedPacket(
          bytes: packet.bytes, presentation: start, decode: start, duration: raw.duration, isKey: packet.isKey
        ))
      packetCount += 1
    }
    return packets
  }

  /// All of LAME's packets are of one length. FFmpeg's own count is wrong for those behind the last sample.
  private var startOfLAMEPacket: Int64 {
    packetCount * Int64(frameLength) - Int64(encoder.context.pointee.initial_padding)
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(
      operation: "encoding sound", subject: settings.codec.name, cause: .other, reason: reason)
  }
}

/// LAME's factor for all samples: up to 0.45 dB less, by the bit rate, against clipping by its own noise.
/// FFmpeg has no option for it. A film would be quieter than the measured mix.
private func lameScale(bitsPerSecond: Int64) -> Float {
  switch bitsPerSecond {
  case ..<176_000: 0.95
  case ..<208_000: 0.97
  case ..<240_000: 0.98
  default: 1
  }
}

extension AudioEncoderSettings {
  fileprivate func write(to context: UnsafeMutablePointer<AVCodecContext>) throws(LibAVError) {
    let what = "preparing the sound encoder"
    guard let rate = Int32(exactly: sampleRate), rate > 0 else {
      throw LibAVError(
        operation: what, subject: "\(sampleRate) Hz", cause: .limit, reason: "the sample rate is out of range"
      )
    }
    try check(
      av_channel_layout_from_string(&context.pointee.ch_layout, channelLayout), what, channelLayout)
    context.pointee.sample_rate = rate
    context.pointee.time_base = AVRational(num: 1, den: rate)
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    if codec.isLossy {
      guard bitsPerSecond > 0 else {
        throw LibAVError(
          operation: what, subject: "\(bitsPerSecond) bit/s", cause: .limit,
          reason: "the bit rate must be above zero")
      }
      context.pointee.bit_rate = bitsPerSecond
    }
    context.pointee.sample_fmt = AVSampleFormat(rawValue: codec.sampleFormat)
    context.pointee.bits_per_raw_sample = codec.countedBits
    if hasSteadyPackets, codec == .flac { context.pointee.frame_size = steadyPacket }
  }

  /// The longest packet that divides a second evenly; every decoder supports 4,608 samples.
  private var steadyPacket: Int32 {
    (1...4608).last { sampleRate.isMultiple(of: $0) }.map(Int32.init) ?? 0
  }
}

/// All settings that determine what a sound encoder makes of the same samples.
package struct AudioEncoderSettings: Hashable, Sendable {
  package var codec: SoundEncoder
  package var sampleRate: Int
  /// FFmpeg's name: `mono`, `stereo`, `5.1`, `7.1`.
  package var channelLayout: String
  /// Ignored by lossless codecs.
  package var bitsPerSecond: Int64
  /// Whether a packet starts at each whole second; only FLAC accepts packets of any length.
  package var hasSteadyPackets: Bool

  package init(
    codec: SoundEncoder = .aac, sampleRate: Int = 48000, channelLayout: String = "stereo",
    bitsPerSecond: Int64 = 192_000, hasSteadyPackets: Bool = false
  ) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channelLayout = channelLayout
    self.bitsPerSecond = bitsPerSecond
    self.hasSteadyPackets = hasSteadyPackets
  }
}
