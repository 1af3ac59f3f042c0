import Composition
import Diagnostics
import EditScript
import Lowering

extension Rule {
  /// `checks: {captions: ...}` of a film without captions, or with captions that cannot be checked.
  static func missingCaptions(_ film: CheckedFilm) -> [Diagnostic] {
    guard let written = film.film.script.checks.captions else { return [] }
    if film.film.script.subtitles.isEmpty {
      return [
        Diagnostic(
          .checkFailed, "the film has no subtitles to check", at: written.range,
          hint: "write `subtitles: [subs/en.srt]`, or remove the check")
      ]
    }
    return film.film.subtitles.filter { $0.format == .subStation }.map { subtitles in
      Diagnostic(
        .checkFailed,
        "the captions of '\(subtitles.label)' cannot be checked: ASS files position their lines themselves",
        at: subtitles.track.place, notes: [.checked(at: written.range)],
        hint: "convert it to SRT or WebVTT, or remove the check")
    }
  }
}
