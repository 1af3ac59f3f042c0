import Diagnostics
import Testing

@Suite("A font that subtitles ask for and that is not there is reported where it is asked for")
struct SubtitleFontPlaceTests {
  private static let media = """
    fonts
    a.srt  lines 1 | 00:00:00,000 --> 00:00:01,000 | Good evening
    b.ass  lines [Script Info] | [V4+ Styles] | Format: Name, Fontname, Fontsize | \
    Style: Default,Roboto,20 | [Events] | Format: Start, End, Text | \
    Dialogue: 0:00:01.00,0:00:02.00,Good evening
    """

  private func found(_ tracks: String...) throws -> Findings {
    try Findings(
      head + "timeline: [{color: navy, for: 4s}]\nsubtitles:\n" + tracks.map { "  - \($0)\n" }.joined(),
      media: Self.media)
  }

  @Test("what a style names is reported at its font, whichever track has it and wherever its words stand")
  func style() throws {
    for track in [
      "{file: a.srt, style: {font: Montserrat}}", "{file: b.ass, style: {font: Montserrat}}",
      "{cues: [{at: 1s..2s, text: Hello}], style: {font: Montserrat}}",
    ] {
      // The other track shares the drawing, and asks for no font.
      let both = try found("{file: a.srt, language: eng}", track)
      #expect(both.guilty(.missingFont) == ["Montserrat"], "\(track)")
      #expect(
        both.messages(.missingFont) == ["the font 'Montserrat' is not installed; 'Inter' is drawn instead"])
    }
  }

  @Test("each style that names it is reported")
  func each() throws {
    let two = try found(
      "{file: a.srt, style: {font: Montserrat}}",
      "{cues: [{at: 2s..3s, text: Hi}], style: {font: montserrat}}")
    #expect(two.guilty(.missingFont) == ["Montserrat", "montserrat"])
  }

  @Test("what a file names is reported with its line")
  func file() throws {
    let file = try found("{file: a.srt, style: {font: Inter}}", "b.ass")
    #expect(file.guilty(.missingFont) == ["b.ass"])
    #expect(
      file.messages(.missingFont) == [
        "line 7 of 'b.ass' asks for the font 'Roboto', which is not installed; 'Inter' is drawn instead"
      ])
  }
}
