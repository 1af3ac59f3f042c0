package import Basics
package import Composition

/// Reads the sound of one stream as an endless sequence of samples at a chosen rate.
///
/// Sample m is the sound at media time m / rate: encoder delay and edit lists are applied; gaps and
/// everything before the start and after the end are silence. 32-bit float, one array per channel. Used by
/// one thread. The result does not depend on where reading starts, except for the noise that some codecs
/// generate.
package final class AudioReader {
  package struct Options: Hashable, Sendable {
    package var rate = 48000
    /// 1 mono, 2 stereo, 6 5.1.
    package var channelCount = 2
    package var onCorruption = CorruptionPolicy.fail
    package var limits = MediaLimits.standard
    /// Whether channels stay unchanged if the stream has that many, whatever they are called.
    package var keepsChannels = false
    /// What a file without a header contains; nil for other files.
    package var raw: RawForm?

    package init(
      rate: Int = 48000, channelCount: Int = 2, onCorruption: CorruptionPolicy = .fail,
      keepsChannels: Bool = false, raw: RawForm? = nil
    ) {
      self.rate = rate
      self.channelCount = channelCount
      self.onCorruption = onCorruption
      self.keepsChannels = keepsChannels
      self.raw = raw
    }
  }

  package let options: Options
  private let timeline: SoundTimeline
  /// Nil if the stream already has the wanted rate.
  private let resampler: SoundResampler?

  /// `origin` is the file's own timestamp of media time 0, from its facts.
  package init(
    fileAt path: String, streamIndex: Int, origin: RationalTime, options: Options = Options()
  ) throws(LibAVError) {
    guard (1000...1_000_000).contains(options.rate), (1...8).contains(options.channelCount) else {
      throw LibAVError(
        operation: "opening", subject: path, cause: .limit,
        reason: "\(options.rate) Hz with \(options.channelCount) channels cannot be mixed")
    }
    self.options = options
    let file = try MediaFile(path: path, limits: options.limits, raw: options.raw)
    let source = try SoundSource(
      file: file, streamIndex: streamIndex, origin: origin, channelCount: options.channelCount,
      keepsChannels: options.keepsChannels)
    timeline = SoundTimeline(
      source, channelCount: options.channelCount, policy: options.onCorruption)
    resampler = source.rate == options.rate ? nil : SoundResampler(timeline, rate: options.rate)
  }

  /// Returns samples `start..<start + count`, one array per channel.
  package func read(from start: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    guard start.magnitude < 1 << 50, (0..<1 << 30).contains(count) else {
      throw LibAVError(
        operation: "reading", subject: timeline.path, cause: .limit,
        reason: "\(count) samples at \(start) are out of range")
    }
    guard count > 0 else { return Array(repeating: [], count: options.channelCount) }
    if let resampler { return try resampler.read(from: start, count: count) }
    return try timeline.read(from: start, count: count)
  }

  /// The media time at which the stream's sound ends; nil until reading has reached it.
  package var soundEnd: RationalTime? {
    timeline.soundEnd.flatMap { $0 == Int64.min ? .zero : RationalTime($0, Int64(timeline.rate)) }
  }
}
