package import Basics

/// The presets of outputs, by their names in scripts. The schema, lowering, the rules and `editc presets`
/// read them.
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
  case youTubeFullHD = "youtube-1080p"
  case youTubeQuadHD = "youtube-1440p"
  case youTubeUltraHD = "youtube-2160p"
  case vimeoFullHD = "vimeo-1080p"
  case xHD = "x-720p"
  case instagram = "instagram-1080x1920"
  case tikTok = "tiktok"
  case podcast
  case broadcastR128 = "broadcast-r128"
  case broadcastA85 = "broadcast-a85"
}

/// The settings of a preset, for everything that an output does not set itself.
package struct OutputPresetDeclaration: Sendable {
  /// A sentence without a full stop.
  package let purpose: String
  /// The limits of the longest and the shortest side; nil for any size. A film is never enlarged.
  package var longestSide: Int?
  package var shortestSide: Int?
  /// Nil for the default codec.
  package var codec: VideoCodec?
  package var profile: String?
  package var quality = 20
  /// The video bit rates by picture size; empty if a quality is set instead.
  package var bitRates: [PictureBitRate] = []
  /// The longest distance between two key frames, in seconds; nil for the default.
  package var keyFrameSeconds: RationalTime?
  /// The encoder's word.
  package var speed = "medium"
  /// Bits per second.
  package var audioBitRate: Int64 = 192_000
  /// Bits per second of mono, and of more than two channels, if they differ from stereo.
  package var monoBitRate: Int64?
  package var surroundBitRate: Int64?
  /// The loudness target of the mix, in LUFS, and its highest true peak, in dBTP.
  package var loudness: Double?
  package var peak: Double?
  /// The destination of files with this preset.
  package var destination: Destination?
  /// What the destination covers of a vertical film; nil if it publishes nothing.
  package var covered: CoveredEdges?
  /// The screen on which its films are mostly watched; nil if there is none.
  package var screen: Screen?

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

  fileprivate func heard(_ loudness: Double, peak: Double) -> OutputPresetDeclaration {
    var heard = self
    (heard.loudness, heard.peak) = (loudness, peak)
    return heard
  }

  fileprivate func sent(
    to destination: Destination, at bitRates: [PictureBitRate] = [], audio: Int64 = 192_000
  ) -> OutputPresetDeclaration {
    var sent = self
    (sent.destination, sent.bitRates, sent.audioBitRate) = (destination, bitRates, audio)
    return sent
  }

  fileprivate func covered(_ edges: CoveredEdges) -> OutputPresetDeclaration {
    var covered = self
    covered.covered = edges
    return covered
  }

  fileprivate func watched(on screen: Screen) -> OutputPresetDeclaration {
    var watched = self
    watched.screen = screen
    return watched
  }

  /// YouTube's recommendations for uploads of any size up to the bounds.
  fileprivate var sentToYouTube: OutputPresetDeclaration {
    var sent = sent(to: .youTube, at: PictureBitRate.youTube, audio: 384_000).coded(.h264)
    (sent.monoBitRate, sent.surroundBitRate) = (128_000, 512_000)
    sent.keyFrameSeconds = RationalTime(1, 2)
    return sent
  }

  /// The audio bit rate for a number of channels.
  package func audioBitRate(channels: Int) -> Int64 {
    switch channels {
    case ...1: monoBitRate ?? audioBitRate
    case 2: audioBitRate
    default: surroundBitRate ?? audioBitRate
    }
  }

  /// The video bit rate; nil if a quality is set instead. Unknown and larger sizes get the last rate.
  package func bitRate(_ size: PixelSize?, _ rate: FrameRate?, isHighDynamicRange: Bool) -> Int64? {
    let row = bitRates.first { row in size.map(row.holds) ?? false } ?? bitRates.last
    return row.map { $0.bits(rate, isHighDynamicRange: isHighDynamicRange) }
  }
}

/// A kind of screen, with the distance from which it is watched.
package enum Screen: Hashable, Sendable {
  /// 65 mm wide, at 36 cm.
  case phone
  /// At three picture heights.
  case television

  /// The smallest legible size of a font, in pixels of a picture: capital letters, 0.7 of the size, span 16 minutes
  /// of arc.
  package func leastText(on picture: PixelSize) -> Double {
    switch self {
    case .phone: Double(min(picture.width, picture.height)) * 0.037
    case .television: Double(picture.height) * 0.02
    }
  }
}

