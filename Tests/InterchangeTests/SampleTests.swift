import Basics
import Compiler
import Diagnostics
import EditScript
import Interchange
import ScriptWriting
import TestSupport
import Testing
import XMLTree
import YAMLTree

@Suite(
  "Files of other programs", .enabled(if: OtherProgramsFiles.isPresent, "needs the files of other programs"))
struct SampleTests {
  @Test("are read, and what becomes of every node is told", arguments: OtherProgramsFile.all)
  func conservation(file: OtherProgramsFile) throws {
    let read = try file.read()
    let report = read.report
    #expect(report.mapped + report.approximated + report.dropped == report.nodes.count)
    #expect(report.nodes.count == (try nodeCount(of: file)))
    #expect(report.mapped > 0)
    for node in report.nodes {
      if case .dropped(let reason) = node.fate { #expect(!reason.isEmpty) }
      #expect(node.place.line > 0 && node.place.column > 0)
    }
  }

  @Test("become scripts in their usual form that are read without mistakes", arguments: OtherProgramsFile.all)
  func scripts(file: OtherProgramsFile) throws {
    let written = try file.read().timeline.script(ScriptOptions(source: file.name))
    let source = SourceText(name: "film.edit", written.text)
    #expect(try format(source).text == written.text)
    let parse = YAMLTree.parse(source)
    let mistakes = parse.diagnostics + EditScript.read(parse.tree, in: source).diagnostics
    #expect(mistakes.filter { $0.severity == .error }.map(\.message) == [])
  }

  /// The files are there, as long as they have to be and as large as the input says. The edits of editly depend on how long
  /// their files really are.
  @Test(
    "are films whose times fit each other",
    arguments: OtherProgramsFile.all.filter { !$0.name.hasSuffix(".json5") }
  )
  func films(file: OtherProgramsFile) throws {
    let timeline = try file.read().timeline
    let plain = { (name: String) in
      String(
        name.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map(
          Character.init)) + "\(name.utf8.count)"
    }
    let places = Dictionary(uniqueKeysWithValues: timeline.mediaNames.map { ($0, plain($0)) })
    let text = try timeline.script(ScriptOptions(places: places)).text
    var lines: Set<String> = []
    for media in timeline.media {
      let picture =
        media.kind == .still
        ? "still \(media.width ?? 640)x\(media.height ?? 360)"
        : "video \(media.width ?? 640)x\(media.height ?? 360) \((media.rate ?? timeline.canvas.rate ?? FrameRate(25))?.spelling ?? "25") 900000s"
      let sound =
        media.kind == .still || !media.hasSound
        ? "" : "  audio 48000 stereo" + (media.hasPicture ? "" : " 900000s")
      var timecode: String?
      if case .timecode(_, let isDropFrame) = media.timing {
        timecode = "  timecode 00:00:00\(isDropFrame ? ";" : ":")00"
      }
      lines.insert(
        "\(plain(media.path ?? media.name))  \(media.hasPicture || timecode != nil ? picture + (timecode ?? "") : "")\(sound)"
      )
    }
    let parsed = ParsedScript(SourceText(name: "film.edit", text))
    let table = try MediaListing(lines.joined(separator: "\n") + "\n").table(for: parsed.script)
    let mistakes = compile(parsed, media: table).diagnostics.filter { $0.severity == .error }
    // Some projects have nothing in them.
    let isEmpty = timeline.sequences.allSatisfy { $0.tracks.allSatisfy(\.clips.isEmpty) }
    let expected = isEmpty ? ["no item of the timeline has a length, so there is no film"] : []
    #expect(mistakes.map(\.message) == expected, "\(text)")
  }

  @Test("whose projects are several need the name of one")
  func projects() throws {
    for file in OtherProgramsFile.all where ["fcpx_example.fcpxml", "Structure.fcpxml"].contains(file.name) {
      #expect(
        refusal(String(decoding: file.bytes, as: UTF8.self), file.name)?.contains("choose one of them")
          == true)
    }
  }

  /// The number of nodes, counted without the readers.
  private func nodeCount(of file: OtherProgramsFile) throws -> Int {
    let text = String(decoding: file.bytes, as: UTF8.self)
    if text.contains("<fcpxml") || text.contains("<xmeml") {
      return count(try XMLDocument.parse(bytes: file.bytes).root)
    }
    if file.name.hasSuffix("otio") || file.name.hasSuffix("json5") { return bracesOutsideTexts(text) }
    return text.split(whereSeparator: \.isNewline).count { line in
      line.unicodeScalars.contains { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    }
  }

  private func count(_ element: XMLElement) -> Int { 1 + element.children.map(count).reduce(0, +) }

  /// Opening braces outside of quotes and line comments.
  private func bracesOutsideTexts(_ text: String) -> Int {
    var count = 0
    var quote: Character?
    var previous: Character = " "
    var isComment = false
    for character in text {
      if character.isNewline { isComment = false }
      if let open = quote {
        if character == open, previous != "\\" { quote = nil }
      } else if !isComment {
        if character == "/", previous == "/" { isComment = true }
        if character == "\"" || character == "'" { quote = character }
        if character == "{" { count += 1 }
      }
      previous = character
    }
    return count
  }
}
