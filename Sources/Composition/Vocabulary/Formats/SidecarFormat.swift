/// The formats of subtitle files beside a film, by file extension.
package enum SidecarFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case subRip = "srt"
  case webVTT = "vtt"

  /// The path of a film's subtitle file: `film.eng.srt`, or `film.srt` if the language is unknown.
  package func path(besideFilm film: String, language: String?) -> String {
    let start = film.lastIndex(of: "/").map { film.index(after: $0) } ?? film.startIndex
    let dot = film[start...].lastIndex(of: ".") ?? film.endIndex
    return film[..<dot] + (language.map { ".\($0)" } ?? "") + ".\(rawValue)"
  }
}
