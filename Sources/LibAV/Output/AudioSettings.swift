/// Everything that decides what a sound encoder makes of the same samples.
package struct AudioSettings: Hashable, Sendable {
  package var codec: SoundEncoder
  package var sampleRate: Int
  /// FFmpeg's name: `mono`, `stereo`, `5.1`.
  package var channelLayout: String
  /// Ignored by PCM.
  package var bitsPerSecond: Int64

  package init(
    codec: SoundEncoder = .aac, sampleRate: Int = 48000, channelLayout: String = "stereo",
    bitsPerSecond: Int64 = 192_000
  ) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channelLayout = channelLayout
    self.bitsPerSecond = bitsPerSecond
  }
}
