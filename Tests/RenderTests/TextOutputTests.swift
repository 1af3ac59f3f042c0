import FoundationEssentials
import TestSupport
import Testing

@Suite("Outputs that are texts")
struct TextOutputTests {
  @Test("Subtitles and chapters are files of their own, as FFmpeg and people read them")
  func texts() throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: [{color: navy, for: 40s}]
      subtitles:
        - {language: en, mode: stream, cues: [{at: 1s..2.5s, text: Hello}, {at: 30s..31s, text: Late}]}
      markers:
        Arrival: {at: 0s, chapter: true}
        "Sea = #1; \\\\": {at: 12.5s, chapter: true}
        End: {at: 25s, chapter: true}
      outputs:
        - {file: film.srt}
        - {file: part.vtt, range: 2s..30.5s}
        - {file: chapters.ffmeta}
        - {file: chapters.txt}
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }
    #expect(
      try text("film.srt")
        == "1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:30,000 --> 00:00:31,000\nLate\n")
    #expect(
      try text("part.vtt")
        == "WEBVTT\n\n00:00:00.000 --> 00:00:00.500\nHello\n\n00:00:28.000 --> 00:00:28.520\nLate\n")
    #expect(try text("chapters.txt") == "0:00 Arrival\n0:12 Sea = #1; \\\n0:25 End\n")
    // FFmpeg reads the chapters back.
    let found = try run([
      "ffprobe", "-v", "error", "-f", "ffmetadata", "-show_entries",
      "chapter=start_time,end_time:chapter_tags=title",
      "-of", "json", folder.path("chapters.ffmeta"),
    ])
    let labels = try JSONDecoder().decode(Chapters.self, from: Data(found.output)).chapters
    #expect(labels.map(\.start) == ["0.000000", "12.500000", "25.000000"])
    #expect(labels.map(\.end) == ["12.500000", "25.000000", "40.000000"])
    #expect(labels.map { $0.tags["title"] } == ["Arrival", "Sea = #1; \\ ", "End"])
    // What is there is not replaced unasked.
    let again = try run([builtEditc, "render", folder.path("film.edit"), "--no-cache"])
    #expect(again.errorText.contains("already exists"))
  }

  private struct Chapters: Decodable {
    struct Chapter: Decodable {
      let start: String
      let end: String
      let tags: [String: String]

      enum CodingKeys: String, CodingKey {
        case start = "start_time"
        case end = "end_time"
        case tags
      }
    }
    let chapters: [Chapter]
  }
}