/// The edges of a vertical film that a platform covers with its own controls, in percent of the height or width.
package struct CoveredEdges: Hashable, Sendable {
  package let upper: Edge
  package let right: Edge
  package let lower: Edge
  package let left: Edge

  package struct Edge: Hashable, Sendable {
    package let percent: Int
    /// What covers it, as the subject of a sentence.
    package let cover: String
  }

  /// Meta asks to keep 14 % at the top, 35 % at the bottom and 6 % at the sides free of text.
  fileprivate static let reels = CoveredEdges(
    upper: Edge(percent: 14, cover: "the profile icon covers it"),
    right: Edge(percent: 6, cover: "the edge of a screen can cut it off"),
    lower: Edge(percent: 35, cover: "the caption and the buttons cover it"),
    left: Edge(percent: 6, cover: "the edge of a screen can cut it off"))
}

/// The bit rate that a destination recommends for pictures up to a size, in either orientation.
package struct PictureBitRate: Hashable, Sendable {
  let longestSide: Int
  let shortestSide: Int
  let usual: Int64
  /// Of more than 30 frames per second.
  let fast: Int64
  let highDynamicRange: Int64
  let fastHighDynamicRange: Int64

  private init(_ longest: Int, _ shortest: Int, _ standard: (Int64, Int64), _ high: (Int64, Int64)) {
    (longestSide, shortestSide) = (longest, shortest)
    (usual, fast) = (standard.0 * 1000, standard.1 * 1000)
    (highDynamicRange, fastHighDynamicRange) = (high.0 * 1000, high.1 * 1000)
  }

  fileprivate init(_ longest: Int, _ shortest: Int, kilobits: Int64) {
    self.init(longest, shortest, (kilobits, kilobits), (kilobits, kilobits))
  }

  func holds(_ size: PixelSize) -> Bool {
    max(size.width, size.height) <= longestSide && min(size.width, size.height) <= shortestSide
  }

  func bits(_ rate: FrameRate?, isHighDynamicRange: Bool) -> Int64 {
    let isFast = rate.map { $0.frames > 30 * $0.seconds } ?? false
    return isHighDynamicRange
      ? (isFast ? fastHighDynamicRange : highDynamicRange) : (isFast ? fast : usual)
  }

  /// The highest rates where YouTube gives a range, because it re-encodes everything. YouTube has no HDR
  /// below 720 lines: those rows repeat the usual rates.
  fileprivate static let youTube = [
    PictureBitRate(640, 360, (1000, 1500), (1000, 1500)),
    PictureBitRate(854, 480, (2500, 4000), (2500, 4000)),
    PictureBitRate(1280, 720, (5000, 7500), (6500, 9500)),
    PictureBitRate(1920, 1080, (8000, 12000), (10000, 15000)),
    PictureBitRate(2560, 1440, (16000, 24000), (20000, 30000)),
    PictureBitRate(3840, 2160, (45000, 68000), (56000, 85000)),
  ]
}

/// The requirements that a destination publishes. Nil and empty lists mean that it publishes none.
///
/// `docs/presets.md` names the source of each number.
package struct Destination: Hashable, Sendable {
  package let name: String
  package var containers: [Container] = []
  package var codecs: [VideoCodec] = []
  /// In milliseconds.
  package var lengths: ClosedRange<Int64>?
  /// The accounts with these limits, as the end of a message; empty for all accounts.
  package var lengthRemark = ""
  /// Frames per second.
  package var rates: ClosedRange<Int64>?
  /// Pixels of width and height.
  package var sides: ClosedRange<Int>?
  package var greatestWidth: Int?
  /// The greatest ratio of the longest side to the shortest.
  package var longestShape: Int?
  /// A size with the shape that it shows without bars or cropping.
  package var shape: PixelSize?
  package var mostBytes: Int64?
  package var mostBitsPerSecond: Int64?
  package var mostChannels: Int?
  package var sampleRates: ClosedRange<Int>?

  private init(_ name: String) {
    self.name = name
  }

  private func with(_ change: (inout Destination) -> Void) -> Destination {
    var changed = self
    change(&changed)
    return changed
  }

  static let youTube = Destination("YouTube")
  static let vimeo = Destination("Vimeo").with { $0.containers = [.mp4, .mov] }
  static let x = Destination("X").with {
    $0.containers = [.mp4, .mov]
    $0.codecs = [.h264]
    $0.lengths = 500...1_200_000
    $0.lengthRemark = " from accounts without Premium"
    $0.rates = 1...60
    $0.longestShape = 3
    $0.mostBytes = 8_000_000_000
    $0.mostChannels = 2
  }
  static let instagram = Destination("Instagram").with {
    $0.containers = [.mp4, .mov]
    $0.codecs = [.h264, .hevc]
    $0.lengths = 3000...900_000
    $0.rates = 23...60
    $0.greatestWidth = 1920
    $0.longestShape = 10
    $0.shape = PixelSize(width: 1080, height: 1920)
    $0.mostBytes = 300_000_000
    $0.mostBitsPerSecond = 25_000_000
    $0.mostChannels = 2
    $0.sampleRates = 1...48000
  }
  static let tikTok = Destination("TikTok").with {
    $0.containers = [.mp4, .mov, .webm]
    $0.codecs = [.h264, .hevc, .vp9]
    $0.lengths = 1...600_000
    $0.rates = 23...60
    $0.sides = 360...4096
    $0.mostBytes = 4_000_000_000
  }
  static let applePodcasts = Destination("Apple Podcasts").with {
    $0.containers = [.m4a, .mp3, .wav, .flac]
    $0.mostChannels = 2
    $0.sampleRates = 44100...192_000
  }
  static let europeanBroadcast = Destination("EBU R 128")
  static let americanBroadcast = Destination("ATSC A/85")
}

