/// The audio codecs of outputs, by their names in scripts.
///
/// To add a codec, add a case here and its declaration below. The compiler then requires the sample format of
/// FFmpeg's encoder (`LibAV/Output/SoundEncoder.swift`).
package enum SoundCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case aac
  case opus
  case mp3
  case flac
  case pcm
  case pcm16
  case pcm32
  case pcmFloat = "pcm-float"
  case pcmBigEndian = "pcm-be"
  case pcm16BigEndian = "pcm16-be"
  case pcm32BigEndian = "pcm32-be"
  case pcmFloatBigEndian = "pcm-float-be"
  case alac
}

/// The properties of an audio codec.
package struct SoundCodecDeclaration: Sendable {
  /// FFmpeg's name of the encoder.
  package let encoder: String
  /// FFmpeg's name of the coded stream, also used in media facts.
  package let streamName: String
  /// What determines the size of the coded sound.
  package let size: CodedSize
  /// The bit rates that it supports, in bits per second; nil for all.
  package var bitRates: [Int64]?
  /// The sample rates that it supports, in samples per second; nil for all.
  package var sampleRates: [Int]?
  package var mostChannels = 8
  /// The sample rate of the decoded sound, in samples per second; nil if it is that of the encoded sound.
  package var decodedSampleRate: Int?
  /// The most samples by which the decoded sound can be longer than the encoded sound.
  package var mostPadding: Int64 = 0
  /// The samples that decoders return before the first one; players drop them if the file states them.
  package var priming: Int64 = 0
  /// The bytes of a sample of one channel, before it is compressed.
  package var sampleBytes = 3
  /// The fewest samples of a file that FFmpeg plays completely and exactly, in most containers.
  fileprivate var leastSamples: Int64 = 1

  package enum CodedSize: Hashable, Sendable {
    /// The decoded samples equal the encoded ones. The bit rate follows from the sound.
    case lossless
    /// The author chooses the bit rate. A file exceeds it by at most the factor `most`, which was measured
    /// with sounds that are hard to encode.
    case bitRate(most: Double)
  }
}

extension SoundCodec {
  package var declaration: SoundCodecDeclaration {
    switch self {
    case .aac:
      // AAC-LC by FFmpeg's own encoder.
      SoundCodecDeclaration(
        encoder: "aac", streamName: "aac", size: .bitRate(most: 1.08),
        sampleRates: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000],
        // A coded frame has 1024 samples, and the last one may be padded.
        mostPadding: 1023, priming: 1024)
    case .opus:
      // Its bit rate is an average over all kinds of sounds.
      SoundCodecDeclaration(
        encoder: "libopus", streamName: "opus", size: .bitRate(most: 2),
        sampleRates: [8000, 12000, 16000, 24000, 48000], decodedSampleRate: 48000,
        // FFmpeg does not drop the first 312 of 960 samples of a packet that is also the last one.
        leastSamples: 649)
    case .mp3:
      SoundCodecDeclaration(
        encoder: "libmp3lame", streamName: "mp3", size: .bitRate(most: 1.02),
        bitRates: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320].map { $0 * 1000 },
        sampleRates: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000], mostChannels: 2,
        // LAME's own 576 samples and the 529 of decoders.
        priming: 1105,
        leastSamples: 576)
    case .flac: SoundCodecDeclaration(encoder: "flac", streamName: "flac", size: .lossless)
    // 24 bits a sample.
    case .pcm: .uncompressed("pcm_s24le", sampleBytes: 3)
    case .pcm16: .uncompressed("pcm_s16le", sampleBytes: 2)
    case .pcm32: .uncompressed("pcm_s32le", sampleBytes: 4)
    case .pcmFloat: .uncompressed("pcm_f32le", sampleBytes: 4)
    case .pcmBigEndian: .uncompressed("pcm_s24be", sampleBytes: 3)
    case .pcm16BigEndian: .uncompressed("pcm_s16be", sampleBytes: 2)
    case .pcm32BigEndian: .uncompressed("pcm_s32be", sampleBytes: 4)
    case .pcmFloatBigEndian: .uncompressed("pcm_f32be", sampleBytes: 4)
    // FFmpeg encodes eight channels only with speakers beside the centre.
    case .alac:
      SoundCodecDeclaration(encoder: "alac", streamName: "alac", size: .lossless, mostChannels: 6)
    }
  }

  /// The fewest samples of a file that FFmpeg plays completely and exactly.
  package func leastSamples(at sampleRate: Int, in container: Container) -> Int64 {
    guard self == .mp3, container == .mp3 else { return declaration.leastSamples }
    // Only its packets identify an MP3 file. FFmpeg is certain of seven, of which the first only counts the
    // others; it took some shorter files for H.263.
    let packet: Int64 = sampleRate < 32000 ? 576 : 1152
    return 5 * packet + 1 - declaration.priming
  }

  /// Uncompressed samples, the least significant byte first.
  package static let littleEndianPCM: [SoundCodec] = [.pcm, .pcm16, .pcm32, .pcmFloat]
  /// Uncompressed samples, the most significant byte first.
  package static let bigEndianPCM: [SoundCodec] = [
    .pcmBigEndian, .pcm16BigEndian, .pcm32BigEndian, .pcmFloatBigEndian,
  ]

  /// Whether the decoded samples equal the encoded ones.
  package var isLossless: Bool { declaration.size == .lossless }
}

extension SoundCodecDeclaration {
  fileprivate static func uncompressed(_ name: String, sampleBytes: Int) -> SoundCodecDeclaration {
    var declaration = SoundCodecDeclaration(encoder: name, streamName: name, size: .lossless)
    declaration.sampleBytes = sampleBytes
    return declaration
  }
}
