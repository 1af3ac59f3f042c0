/// The video codecs, by their names in scripts.
///
/// To add a codec, give its case a declaration. The compiler then requires the settings of its encoder
/// (`LibAV/Output/VideoEncoderSettings.swift`).
package enum VideoCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case h264
  case hevc
  case av1
  case vp9
  case prores
  case dnxhr
  case ffv1
  case mjpeg
  case gif
  case png
  case tiff
  case exr
  case webp
}

/// The properties of a video codec.
package struct VideoCodecDeclaration: Sendable {
  /// FFmpeg's name of the encoder.
  package let encoder: String
  /// FFmpeg's name of the coded stream.
  package let streamName: String
  /// What determines the size of the coded pictures.
  package let size: CodedSize
  /// The words of `speed`, the fastest first.
  package var speeds: [String] = []
  /// From the profile with the lowest requirements for players to the most capable one; empty for a codec
  /// that codes all pictures in one way.
  package var profiles: [VideoProfile] = []
  /// The words of `tune`.
  package var tunes: [String] = []
  /// The lowest first.
  package var levels: [VideoLevel] = []
  package var options: EncoderOptions?
  /// Whether quality 0 is lossless, although its scale begins higher.
  package var isLosslessAtZero = false
  /// Whether every picture is a key frame.
  package var isIntraOnly = false
  /// Whether its pictures are JPEG pictures: full range, BT.601 matrix, centred chroma.
  package var hasJPEGColors = false
  package var segments = SegmentLengths.usual
  /// The size of the smallest picture that can be encoded.
  package var smallestPicture = PixelSize(width: 2, height: 2)
  /// Whether its pictures are RGB, always in the colours of sRGB.
  package var isRGB = false
  /// Whether its pictures can be transparent, for a codec without profiles; otherwise the profiles state it.
  package var holdsAlpha = false

  /// The lengths of independently encoded parts, in seconds. Each starts with a key frame and a new encoder.
  package struct SegmentLengths: Hashable, Sendable {
    package var shortest: Int64
    package var usual: Int64
    package var longest: Int64
    /// Whether a segment contains as many whole key-frame intervals as fit, so that none is short.
    package var fitsKeyFrames: Bool

    package static let usual = SegmentLengths()

    package init(shortest: Int64 = 2, usual: Int64 = 5, longest: Int64 = 10, fitsKeyFrames: Bool = false) {
      self.shortest = shortest
      self.usual = usual
      self.longest = longest
      self.fitsKeyFrames = fitsKeyFrames
    }
  }

  package enum CodedSize: Hashable, Sendable {
    /// The author chooses a quality, where 0 is lossless, or a bit rate.
    case chosen(qualities: ClosedRange<Int>)
    /// The author chooses a quality, where 0 is lossless, or a bit rate, which is an average: no file has a
    /// largest size.
    case average(qualities: ClosedRange<Int>)
    /// The author chooses a quality. With a bit rate the encoder would produce different bytes each time.
    case quality(ClosedRange<Int>)
    /// The profile: each has a bit rate for each size of picture.
    case profile
    /// The pictures: the codec is lossless.
    case lossless
    /// The pictures: each part of the film has 256 colours.
    case palette
    /// The author chooses only a quality.
    case qualityAlone(ClosedRange<Int>)
  }

  /// The values of `quality`; nil for a codec without a choice.
  package var qualities: ClosedRange<Int>? {
    switch size {
    case .chosen(let qualities), .average(let qualities), .quality(let qualities),
      .qualityAlone(let qualities):
      qualities
    case .profile, .lossless, .palette: nil
    }
  }

  /// Whether a first pass can measure how many bits each part of the film needs.
  package var hasTwoPasses: Bool { if case .chosen = size { true } else { false } }

  /// Whether it supports a quality; 0 (lossless) may be outside of its scale.
  package func holds(quality: Int) -> Bool {
    qualities?.contains(quality) == true || quality == 0 && isLosslessAtZero
  }

  /// Whether it supports pictures of this depth and sampling.
  package func holds(_ depth: CanvasDepth, _ sampling: ChromaSampling) -> Bool {
    profiles.isEmpty || smallestProfile(depth, sampling) != nil
  }

  /// The smallest profile that the encoder chooses by itself for pictures of this depth and sampling; nil if
  /// no profile supports them.
  package func smallestProfile(_ depth: CanvasDepth, _ sampling: ChromaSampling) -> VideoProfile? {
    profiles.first { $0.isUsual && $0.holds(depth, sampling) }
  }

  /// The depth and sampling of the pictures in a film of this depth, if the author chooses none.
  package func usualForm(
    _ depth: CanvasDepth, profile name: String?
  ) -> (depth: CanvasDepth, sampling: ChromaSampling) {
    let named = profiles.first { $0.name == name }
    if named == nil || named?.isOfOneForm == false, holds(depth, .quarter) { return (depth, .quarter) }
    let usual = profiles.filter(\.isUsual)
    let profile = named ?? usual.first { $0.depth == depth } ?? usual.first
    return (profile?.depth ?? depth, profile?.samplings.first ?? .quarter)
  }
}

