internal import CFFmpeg
package import Composition

/// One of FFmpeg's audio encoders, and the samples that it accepts.
package struct SoundEncoder: Hashable, Sendable {
  /// FFmpeg's name.
  let name: String
  /// FFmpeg's name of the coded stream.
  let streamName: String
  /// Whether the bit rate has an effect.
  let isLossy: Bool
  /// The sample format that the encoder accepts.
  let sampleFormat: AVSampleFormat.RawValue
  /// The number of bits encoded of each sample; 0 for all of them.
  let countedBits: Int32

  package init(_ codec: SoundCodec) {
    let declaration = codec.declaration
    let (format, bits) = codec.samples
    self.init(
      name: declaration.encoder, streamName: declaration.streamName, isLossy: !codec.isLossless,
      sampleFormat: format, countedBits: bits)
  }

  private init(
    name: String, streamName: String, isLossy: Bool, sampleFormat: AVSampleFormat, countedBits: Int32
  ) {
    self.name = name
    self.streamName = streamName
    self.isLossy = isLossy
    self.sampleFormat = sampleFormat.rawValue
    self.countedBits = countedBits
  }

  package static let aac = SoundEncoder(.aac)
  package static let mp3 = SoundEncoder(.mp3)
  package static let flac = SoundEncoder(.flac)
  package static let pcm16 = SoundEncoder(.pcm16)
  package static let pcmFloat = SoundEncoder(.pcmFloat)
}

extension SoundCodec {
  /// The sample format that FFmpeg's encoder accepts, and the bits of each that it encodes; 0 for all.
  fileprivate var samples: (format: AVSampleFormat, bits: Int32) {
    switch self {
    case .aac, .mp3: (AV_SAMPLE_FMT_FLTP, 0)
    case .opus: (AV_SAMPLE_FMT_FLT, 0)
    case .pcm, .pcmBigEndian, .pcm32, .pcm32BigEndian: (AV_SAMPLE_FMT_S32, 0)
    case .pcm16, .pcm16BigEndian: (AV_SAMPLE_FMT_S16, 0)
    case .pcmFloat, .pcmFloatBigEndian: (AV_SAMPLE_FMT_FLT, 0)
    case .flac: (AV_SAMPLE_FMT_S32, 24)
    case .alac: (AV_SAMPLE_FMT_S32P, 24)
    }
  }
}