extension OutputPreset {
  /// Whether its files have no picture.
  package var isSoundOnly: Bool { self == .m4a || self == .podcast }

  /// The settings of outputs without a preset.
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
      OutputPresetDeclaration("a large file, almost lossless").encoded(14, "slow", audio: 320_000)
    case .hevcFullHD: OutputPresetDeclaration("HEVC of at most 1920x1080").bounded(1920, 1080).coded(.hevc)
    case .hevcUltraHD: OutputPresetDeclaration("HEVC of at most 3840x2160").bounded(3840, 2160).coded(.hevc)
    case .hevcHighestQuality:
      OutputPresetDeclaration("HEVC, a large file, almost lossless")
        .encoded(14, "slow", audio: 320_000).coded(.hevc)
    case .proRes422: OutputPresetDeclaration("ProRes 422, for further editing").coded(.prores, "standard")
    case .proRes4444: OutputPresetDeclaration("ProRes 4444, for further editing").coded(.prores, "4444")
    case .web: OutputPresetDeclaration("for playback from the web").encoded(23, audio: 160_000)
    case .draft:
      OutputPresetDeclaration("a quick draft; at most 640x360").bounded(640, 360)
        .encoded(30, "ultrafast", audio: 96_000)
    case .m4a: OutputPresetDeclaration("sound only, in an .m4a file")
    case .passthrough:
      OutputPresetDeclaration("pictures and sound copied from the media, without encoding")
    case .gif: OutputPresetDeclaration("an animated GIF of at most 480x480").bounded(480, 480).coded(.gif)
    case .youTubeFullHD:
      OutputPresetDeclaration("for YouTube, at most 1920x1080, at its recommended bit rate")
        .bounded(1920, 1080).sentToYouTube
    case .youTubeQuadHD:
      OutputPresetDeclaration("for YouTube, at most 2560x1440, at its recommended bit rate")
        .bounded(2560, 1440).sentToYouTube
    case .youTubeUltraHD:
      OutputPresetDeclaration("for YouTube, at most 3840x2160, at its recommended bit rate")
        .bounded(3840, 2160).sentToYouTube
    case .vimeoFullHD:
      OutputPresetDeclaration("for Vimeo, at most 1920x1080, 20 Mbit/s").bounded(1920, 1080).coded(.h264)
        .sent(to: .vimeo, at: [PictureBitRate(1920, 1080, kilobits: 20000)], audio: 320_000)
    case .xHD:
      OutputPresetDeclaration("for X, at most 1280x720, 5 Mbit/s").bounded(1280, 720).coded(.h264)
        .sent(to: .x, at: [PictureBitRate(1280, 720, kilobits: 5000)], audio: 128_000)
        .watched(on: .phone)
    case .instagram:
      OutputPresetDeclaration("for Instagram reels, at most 1080x1920, 8 Mbit/s").bounded(1920, 1080)
        .sent(to: .instagram, at: [PictureBitRate(1920, 1080, kilobits: 8000)], audio: 128_000)
        .covered(.reels).watched(on: .phone)
    case .tikTok:
      OutputPresetDeclaration("for TikTok, in any size it accepts").sent(to: .tikTok)
        .watched(on: .phone)
    case .podcast:
      OutputPresetDeclaration("a podcast: sound only, at -16 LUFS, in an .m4a or .mp3 file").heard(
        -16, peak: -1
      )
      .sent(to: .applePodcasts, audio: 128_000)
    case .broadcastR128:
      OutputPresetDeclaration("European broadcast sound: -23 LUFS, true peak at most -1 dBTP")
        .heard(-23, peak: -1).sent(to: .europeanBroadcast).watched(on: .television)
    case .broadcastA85:
      OutputPresetDeclaration("American broadcast sound: -24 LUFS, true peak at most -2 dBTP")
        .heard(-24, peak: -2).sent(to: .americanBroadcast).watched(on: .television)
    }
  }
}
