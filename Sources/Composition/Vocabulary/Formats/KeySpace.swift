/// The kinds of files whose tags have any names.
package enum KeySpace: String, Hashable, Sendable, Codable, CaseIterable {
  /// Keys of QuickTime: `com.apple.quicktime.content.identifier`.
  case quicktime
  /// Text frames of ID3, and texts with descriptions.
  case id3
  /// Vorbis comments.
  case vorbis
}
