package import Basics
package import Composition

/// All settings that determine what the H.264 encoder makes of the same frames.
package struct H264Settings: VideoEncoderSettings, Hashable {
  package var codec: VideoCodec { .h264 }
  package var size: PixelSize
  package var rate: FrameRate
  package var quality: Quality
  package var preset: Preset
  /// The most frames from one key frame to the next.
  package var keyframeInterval: Int
  /// How readily the encoder sets a key frame at a cut; zero for never.
  package var sceneCut: Int
  /// The number of pictures encoded at once. Fixed, because x264's bytes depend on it. Four keep four CPU
  /// cores busy, with the size and the quality of one (docs/measurements/where-time-goes.md).
  package var threads: Int
  /// The number of threads that decide the types of frames, fixed for the same reason. With one, four encoding
  /// threads wait for it if pictures are large (docs/measurements/where-time-goes.md).
  var lookaheadThreads: Int { threads > 1 && size.height >= 720 ? 2 : 1 }
  package var color: ColorTags
  /// The layout of the encoded pictures: 4:2:0, 4:2:2 or 4:4:4 of eight or ten bits.
  package var layout: PixelLayout
  /// Nil for the smallest profile that supports the layout and all of the encoder's tools.
  package var profile: Profile?
  /// x264's `tune`; nil for none.
  package var tune: String?
  /// The level that limits the stream; nil for the level that it needs.
  package var level: VideoLevel?
  /// Parameters of x264 set by the author.
  package var options: [String: String] = [:]
  /// The level that the stream declares without being limited by it; nil for the one that x264 finds.
  package var statedLevel: String?
  /// The statistics file of two passes; nil for a single pass.
  package var statistics: String?
  /// The number of reference pictures, if copied ones in the same stream determine it; then none is
  /// reordered, which fits every copied stream.
  package var references: Int?
  /// Parameters of x264 beyond the settings, for tests.
  var extraParameters: [String: String] = [:]

  /// What a decoder must support.
  package enum Profile: String, Hashable, Sendable, CaseIterable {
    case baseline, main, high, high10, high422, high444
  }

  package enum Quality: Hashable, Sendable {
    /// Decoded pictures equal the encoded ones bit by bit, which only the profile High 4:4:4 Predictive
    /// supports.
    case lossless
    /// x264's rate factor: 1 is nearly lossless, 18 is hard to distinguish from the source, 51 is the worst.
    case constant(Double)
    /// An average; in the second of two passes, distributed by the statistics.
    case averageBitsPerSecond(Int64)
    /// Writes statistics, quickly.
    case firstPass
    /// Like the average, but no stretch takes more than its share and half a second's bits.
    case cappedBitsPerSecond(Int64)
  }

  /// x264's presets, by the time that compression may take.
  package enum Preset: String, Hashable, Sendable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
  }

  package init(
    size: PixelSize, rate: FrameRate, quality: Quality = .constant(18), preset: Preset = .medium,
    keyframeInterval: Int = 250, sceneCut: Int = 40, threads: Int = 4, color: ColorTags = .bt709,
    layout: PixelLayout = .yuv420p, profile: Profile? = nil
  ) {
    self.size = size
    self.rate = rate
    self.quality = quality
    self.preset = preset
    self.keyframeInterval = keyframeInterval
    self.sceneCut = sceneCut
    self.threads = threads
    self.color = color
    self.layout = layout
    self.profile = profile
  }
}

extension VideoEncoding {
  /// Whether one encoder encodes several frames at once. Without delay, its threads would share each picture.
  package var usesSeveralCores: Bool { codec == .h264 && tune != "zerolatency" }
}

extension H264Settings {
  init(
    _ encoding: VideoEncoding, size: PixelSize, rate: FrameRate, color: ColorTags, statistics: String?
  ) throws(LibAVError) {
    let quality: Quality =
      switch encoding.rateControl {
      case .firstPass: .firstPass
      case .twoPasses(let bits): .averageBitsPerSecond(bits)
      case .quality(0): .lossless
      case .quality(let factor): .constant(Double(factor))
      case .bitRate(let bits): .averageBitsPerSecond(bits)
      case .cappedBitRate(let bits): .cappedBitsPerSecond(bits)
      }
    self.init(
      size: size, rate: rate, quality: quality, keyframeInterval: encoding.keyFrameInterval,
      threads: encoding.usesSeveralCores ? 4 : 1, color: color, layout: encoding.layout)
    if encoding.hasSteadyKeyFrames == true { sceneCut = 0 }
    guard let preset = Preset(rawValue: encoding.speed) else {
      throw refused("x264 has no preset '\(encoding.speed)'")
    }
    self.preset = preset
    tune = encoding.tune
    level = encoding.chosenLevel
    options = encoding.options ?? [:]
    self.statistics = statistics
    statedLevel = encoding.statedLevel
    references = encoding.joined?.references
    if let name = encoding.profile {
      guard let profile = Profile(rawValue: name) else { throw refused("x264 has no profile '\(name)'") }
      self.profile = profile
    }
  }
}
