import Basics
import Compiler
import Diagnostics
import EditScript
import Lowering
import Testing
import YAMLTree

@Suite("Rules look into the films that a film plays")
struct PartTests {
  private static let media = """
    fonts
    a.mp4     video 1280x720 30 12s
    phone.mp4 video 640x360 variable 12s
    """

  /// A sequence `part` with these items, and a timeline that plays it.
  private func film(_ part: String, timeline: String = "{sequence: part}", rest: String = "") throws
    -> Findings
  {
    try Findings(
      head + "timeline: [\(timeline)]\n\(rest)sequences: {part: {timeline: [\(part)]}}", media: Self.media)
  }

  @Test("with places in the sequence, each finding once however often it is played, in other sequences too")
  func once() throws {
    let flash = "{clip: a.mp4, take: 1s..5s}, {clip: a.mp4, take: 3s..3.05s}"
    let twice = try film(flash, timeline: "{sequence: part}, {color: red, for: 1s}, {sequence: part}")
    #expect(twice.guilty(.flashFrame) == ["3s..3.05s"])
    let script = """
      timeline: [{sequence: outer}, {sequence: part}]
      sequences:
        outer: [{sequence: part}, {color: red, for: 2s}]
        part: [\(flash)]
      """
    let nested = try Findings(head + script, media: Self.media)
    #expect(nested.guilty(.flashFrame) == ["3s..3.05s"])
  }

  @Test("what hangs on the speed of the film is said where every play has its own speed, and all of it")
  func speed() throws {
    let flash = "{clip: a.mp4, take: 1s..5s}, {clip: a.mp4, take: 3s..3.05s}"
    for play in ["speed: 0.5x", "take: 1s..", "freeze: 1s, for: 2s"] {
      let other = "{sequence: part}, {sequence: part, \(play)}"
      #expect(try film(flash, timeline: other).of(.flashFrame) == [], "\(play)")
    }
    // The same deeper: what plays the sequence is played slowly.
    let script = """
      timeline: [{sequence: outer, speed: 0.5x}]
      sequences:
        outer: [{sequence: part}, {color: red, for: 2s}]
        part: [\(flash)]
      """
    #expect(try Findings(head + script, media: Self.media).of(.flashFrame) == [])
  }

