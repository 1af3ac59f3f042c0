/// The presets of outputs, by their words in scripts. The schema, lowering, the rules and `editc presets` read them.
package enum OutputPreset: String, Hashable, Sendable, CaseIterable {
  case sd = "640x480"
  case qhd = "960x540"
  case hd = "1280x720"
  case fullHD = "1920x1080"
  case ultraHD = "3840x2160"
  case lowQuality = "low-quality"
  case mediumQuality = "medium-quality"
  case highestQuality = "highest-quality"
  case hevcFullHD = "hevc-1920x1080"
  case hevcUltraHD = "hevc-3840x2160"
  case hevcHighestQuality = "hevc-highest-quality"
  case proRes422 = "prores-422"
  case proRes4444 = "prores-4444"
  case web
  case draft
  case m4a
  case passthrough
  case gif
}

/// What a preset sets, as far as an output does not say it itself.
package struct OutputPresetDeclaration: Sendable {
  /// A sentence without a full stop.
  package let purpose: String
  /// The longest and the shortest side of the film; nil for any size. A film is never enlarged.
  package var longestSide: Int?
  package var shortestSide: Int?
  /// Nil for the usual codec.
  package var codec: VideoCodec?
  package var profile: String?
  package var quality = 20
  /// The encoder's word.
  package var speed = "medium"
  /// Bits a second.
  package var audioBitRate: Int64 = 192_000

  package init(_ purpose: String) {
    self.purpose = purpose
  }

  fileprivate func coded(_ codec: VideoCodec, _ profile: String? = nil) -> OutputPresetDeclaration {
    var coded = self
    (coded.codec, coded.profile) = (codec, profile)
    return coded
  }

  fileprivate func bounded(_ longest: Int, _ shortest: Int) -> OutputPresetDeclaration {
    var bounded = self
    (bounded.longestSide, bounded.shortestSide) = (longest, shortest)
    return bounded
  }

  fileprivate func encoded(
    _ quality: Int, _ speed: String = "medium", audio: Int64
  ) -> OutputPresetDeclaration {
    var encoded = self
    (encoded.quality, encoded.speed, encoded.audioBitRate) = (quality, speed, audio)
    return encoded
  }
}

extension OutputPreset {
  /// What outputs have that name no preset.
  package static let none = OutputPresetDeclaration("no preset")

  package var declaration: OutputPresetDeclaration {
    switch self {
    case .sd: OutputPresetDeclaration("at most 640x480").bounded(640, 480)
    case .qhd: OutputPresetDeclaration("at most 960x540").bounded(960, 540)
    case .hd: OutputPresetDeclaration("at most 1280x720").bounded(1280, 720)
    case .fullHD: OutputPresetDeclaration("at most 1920x1080").bounded(1920, 1080)
    case .ultraHD: OutputPresetDeclaration("at most 3840x2160").bounded(3840, 2160)
    case .lowQuality: OutputPresetDeclaration("a small file").encoded(30, "veryfast", audio: 96_000)
    case .mediumQuality: OutputPresetDeclaration("a file of medium size").encoded(24, audio: 128_000)
    case .highestQuality:
      OutputPresetDeclaration("a large file with next to nothing lost").encoded(14, "slow", audio: 320_000)
    case .hevcFullHD: OutputPresetDeclaration("HEVC of at most 1920x1080").bounded(1920, 1080).coded(.hevc)
    case .hevcUltraHD: OutputPresetDeclaration("HEVC of at most 3840x2160").bounded(3840, 2160).coded(.hevc)
    case .hevcHighestQuality:
      OutputPresetDeclaration("HEVC, a large file with next to nothing lost")
        .encoded(14, "slow", audio: 320_000).coded(.hevc)
    case .proRes422: OutputPresetDeclaration("ProRes 422, to go on editing").coded(.prores, "standard")
    case .proRes4444: OutputPresetDeclaration("ProRes 4444, to go on editing").coded(.prores, "4444")
    case .web: OutputPresetDeclaration("for playback from the web").encoded(23, audio: 160_000)
    case .draft:
      OutputPresetDeclaration("made fast, to look at; at most 640x360").bounded(640, 360)
        .encoded(30, "ultrafast", audio: 96_000)
    case .m4a: OutputPresetDeclaration("the sound alone, in a .m4a file")
    case .passthrough:
      OutputPresetDeclaration("pictures and sound as they are in the media, without encoding")
    case .gif: OutputPresetDeclaration("an animated GIF of at most 480x480").bounded(480, 480).coded(.gif)
    }
  }
}
