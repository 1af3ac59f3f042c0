/// The kinds of files whose tags have any names.
package enum KeySpace: String, Hashable, Sendable, Codable, CaseIterable {
  /// Keys of QuickTime: `com.apple.quicktime.content.identifier`.
  case quicktime
  /// Text frames of ID3, and texts with descriptions.
  case id3
  /// Vorbis comments.
  case vorbis
}

extension Container {
  /// The names that its own tags have; nil if it has a fixed list of tags.
  package var keySpace: KeySpace? {
    switch self {
    case .mov: .quicktime
    case .mp3: .id3
    case .opus, .flac, .ogg: .vorbis
    case .mp4, .m4v, .mkv, .webm, .ts, .mxf, .m4a, .wav, .gif, .apng, .webp, .png, .tif, .tiff, .jpg, .jpeg,
      .exr, .srt, .vtt,
      .ffmeta,
      .txt:
      nil
    }
  }
}
