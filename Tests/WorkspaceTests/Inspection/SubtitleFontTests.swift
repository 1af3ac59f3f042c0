import Basics
import Composition
import Drawing
import Lowering
import Testing

@testable import Workspace

/// The fonts of this machine that subtitles ask for, by questions that are answered in this process.
@Suite("Fonts of subtitles")
struct SubtitleFontTests {
  private func substitutions(_ styles: String, _ texts: String...) throws -> [FontSubstitution] {
    let header = "[V4+ Styles]\nFormat: Name, Fontname, Fontsize, Bold, Italic\n\(styles)\n"
    let second = try #require(TimeRange(start: .zero, end: RationalTime(seconds: 1)))
    let events = texts.map { text in
      var event = SubStationEvent()
      event.text = text
      return SubtitleEvent(wholeRange: second, frames: 0..<1, order: 0, event: event)
    }
    let question = SubtitleFontsQuestion(
      SubtitleLetters(header: header, events: events), folder: ".")
    return try question.answer(with: InspectionTools()).get().substitutions
  }

  @Test("that are installed in every form are drawn as they are")
  func installed() throws {
    #expect(
      try substitutions(
        "Style: Default,DejaVu Sans,20,-1,0", "a{\\i1}b{\\b0}c{\\i0}d", "{\\fnsans-serif\\b700}e",
        "{\\fnRoboto}")
        == [])
  }

  @Test("that are not installed are other fonts")
  func missing() throws {
    #expect(
      try substitutions("Style: Default,No Such Font,20,0,0", "a", "{\\b1}b", "{\\fnno such font}c")
        == [.family(asked: "No Such Font", drawn: "Inter")])
    #expect(try substitutions("[Fonts]\nfontname: a.ttf\nStyle: Default,No Such Font,20,0,0", "a") == [])
  }

  private static var hasDroid: Bool {
    FontLookup()?.has(family: "Droid Sans Fallback") == true
  }

  @Test(
    "that have only regular letters are thickened and slanted",
    .enabled(if: hasDroid, "the font Droid Sans Fallback is not installed"))
  func forms() throws {
    let family = "Droid Sans Fallback"
    let style = "Style: Default,\(family),20,0,0"
    #expect(try substitutions(style, "a{\\bord3}b{\\b400}c") == [])
    #expect(
      try substitutions(style, "a{\\t(0,100,\\b1)}b{\\b}c", "{\\i1}d{\\r}e")
        == [
          .form(AskedFont(family: family, isItalic: true), isBold: false, isItalic: false),
          .form(AskedFont(family: family, isBold: true), isBold: false, isItalic: false),
        ])
    #expect(
      try substitutions("Style: Default,\(family),20,-1,1", "a")
        == [.form(AskedFont(family: family, isBold: true, isItalic: true), isBold: false, isItalic: false)])
  }
}
