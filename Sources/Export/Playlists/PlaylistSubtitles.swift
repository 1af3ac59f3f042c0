import Composition
package import RenderPlan

/// A WebVTT file in playlists.
package struct PlaylistSubtitles: Sendable {
  let path: String
  /// The name of the track in players.
  let title: String
  /// Three letters of ISO 639-2; nil if not known.
  let language: String?

  init(_ subtitles: SubtitleStream, at path: String) {
    self.path = path
    title = subtitles.title ?? subtitles.language ?? "subtitles"
    language = subtitles.language
  }

  /// A subtitle output; nil for other outputs.
  package init?(_ plan: RenderPlan, at path: String) {
    guard plan.settings.container == .vtt, let subtitles = plan.composition.sidecars.first?.subtitles else {
      return nil
    }
    self.init(subtitles, at: path)
  }
}
