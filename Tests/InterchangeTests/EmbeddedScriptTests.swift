import Basics
import Interchange
import TestSupport
import Testing

@Suite("The script in an edit")
struct EmbeddedScriptTests {
  /// A comment of XML would end at two lines, and a text of JSON at a quote.
  private static let script = EmbeddedScript(
    text: "edit: 1 # -- --> ]]> \"ü\" </fcpxml> --- \\u002d\ntimeline:\n  - {clip: a.mov, take: 1s..3s}\n",
    folder: "/films/a--b")

  private static func written(_ format: InterchangeFormat) throws -> String {
    let place = InputPlace(line: 1, column: 1)
    let clip = InterchangeClip(
      source: .media(0), start: RationalTime(seconds: 1), duration: RationalTime(seconds: 2), place: place)
    let media = InterchangeMedia(
      name: "a.mov", path: "/films/a.mov", duration: RationalTime(seconds: 9), rate: FrameRate(25),
      width: 640, height: 360, place: place)
    let timeline = InterchangeTimeline(
      name: "film", canvas: InterchangeCanvas(width: 640, height: 360, rate: FrameRate(25)), media: [media],
      sequences: [InterchangeSequence(tracks: [InterchangeTrack(kind: .picture, items: [.clip(clip)])])])
    return try timeline.written(as: format, keeping: script).text
  }

  private func find(_ text: String, _ format: InterchangeFormat) -> EmbeddedScript.Search {
    EmbeddedScript.find(in: Array(text.utf8), name: format == .otio ? "a.otio" : "a.\(format.rawValue)")
  }

  private static let names = [InterchangeFormat.otio, .fcpxml, .xmeml]

  @Test("comes back as it was, and the edit is read without a loss of its own", arguments: names)
  func same(format: InterchangeFormat) throws {
    let text = try Self.written(format)
    #expect(find(text, format) == .unchanged(Self.script), "\(text)")
    let read = try ImportedTimeline.read(Array(text.utf8), name: format == .otio ? "a.otio" : "a.xml")
    // The reader of XMEML has no use for some elements that other programs ask for.
    #expect(format == .xmeml || read.report.dropped == 0, "\(read.report.losses)")
    #expect(read.timeline.canvas.width == 640 && read.timeline.canvas.rate == FrameRate(25))
  }

  @Test("stands for the edit however that is laid out", arguments: names)
  func laidOut(format: InterchangeFormat) throws {
    let text = try Self.written(format)
    if format == .otio {
      let value = try JSONValue.parse(text)
      #expect(find(value.compactText, format) == .unchanged(Self.script))
      let reversed = JSONValue.object((value.members ?? []).reversed())
      #expect(find(reversed.indentedText, format) == .unchanged(Self.script))
    } else {
      let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } + "\n\n" }
      #expect(find(lines.joined(), format) == .unchanged(Self.script))
    }
  }

  @Test("does not stand for an edit that was changed, nor if it was changed itself", arguments: names)
  func changed(format: InterchangeFormat) throws {
    let text = try Self.written(format)
    for (old, new) in [("a.mov", "b.mov"), ("take: 1s", "take: 2s"), ("film", "firm")] {
      #expect(text.contains(old))
      guard let place = text.firstRange(of: old) else { continue }
      #expect(find(text.replacingCharacters(in: place, with: new), format) == .changed, "\(old)")
    }
    #expect(find(text.replacing("\"digest\":", with: "\"other\":"), format) == .changed)
    #expect(find(text.replacing("\"script\":", with: "\"other\":"), format) == .absent)
  }

  @Test("is in no edit of another program")
  func absent() throws {
    for (name, text) in [
      ("a.otio", "{\"OTIO_SCHEMA\": \"Timeline.1\", \"script\": 1}"), ("a.edl", "TITLE: a\n"),
    ] {
      #expect(EmbeddedScript.find(in: Array(text.utf8), name: name) == .absent)
    }
    for text in [
      "<fcpxml/><!-- x-editc ", "<fcpxml/><!-- x-editc {} -->", "<fcpxml/><!-- x-editc [1 -->", "<fcpxml",
    ] {
      #expect(EmbeddedScript.find(in: Array(text.utf8), name: "a.fcpxml") == .absent, "\(text)")
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
