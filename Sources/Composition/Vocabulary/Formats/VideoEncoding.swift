package import Basics

/// How pictures are encoded. Every field changes the bytes, so every field is part of a segment's key.
package struct VideoEncoding: Hashable, Sendable, Codable {
  package var codec = VideoCodec.h264
  /// The size to which pictures are scaled; nil for the size of the canvas.
  package var size: PixelSize?
  package var rateControl: RateControl
  /// A word of the codec's speeds: `medium`.
  package var speed: String
  /// The longest distance between two key frames, in frames.
  package var keyFrameInterval: Int
  /// Whether key frames are exactly this far apart; nil means that cuts may add their own.
  package var hasSteadyKeyFrames: Bool?
  package var color: CanvasColor
  package var depth: CanvasDepth
  package var sampling: ChromaSampling
  /// The name of one of the codec's profiles; nil for the smallest one that supports the picture.
  package var profile: String?
  /// Whether pictures are transparent where the film shows only its background; nil means that they are not.
  package var hasAlpha: Bool?
  /// The display on which the film was mastered; nil if it is not stated.
  package var mastering: MasteringDisplay?
  /// The tuning of the encoder; nil for none.
  package var tune: String?
  /// The name of one of the codec's levels, whose limits the pictures respect; nil for the lowest possible.
  package var level: String?
  /// The name of the level that the stream declares; nil for the encoder's choice, by the bit rate.
  package var statedLevel: String?
  /// Parameters of the encoder by their names; nil for none.
  package var options: [String: String]?
  /// The coding of copied pictures in the same stream; nil for a film that is encoded whole.
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

  /// The level whose limits the pictures respect.
  package var chosenLevel: VideoLevel? { codec.declaration?.levels.first { $0.name == level } }

  /// The lowest level that permits twice a bit rate, as encoders choose it; the highest if none does.
  package func levelName(for size: PixelSize, _ rate: FrameRate, bitRate: Int64) -> String? {
    let levels = codec.declaration?.levels ?? []
    return (levels.first { $0.holds(size, rate) && $0.bitRate >= 2 * bitRate } ?? levels.last)?.name
  }

  /// The named profile, or the smallest one that supports the picture; nil for a codec without profiles.
  package var chosenProfile: VideoProfile? {
    guard let declaration = codec.declaration else { return nil }
    guard let profile else { return declaration.smallestProfile(depth, sampling) }
    return declaration.profiles.first { $0.name == profile }
  }

  /// Whether its pictures can be transparent in a container.
  package func canHoldAlpha(in container: Container) -> Bool {
    guard let declaration = codec.declaration, !container.declaration.opaqueVideo.contains(codec) else {
      return false
    }
    return declaration.profiles.isEmpty ? declaration.holdsAlpha : chosenProfile?.holdsAlpha == true
  }

  package enum RateControl: Hashable, Sendable, Codable {
    /// One of the codec's qualities; 0 is lossless.
    case quality(Int)
    /// Bits per second.
    case bitRate(Int64)
    /// Bits per second that no stretch exceeds.
    case cappedBitRate(Int64)
    /// Bits per second of the whole film, which two passes distribute among its segments.
    case twoPasses(Int64)
    /// A constant quality; only the encoder's statistics count.
    case firstPass
  }
}

/// The properties that encoded pictures share with copied ones in one stream, beyond codec, profile and form.
package struct JoinedCoding: Hashable, Sendable, Codable {
  /// The colour tags of the copied pictures.
  package var color: ColorTags
  /// The same tags, completed by what players assume for missing ones: the meaning of the samples.
  package var samples: ColorTags
  /// The number of reference frames that an H.264 stream declares for decoding; nil for other codecs.
  package var references: Int?

  package init(color: ColorTags, of size: PixelSize, references: Int? = nil) {
    self.color = color
    samples = color
    if color.matrix == nil { samples.matrix = size.impliesHDColor ? "bt709" : "smpte170m" }
    self.references = references
  }
}
