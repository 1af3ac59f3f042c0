/// The kinds of playlist that name films for players on the web, by the endings of their names.
package enum PlaylistKind: String, Hashable, Sendable, CaseIterable {
  /// HTTP Live Streaming.
  case hls = "m3u8"
  /// MPEG-DASH.
  case dash = "mpd"

  /// Finds the kind by the ending of a file's name, in any case; nil if it is another one.
  package init?(ofFile file: String) {
    guard let ending = fileEnding(of: file), let kind = PlaylistKind(rawValue: ending) else { return nil }
    self = kind
  }

  /// The playlist of one file, beside it, that a playlist of HLS names.
  package static func streamPlaylist(of file: String) -> String { "\(file).\(hls.rawValue)" }
}
