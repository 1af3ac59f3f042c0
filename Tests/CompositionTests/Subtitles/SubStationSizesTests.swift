import Composition
import Testing

@Suite("Sizes in ASS files")
struct SubStationSizesTests {
  private func problems(_ text: String, style: String = "20", scale: String = "100") -> [String] {
    let file = SubtitleFile(
      Array(
        """
        [Script Info]
        PlayResX: 160
        PlayResY: 90
        [V4+ Styles]
        Format: Name, Fontname, Fontsize, ScaleX, ScaleY
        Style: Default,Sans,\(style),100,\(scale)
        [Events]
        Format: Start, End, Style, Text
        Dialogue: 0:00:00.00,0:00:05.00,Default,\(text)

        """.utf8), name: "a.ass")
    #expect(file.cues.isEmpty == !file.problems.isEmpty)
    return file.problems.map { "\($0.line):\($0.column) \($0.message)" }
  }

  @Test("Letters that would take more memory than a machine has are mistakes, wherever their size is written")
  func letters() {
    #expect(
      problems(#"{\t(\fs100000)}Hello"#) == [
        #"9:46 `\fs100000)` makes letters 1111.1 times as high as the picture; the limit is 4"#
      ])
    for text in [
      #"{\fs300\fscx200}a"#, #"{\fs+999999}a"#, #"{\t(0,500,\fscy9999)}a"#, #"a{\fs1e308}b"#,
      #"{\bord91}a"#, #"{\xshad-200}a"#, #"{\fax99}a"#, #"{\p1}m 0 0 l 100000 0 0 9"#,
      #"{\clip(m 0 0 l 9 9 0 1e6)}a"#,
    ] {
      #expect(problems(text).count == 1, "\(text)")
    }
    #expect(problems("a", style: "361").count == 1)
    #expect(problems("a", style: "90", scale: "401").count == 1)
  }

  @Test("What films use is not")
  func usual() {
    for text in [
      #"{\fs90\t(\fscx300\fscy300)}A"#, #"{\bord8\shad4\blur3\fax0.3}a"#, #"{\p4}m 0 0 l 8000 0 8000 700"#,
      #"{\clip(0,0,160,90)\pos(-400,2000)}a"#, "{no order}a", #"{\fs}{\r}{\p0}a"#, "{", "}{", #"{\fs-3}a"#,
    ] {
      #expect(problems(text) == [], "\(text)")
    }
  }
}
