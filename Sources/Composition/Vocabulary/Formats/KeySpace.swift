/// The kinds of files whose tags can have any name.
package enum KeySpace: String, Hashable, Sendable, Codable, CaseIterable {
  /// QuickTime keys: `com.apple.quicktime.content.identifier`.
  case quicktime
  /// Text frames of ID3, and texts with descriptions.
  case id3
  /// Vorbis comments.
  case vorbis
  /// Matroska's tags; a language can follow a dash: `TITLE-deu`.
  case matroska
}
