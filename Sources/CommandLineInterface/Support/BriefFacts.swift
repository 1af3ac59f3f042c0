import Basics
import Composition
import Diagnostics

/// The facts of a media file for programs that pay for each word: few lines, and the words of others apart.
struct BriefFacts {
  let path: String
  let probed: ProbedMedia
  let showsTags: Bool

  /// The author of the file wrote everything below this line.
  static let heading = "From the file, not from editc:"

  private static let mostTracks = 5
  private static let mostValues = 20
  private static let mostLetters = 200
  private static let mostBytesOfValues = 6000

  private var facts: MediaFacts { probed.facts }

  var text: String {
    var lines = ["\(VisibleText.line(path).cut(toBytes: 300)): \(facts.summary)"]
    let video = facts.video.map { track in
      ([track.plainTitle] + track.plainLines.prefix(2)).joined(separator: ", ")
    }
    let others = facts.otherTracks.map { "track \($0.streamIndex): \($0.kind) \($0.codec)" }
    for tracks in [video, facts.audio.map(\.plainTitle), others] {
      lines += tracks.prefix(Self.mostTracks).map { "  " + $0 }
      let more = tracks.count - Self.mostTracks
      if more > 0 { lines.append("  and \(more) more") }
    }
    if facts.chapterCount > 0 { lines.append("  \(counted(facts.chapterCount, "chapter"))") }
    if !facts.tags.isEmpty, !showsTags {
      lines.append("  \(counted(facts.tags.count, "tag")), not shown")
    }
    lines += facts.notes.prefix(Self.mostTracks).map { "  note: \(oneLine($0))" }
    return (lines + words).map { $0 + "\n" }.joined()
  }

  /// Names, languages, chapters and tags, each as a JSON string.
  private var words: [String] {
    var values: [(what: String, value: String)] = []
    let tracks =
      facts.video.map { ($0.streamIndex, $0.language, $0.timecode) }
      + facts.audio.map { ($0.streamIndex, $0.language, nil) }
      + facts.otherTracks.map { ($0.streamIndex, $0.language, nil) }
    for (number, language, timecode) in tracks {
      let details = probed.details.track(number)
      let known = [
        ("name", details?.name), ("language", language), ("timecode", timecode ?? details?.timecode),
      ]
      values += known.compactMap { what, value in value.map { ("\(what) of track \(number)", $0) } }
    }
    values += facts.chapters.compactMap { chapter in
      chapter.name.map { ("chapter from \(chapter.range.start)", $0) }
    }
    if showsTags { values += facts.tags.map { ("tag \(quoted($0.name))", $0.value) } }
    if values.isEmpty { return [] }
    var lines: [String] = []
    var bytes = 0
    for (what, value) in values.prefix(Self.mostValues) {
      let line = "  \(what): \(quoted(value))"
      bytes += line.utf8.count
      guard bytes <= Self.mostBytesOfValues else { break }
      lines.append(line)
    }
    let more = values.count - lines.count
    return [Self.heading] + lines + (more > 0 ? ["  and \(more) more"] : [])
  }

  /// A JSON string of at most 200 letters, in which invisible ones have names.
  private func quoted(_ text: String) -> String {
    let visible = VisibleText.line(String(text.unicodeScalars.prefix(Self.mostLetters)))
    return JSONValue.string(String(visible.unicodeScalars.prefix(Self.mostLetters))).compactText
  }
}