/// The capabilities that decoders need.
package struct VideoProfile: Sendable {
  /// As scripts and FFmpeg name it.
  package let name: String
  package let depth: CanvasDepth
  package let samplings: [ChromaSampling]
  /// Whether it is chosen if the script names none; the others lack tools of the encoder.
  package let isUsual: Bool
  /// Whether it supports lossless pictures.
  package let isLossless: Bool
  /// Whether it supports only pictures of its own depth and sampling.
  package let isOfOneForm: Bool
  /// The bits per channel of decoded pictures, if more than were encoded.
  package let decodedBits: Int?
  /// Whether its pictures can be transparent.
  package let holdsAlpha: Bool

  init(
    _ name: String, _ depth: CanvasDepth, _ samplings: [ChromaSampling], isUsual: Bool = true,
    isLossless: Bool = false, isOfOneForm: Bool = false, decodedBits: Int? = nil, holdsAlpha: Bool = false
  ) {
    self.name = name
    self.depth = depth
    self.samplings = samplings
    self.isUsual = isUsual
    self.isLossless = isLossless
    self.isOfOneForm = isOfOneForm
    self.decodedBits = decodedBits
    self.holdsAlpha = holdsAlpha
  }

  package func holds(_ depth: CanvasDepth, _ sampling: ChromaSampling) -> Bool {
    (isOfOneForm ? depth == self.depth : depth.rawValue <= self.depth.rawValue)
      && samplings.contains(sampling)
  }
}

