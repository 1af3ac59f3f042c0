/// The kinds of playlist for web players, by file extension.
package enum PlaylistKind: String, Hashable, Sendable, CaseIterable {
  /// HTTP Live Streaming.
  case hls = "m3u8"
  /// MPEG-DASH.
  case dash = "mpd"

  /// Finds the kind by the extension of a file name, in any case; nil if it is not a playlist.
  package init?(ofFile file: String) {
    guard let ending = fileEnding(of: file), let kind = PlaylistKind(rawValue: ending) else { return nil }
    self = kind
  }

  /// The HLS playlist of one file, beside it, to which a main playlist refers.
  package static func streamPlaylist(of file: String) -> String { "\(file).\(hls.rawValue)" }
}
