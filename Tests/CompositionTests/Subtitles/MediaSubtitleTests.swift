import Basics
import Composition
import Testing

@Suite("Subtitles in media")
struct MediaSubtitleTests {
  private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
    let times = try #require(
      RationalTime(start, 1000).flatMap { start in RationalTime(end, 1000).map { (start, $0) } })
    return try #require(TimeRange(start: times.0, end: times.1))
  }

  @Test("keep their times to the millisecond, and look plain unless they have styles")
  func lines() throws {
    let header =
      "[Script Info]\r\nScriptType: v4.00+\r\n\r\n[V4+ Styles]\r\nFormat: Name\r\nStyle: Default\r\n\r\n[Events]\r\nFormat: Text\r\n"
    let lines = [
      (try range(523, 1016), "0,Default,,0,0,0,,{\\i1}One{\\i0}, two"),
      (try range(70, 99), "0,Default,,0,0,0,,a\nb"),
    ]
    let plain = SubtitleFile(header: header, lines: lines, keepsStyles: false)
    #expect(plain.cues.map(\.range) == lines.map(\.0))
    #expect(plain.cues.map(\.text.plain) == ["One, two", "a\nb"])
    #expect(plain.header == nil && plain.cues.allSatisfy { $0.event == nil && $0.line == 0 })
    #expect(plain.problems.isEmpty)
    let styled = SubtitleFile(header: header, lines: lines, keepsStyles: true)
    #expect(styled.format == .subStation && styled.header?.contains("Style: Default") == true)
    #expect(styled.cues.map(\.range) == lines.map(\.0) && styled.cues.allSatisfy { $0.event != nil })
  }

  @Test("can be anything, and a header can be missing")
  func damaged() throws {
    for fields in [
      "", ",", "x", "0,Default", "0,,,,,,,", "\u{0}\u{1},{\\p1}m 0 0",
      "[Events],[V4+ Styles],,,,,,\r\n[Fonts]",
    ] {
      let file = SubtitleFile(header: "", lines: [(try range(0, 1000), fields)], keepsStyles: false)
      #expect(file.cues.count <= 1, "\(fields)")
    }
  }
}
