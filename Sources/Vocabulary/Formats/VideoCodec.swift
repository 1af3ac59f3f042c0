/// The codecs of pictures, by their words in scripts.
package enum VideoCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case h264
  case hevc
  case av1
  case vp9
  case prores
  case dnxhr
  case ffv1
  case gif

  /// FFmpeg's name of the encoder; nil if the codec is planned.
  package var encoder: String? {
    switch self {
    case .h264: "libx264"
    case .hevc, .av1, .vp9, .prores, .dnxhr, .ffv1, .gif: nil
    }
  }

  /// Whether it is known to the language, but outputs cannot be encoded with it yet.
  package var isPlanned: Bool { encoder == nil }
}