  @Test("a short gap is one where nothing lies over the sequence")
  func gaps() throws {
    let gap = "{color: red, for: 2s}, {gap: 2f}, {color: blue, for: 2s}"
    #expect(try film(gap).guilty(.shortGap) == ["gap: 2f"])
    let over = "overlays: [{color: white, at: 1s..3s}]\n"
    #expect(try film(gap, rest: over).of(.shortGap) == [])
    let later = "{sequence: part}, {color: red, for: 9s}"
    #expect(
      try film(gap, timeline: later, rest: "overlays: [{color: white, at: 5s..6s}]\n").guilty(.shortGap)
        == ["gap: 2f"])
    #expect(
      try film(gap, timeline: "{color: red, for: 9s}", rest: "overlays: [{sequence: part, width: 50%}]\n")
        .of(.shortGap) == [])
  }

  @Test("what hangs on size is said where the sequence has the canvas's size")
  func sizes() throws {
    let clip = "{clip: phone.mp4, take: ..4s}"
    #expect(try film(clip).messages(.upscaled).count == 1)
    #expect(try film(clip, timeline: "{sequence: part, width: 50%}").of(.upscaled) == [])
    let words = "{text: Edge, for: 2s, place: bottom left}"
    #expect(try film(words).of(.textOutsideSafeArea).count == 1)
    #expect(try film(words, timeline: "{sequence: part, scale: 0.5}").of(.textOutsideSafeArea) == [])
    // The canvas of the sequence cuts words off, however it is shown.
    let long = "{text: A title that is much too long for the width of this canvas, for: 4s}"
    #expect(try film(long, timeline: "{sequence: part, width: 50%}").of(.textOverflow).count == 1)
  }

  @Test("what a file is like is said once")
  func media() throws {
    let both = "{clip: phone.mp4, take: ..4s}, {sequence: part}"
    let found = try film("{clip: phone.mp4, take: 4s..8s}, {clip: phone.mp4, take: 8s..9s}", timeline: both)
    #expect(found.of(.variableRate).count == 1)
    #expect(try film("{clip: phone.mp4}").guilty(.variableRate) == ["phone.mp4"])
  }

  @Test("letters, fonts and contrast")
  func words() throws {
    #expect(try film("{text: 東京, for: 4s}").one(.missingGlyph).severity == .error)
    #expect(try film("{text: Tokyo, for: 4s, font: Montserrat}").one(.missingFont).severity == .error)
    #expect(
      try film("{text: Tokyo, for: 4s, color: black, box: {color: \"#102030\"}}").guilty(.lowContrast) == [
        "black"
      ])
    // Anything can be below a sequence.
    #expect(try film("{text: Tokyo, for: 4s, color: black}").of(.lowContrast) == [])
    #expect(try film("{text: All characters here are made up, for: 1s}").of(.readingSpeed).count == 1)
    #expect(try film("{color: red, for: 4s, opacity: 0}").guilty(.neverVisible) == ["0"])
  }

  @Test func onlyARectangleHasCorners() throws {
    for shape in ["ellipse", "line"] {
      let found = try film("{shape: \(shape), radius: 8px, width: 50px, height: 50px, for: 4s}")
      #expect(found.guilty(.keyOfAnotherKind) == ["8px"])
    }
    let found = try film("{shape: rectangle, radius: 8px, width: 50px, height: 50px, for: 4s}")
    #expect(found.guilty(.keyOfAnotherKind) == [])
  }

  @Test("filters that open files are forbidden wherever they stand")
  func filters() throws {
    let found = try film("{color: red, for: 4s, filters: [{ffmpeg: \"lut3d=file=a.cube\"}]}")
    #expect(try found.one(.filterForbidden).severity == .error)
  }

  @Test("of another script what keeps it from being shown as it is meant, where this one plays it")
  func scripts() throws {
    func film(_ inner: String) throws -> Findings {
      let source = SourceText(name: "inner.edit", head + inner)
      let script = EditScript.read(YAMLTree.parse(source).tree, in: source).script
      var table = try MediaListing(Self.media).table(for: script)
      table.scripts[ScriptCall("parts/inner.edit")] = .script(script, CalledText(source))
      return try Findings(head + "timeline: [{edit: parts/inner.edit}]", table: table)
    }
    let forbidden = try film(
      "timeline: [{color: red, for: 4s, filters: [{ffmpeg: \"lut3d=file=a.cube\"}]}]")
    let finding = try forbidden.one(.filterForbidden)
    #expect(finding.message.hasPrefix("in 'parts/inner.edit': the FFmpeg filter `lut3d`"))
    #expect(finding.hint == "`editc lint parts/inner.edit` shows where")
    #expect(forbidden.guilty(.filterForbidden) == ["parts/inner.edit"])
    // In a sequence of the other script as well; its warnings are found where it is linted itself.
    let deep = try film(
      "timeline: [{sequence: s}]\nsequences: {s: [{text: 東京, for: 2s}, {text: a, for: 2s, color: black}]}")
    #expect(try deep.one(.missingGlyph).message.hasPrefix("in 'parts/inner.edit': no font has a glyph"))
    #expect(deep.of(.lowContrast) == [])
  }

  @Test("films that play each other in every way take no longer than their items")
  func many() throws {
    // Each plays the next one twice, once at half its speed.
    let names = (0..<15).map { "s\($0): [{sequence: s\($0 + 1)}, {sequence: s\($0 + 1), speed: 0.5x}]" }
    let script =
      "timeline: [{sequence: s0}]\nsequences: {\(names.joined(separator: ", ")), s15: [{gap: 1f}, {color: red, for: 2f}]}"
    let found = try Findings(head + script)
    #expect(found.all.filter { $0.severity == .error }.allSatisfy { $0.id == .overLimit })
  }
}
