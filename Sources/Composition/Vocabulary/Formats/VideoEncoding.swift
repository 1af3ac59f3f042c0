package import Basics

/// How pictures are encoded. Every field changes the bytes, so every field is part of a segment's key.
package struct VideoEncoding: Hashable, Sendable, Codable {
  package var codec = VideoCodec.h264
  /// What pictures are scaled to; nil for the size of the canvas.
  package var size: PixelSize?
  package var rateControl: RateControl
  /// A word of the codec's speeds: `medium`.
  package var speed: String
  /// The longest distance between two key frames, in frames.
  package var keyFrameInterval: Int
  /// Whether key frames come at this distance, and nowhere between; nil means that cuts may have their own.
  package var hasSteadyKeyFrames: Bool?
  package var color: CanvasColor
  package var depth: CanvasDepth
  package var sampling: ChromaSampling
  /// The name of one of the codec's profiles; nil for the smallest one that can hold the picture.
  package var profile: String?
  /// Whether the pictures are transparent where the film shows only its background; nil means that they are not.
  package var hasAlpha: Bool?
  /// What is said of the screen that the film was made on; nil for nothing.
  package var mastering: MasteringDisplay?
  /// What the encoder is told to be good at; nil for nothing special.
  package var tune: String?
  /// The name of one of the codec's levels, whose limits the pictures keep; nil for the one that they need.
  package var level: String?
  /// The name of the level that the pictures say they need; nil for what the encoder finds, which depends on the bit rate.
  package var statedLevel: String?
  /// Parameters of the encoder by their names; nil for none.
  package var options: [String: String]?
  /// The coding of copied pictures that these stand beside in one stream; nil for a film that is encoded whole.
  package var joined: JoinedCoding?

  package init(
    rateControl: RateControl, speed: String = "medium", keyFrameInterval: Int = 250,
    color: CanvasColor = .bt709, depth: CanvasDepth = .eight, sampling: ChromaSampling = .quarter,
    profile: String? = nil
  ) {
    self.color = color
    self.depth = depth
    self.sampling = sampling
    self.profile = profile
    self.rateControl = rateControl
    self.speed = speed
    self.keyFrameInterval = keyFrameInterval
  }

  /// The limits that the pictures keep.
  package var chosenLevel: VideoLevel? { codec.declaration?.levels.first { $0.name == level } }

  /// The lowest level that has room for twice a bit rate, as encoders choose it; the highest if none has.
  package func levelName(for size: PixelSize, _ rate: FrameRate, bitRate: Int64) -> String? {
    let levels = codec.declaration?.levels ?? []
    return (levels.first { $0.holds(size, rate) && $0.bitRate >= 2 * bitRate } ?? levels.last)?.name
  }

  /// The profile that is named, or the smallest one that can hold the picture; nil for a codec without profiles.
  package var chosenProfile: VideoProfile? {
    guard let declaration = codec.declaration else { return nil }
    guard let profile else { return declaration.smallestProfile(depth, sampling) }
    return declaration.profiles.first { $0.name == profile }
  }

  /// Whether its pictures can be transparent in files of a kind.
  package func canHoldAlpha(in container: Container) -> Bool {
    guard let declaration = codec.declaration, !container.declaration.opaqueVideo.contains(codec) else {
      return false
    }
    return declaration.profiles.isEmpty ? declaration.holdsAlpha : chosenProfile?.holdsAlpha == true
  }

  package enum RateControl: Hashable, Sendable, Codable {
    /// One of the codec's qualities; 0 loses nothing.
    case quality(Int)
    /// Bits a second.
    case bitRate(Int64)
    /// Bits a second that no stretch goes beyond.
    case cappedBitRate(Int64)
    /// Bits a second of the whole film, which two passes share out among its segments.
    case twoPasses(Int64)
    /// A quality that is always the same; what counts is what the encoder finds out.
    case firstPass
  }
}

/// What encoded pictures share with copied ones in one stream, beyond their codec, profile and form.
package struct JoinedCoding: Hashable, Sendable, Codable {
  /// How the copied pictures are tagged.
  package var color: ColorTags
  /// The same with what players take for what is not tagged: what the samples mean.
  package var samples: ColorTags
  /// How many pictures an H.264 stream lets others refer to, which a decoder counts by; nil for other codecs.
  package var references: Int?

  package init(color: ColorTags, of size: PixelSize, references: Int? = nil) {
    self.color = color
    samples = color
    if color.matrix == nil { samples.matrix = size.impliesHDColor ? "bt709" : "smpte170m" }
    self.references = references
  }
}
