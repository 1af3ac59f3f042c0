/// The codecs of pictures, by their words in scripts.
///
/// To add a codec, give its case a declaration. The compiler then asks for the settings of its encoder
/// (`LibAV/Output/VideoEncoderSettings.swift`).
package enum VideoCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case h264
  case hevc
  case av1
  case vp9
  case prores
  case dnxhr
  case ffv1
  case gif
}

/// The properties of a codec of pictures.
package struct VideoCodecDeclaration: Sendable {
  /// FFmpeg's name of the encoder.
  package let encoder: String
  /// FFmpeg's name of the coded stream.
  package let streamName: String
  /// The values of `quality`, 0 for pictures without loss.
  package let qualities: ClosedRange<Int>
  /// The words of `speed`, the fastest first.
  package let speeds: [String]
  /// From the one that the fewest players need much for to the one that holds most.
  package let profiles: [VideoProfile]

  /// The smallest profile that the encoder chooses by itself for such pictures; nil if no profile holds them.
  package func smallestProfile(_ depth: CanvasDepth, _ sampling: ChromaSampling) -> VideoProfile? {
    profiles.first { $0.isUsual && $0.holds(depth, sampling) }
  }
}

/// What decoders must be able to do.
package struct VideoProfile: Sendable {
  /// As scripts and FFmpeg call it.
  package let name: String
  package let depth: CanvasDepth
  package let samplings: [ChromaSampling]
  /// Whether it is chosen where the script names none; the others lack tools of the encoder.
  package let isUsual: Bool
  /// Whether it holds pictures without loss.
  package let isLossless: Bool

  init(
    _ name: String, _ depth: CanvasDepth, _ samplings: [ChromaSampling], isUsual: Bool = true,
    isLossless: Bool = false
  ) {
    self.name = name
    self.depth = depth
    self.samplings = samplings
    self.isUsual = isUsual
    self.isLossless = isLossless
  }

  package func holds(_ depth: CanvasDepth, _ sampling: ChromaSampling) -> Bool {
    depth.rawValue <= self.depth.rawValue && samplings.contains(sampling)
  }
}

extension VideoCodec {
  /// Nil if the codec is known to the language, but outputs cannot be encoded with it yet.
  package var declaration: VideoCodecDeclaration? {
    switch self {
    case .h264:
      VideoCodecDeclaration(
        encoder: "libx264", streamName: "h264", qualities: 0...51,
        speeds: [
          "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
        ],
        profiles: [
          VideoProfile("baseline", .eight, [.quarter], isUsual: false),
          VideoProfile("main", .eight, [.quarter], isUsual: false),
          VideoProfile("high", .eight, [.quarter]),
          VideoProfile("high10", .ten, [.quarter]),
          VideoProfile("high422", .ten, [.quarter, .half]),
          VideoProfile("high444", .ten, [.quarter, .half, .full], isLossless: true),
        ])
    case .hevc, .av1, .vp9, .prores, .dnxhr, .ffv1, .gif: nil
    }
  }

  package var isPlanned: Bool { declaration == nil }

  /// Those that outputs can be encoded with.
  package static let rendered = allCases.filter { !$0.isPlanned }
}
