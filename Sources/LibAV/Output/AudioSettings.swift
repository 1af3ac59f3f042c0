/// Everything that decides what a sound encoder makes of the same samples.
package struct AudioSettings: Hashable, Sendable {
  package var codec: AudioCodec
  package var sampleRate: Int
  /// FFmpeg's name: `mono`, `stereo`, `5.1`.
  package var channelLayout: String
  /// Ignored by PCM.
  package var bitsPerSecond: Int64

  package enum AudioCodec: String, Hashable, Sendable, CaseIterable {
    case aac
    case pcm16 = "pcm_s16le"
    case pcm24 = "pcm_s24le"
    case pcmFloat = "pcm_f32le"
    case opus = "libopus"
    case mp3 = "libmp3lame"
    case flac
    case alac

    /// FFmpeg's name of what it makes.
    var streamName: String {
      switch self {
      case .opus: "opus"
      case .mp3: "mp3"
      default: rawValue
      }
    }

    /// Whether the bit rate means something.
    var isLossy: Bool { [.aac, .opus, .mp3].contains(self) }
  }

  package init(
    codec: AudioCodec = .aac, sampleRate: Int = 48000, channelLayout: String = "stereo",
    bitsPerSecond: Int64 = 192_000
  ) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channelLayout = channelLayout
    self.bitsPerSecond = bitsPerSecond
  }
}