extension VideoCodec {
  /// Nil if the language has the codec, but outputs cannot be encoded with it yet; currently they can with
  /// all of them.
  package var declaration: VideoCodecDeclaration? {
    switch self {
    case .h264:
      VideoCodecDeclaration(
        encoder: "libx264", streamName: "h264", size: .chosen(qualities: 0...51),
        speeds: speedsOfX264,
        profiles: [
          VideoProfile("baseline", .eight, [.quarter], isUsual: false),
          VideoProfile("main", .eight, [.quarter], isUsual: false),
          VideoProfile("high", .eight, [.quarter]),
          VideoProfile("high10", .ten, [.quarter]),
          VideoProfile("high422", .ten, [.quarter, .half]),
          VideoProfile("high444", .ten, [.quarter, .half, .full], isLossless: true),
        ],
        tunes: ["film", "animation", "grain", "stillimage", "fastdecode", "zerolatency", "psnr", "ssim"],
        levels: .h264, options: .x264)
    case .hevc:
      VideoCodecDeclaration(
        encoder: "libx265", streamName: "hevc", size: .chosen(qualities: 0...51), speeds: speedsOfX264,
        profiles: [
          VideoProfile("main", .eight, [.quarter], isLossless: true),
          VideoProfile("main10", .ten, [.quarter], isLossless: true),
          VideoProfile("main422-10", .ten, [.quarter, .half], isLossless: true),
          VideoProfile("main444-8", .eight, [.quarter, .half, .full], isLossless: true),
          VideoProfile("main444-10", .ten, [.quarter, .half, .full], isLossless: true),
        ], tunes: ["animation", "grain", "fastdecode", "psnr", "ssim"], levels: .hevc, options: .x265,
        smallestPicture: PixelSize(width: 16, height: 16))
    case .prores:
      VideoCodecDeclaration(
        encoder: "prores_ks", streamName: "prores", size: .profile,
        profiles: [
          VideoProfile("proxy", .ten, [.half], isUsual: false, isOfOneForm: true),
          VideoProfile("lt", .ten, [.half], isUsual: false, isOfOneForm: true),
          VideoProfile("standard", .ten, [.half], isOfOneForm: true),
          VideoProfile("hq", .ten, [.half], isUsual: false, isOfOneForm: true),
          VideoProfile("4444", .ten, [.full], isOfOneForm: true, decodedBits: 12, holdsAlpha: true),
          VideoProfile(
            "4444xq", .ten, [.full], isUsual: false, isOfOneForm: true, decodedBits: 12, holdsAlpha: true),
        ], isIntraOnly: true)
    case .dnxhr:
      VideoCodecDeclaration(
        encoder: "dnxhd", streamName: "dnxhd", size: .profile,
        profiles: [
          VideoProfile("lb", .eight, [.half], isUsual: false, isOfOneForm: true),
          VideoProfile("sq", .eight, [.half], isUsual: false, isOfOneForm: true),
          VideoProfile("hq", .eight, [.half], isOfOneForm: true),
          VideoProfile("hqx", .ten, [.half], isOfOneForm: true),
          VideoProfile("444", .ten, [.full], isOfOneForm: true),
        ], isIntraOnly: true, smallestPicture: PixelSize(width: 256, height: 120))
    case .av1:
      VideoCodecDeclaration(
        encoder: "libsvtav1", streamName: "av1", size: .quality(9...31), speeds: speedsOfX264,
        profiles: [VideoProfile("main", .ten, [.quarter])],
        // With segments of 5 s, a film was 4.8 % larger.
        segments: VideoCodecDeclaration.SegmentLengths(
          shortest: 5, usual: 10, longest: 20, fitsKeyFrames: true),
        smallestPicture: PixelSize(width: 64, height: 64))
    case .vp9:
      VideoCodecDeclaration(
        encoder: "libvpx-vp9", streamName: "vp9", size: .average(qualities: 0...39),
        speeds: speedsOfX264.dropLast(),
        profiles: [
          VideoProfile("0", .eight, [.quarter], isLossless: true, holdsAlpha: true),
          VideoProfile("1", .eight, [.half, .full], isLossless: true, isOfOneForm: true),
          VideoProfile("2", .ten, [.quarter], isLossless: true, isOfOneForm: true),
          VideoProfile("3", .ten, [.half, .full], isLossless: true, isOfOneForm: true),
        ],
        // Its key frames are expensive: with segments of 5 s, films were 7 and 14 % larger.
        segments: VideoCodecDeclaration.SegmentLengths(
          shortest: 5, usual: 10, longest: 20, fitsKeyFrames: true))
    case .ffv1:
      VideoCodecDeclaration(
        encoder: "ffv1", streamName: "ffv1", size: .lossless, isIntraOnly: true, holdsAlpha: true)
    case .mjpeg:
      VideoCodecDeclaration(
        encoder: "mjpeg", streamName: "mjpeg", size: .qualityAlone(14...30),
        profiles: [VideoProfile("baseline", .eight, [.quarter, .half, .full])], isIntraOnly: true,
        hasJPEGColors: true)
    case .png:
      VideoCodecDeclaration(
        encoder: "png", streamName: "png", size: .lossless, profiles: profilesOfPictureFiles,
        isIntraOnly: true, smallestPicture: PixelSize(width: 1, height: 1), isRGB: true)
    case .tiff:
      VideoCodecDeclaration(
        encoder: "tiff", streamName: "tiff", size: .lossless, profiles: profilesOfPictureFiles,
        isIntraOnly: true, smallestPicture: PixelSize(width: 1, height: 1), isRGB: true)
    // 16-bit floating point, which FFmpeg decodes to 32 bits.
    case .exr:
      VideoCodecDeclaration(
        encoder: "exr", streamName: "exr", size: .lossless,
        profiles: [
          VideoProfile(
            "half", .ten, [.full], isLossless: true, isOfOneForm: true, decodedBits: 32, holdsAlpha: true)
        ],
        isIntraOnly: true, smallestPicture: PixelSize(width: 1, height: 1), isRGB: true)
    case .webp:
      VideoCodecDeclaration(
        encoder: "libwebp", streamName: "webp", size: .qualityAlone(14...51),
        profiles: [
          VideoProfile("webp", .eight, [.full], isLossless: true, isOfOneForm: true, holdsAlpha: true)
        ],
        isLosslessAtZero: true, isIntraOnly: true, smallestPicture: PixelSize(width: 1, height: 1),
        isRGB: true)
    // FFmpeg's decoder opens finished files; its encoder is unused, as it has one palette for a whole film.
    case .gif:
      VideoCodecDeclaration(
        encoder: "gif", streamName: "gif", size: .palette,
        profiles: [VideoProfile("palette", .eight, [.full], isOfOneForm: true, holdsAlpha: true)],
        isIntraOnly: true,
        segments: VideoCodecDeclaration.SegmentLengths(shortest: 5, usual: 10, longest: 20),
        smallestPicture: PixelSize(width: 1, height: 1), isRGB: true)
    }
  }

  package var isPlanned: Bool { declaration == nil }

  /// The codecs that outputs can be encoded with.
  package static let rendered = allCases.filter { !$0.isPlanned }
}

/// Eight bits per channel, or sixteen, which contain the ten of a deep film.
private let profilesOfPictureFiles = [
  VideoProfile("rgb", .eight, [.full], isLossless: true, isOfOneForm: true, holdsAlpha: true),
  VideoProfile(
    "rgb16", .ten, [.full], isLossless: true, isOfOneForm: true, decodedBits: 16, holdsAlpha: true),
]

/// x265 has the same words.
private let speedsOfX264 = [
  "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
]
