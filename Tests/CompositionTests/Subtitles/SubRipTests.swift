import Basics
import Composition
import Testing

func subtitles(_ text: String, _ name: String = "film.srt") -> SubtitleFile {
  SubtitleFile(Array(text.utf8), name: name)
}

/// The problems of a file, one a line: `3:5 mistake: words`.
func problems(_ file: SubtitleFile) -> [String] {
  file.problems.map { "\($0.line):\($0.column) \($0.gravity): \($0.message)" }
}

func seconds(_ start: Int64, _ end: Int64, per scale: Int64 = 1000) -> TimeRange? {
  guard let first = RationalTime(start, scale), let last = RationalTime(end, scale) else { return nil }
  return TimeRange(start: first, end: last)
}

@Suite struct SubRipTests {
  @Test func readsCues() {
    let file = subtitles(
      "1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n\n2\n01:02:03,004 --> 01:02:04,000\nBye\n")
    #expect(problems(file) == [])
    #expect(file.cues.map(\.text.plain) == ["Hello\nthere", "Bye"])
    #expect(file.cues.map(\.range) == [seconds(1000, 2500), seconds(3_723_004, 3_724_000)])
    #expect(file.cues.map(\.line) == [2, 7])
  }

  @Test func readsMarksOfOtherSystems() {
    let plain = "1\n00:00:01,000 --> 00:00:02,000\nA\nB\n\n2\n00:00:03,000 --> 00:00:04,000\nC\n"
    let expected = subtitles(plain).cues
    #expect(expected.count == 2)
    for text in ["\u{FEFF}" + plain, plain.replacing("\n", with: "\r\n"), plain.replacing("\n", with: "\r")] {
      #expect(subtitles(text).cues == expected)
      #expect(problems(subtitles(text)) == [])
    }
    let little: [UInt8] = [0xFF, 0xFE] + plain.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + plain.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    #expect(SubtitleFile(little, name: "a.srt").cues == expected)
    #expect(SubtitleFile(big, name: "a.srt").cues == expected)
  }

  @Test func readsLooks() {
    let file = subtitles(
      "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>a <b>b</b></i> <font color=\"#FF8000\">c</font> <3 & {d}\n"
    )
    #expect(problems(file) == [])
    let cue = file.cues.first
    #expect(cue?.placement.vertical == .top)
    #expect(cue?.placement.horizontal == .center)
    #expect(cue?.text.plain == "a b c <3 & {d}")
    #expect(cue?.text.subStation == "{\\i1}a {\\b1}b{\\i0\\b0} {\\c&H0080FF&}c{\\c} <3 & \\{d\\}")
  }

  @Test func saysWhereMistakesAre() {
    let cases: [(text: String, problem: String)] = [
      (
        "1\n00:00:01,00 --> 00:00:02,000\nA\n",
        "2:10 mistake: a fraction of a second has 3 digits, as in `00:01:02,500`"
      ),
      (
        "1\n00:00:01 --> 00:00:02,000\nA\n",
        "2:9 mistake: expected `,` and a fraction of a second, as in `00:01:02,500`"
      ),
      ("1\n00:61:01,000 --> 00:62:02,000\nA\n", "2:1 mistake: minutes and seconds go up to 59"),
      (
        "1\n-00:00:01,000 --> 00:00:02,000\nA\n",
        "2:1 mistake: the time is negative"
      ),
      ("1\n00:00:03,000 --> 00:00:02,000\nA\n", "2:18 mistake: the cue ends (2s) before it starts (3s)"),
      (
        "1\n00:00:02,000 --> 00:00:02,000\nA\n",
        "2:18 mistake: the cue has no duration, so it is never shown"
      ),
      (
        "1\n00:00:01,000 -> 00:00:02,000\nA\n",
        "2:1 mistake: the number of a cue must be followed by its times: `00:00:01,000 --> 00:00:02,500`"
      ),
      ("1\n99999999999:00:01,000 --> 00:00:02,000\nA\n", "2:1 mistake: the number is too large"),
      (
        "1\n00:00:01,000 --> 00:00:02,000 X1:0\nA\n", "2:31 loss: text after the times is ignored"
      ),
      (
        "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:01,000 --> 00:00:02,000\nA\n",
        "2:1 loss: the cue has no text"
      ),
      (
        "hello\n\n1\n00:00:01,000 --> 00:00:02,000\nA\n",
        "1:1 mistake: expected the number of a cue; its text follows a line with its times"
      ),
      (
        "1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB\n",
        "4:1 loss: missing empty line before this cue"
      ),
      ("1\n00:00:01,000 --> 00:00:02,000\n<font size=3>A</font>\n", "3:1 loss: `size=3` is not supported"),
      ("1\n00:00:01,000 --> 00:00:02,000\nA</i>\n", "3:2 loss: `</i>` has no opening tag"),
      ("1\n00:00:01,000 --> 00:00:02,000\n{\\pos(1,2)}A\n", "3:1 loss: `\\pos(1,2)` is not supported in SRT"),
      ("", "1:1 mistake: the file contains no cues"),
    ]
    for (text, problem) in cases { #expect(problems(subtitles(text)) == [problem]) }
  }

  @Test func saysWhereBytesAreNoText() {
    let file = SubtitleFile(
      Array("1\n00:00:01,000 --> 00:00:02,000\nCaf".utf8) + [0xE9, 0x0A], name: "a.srt")
    #expect(
      problems(file) == ["3:4 mistake: the line is not UTF-8; save the file as UTF-8"])
    #expect(file.cues.count == 1)
  }

  @Test func readsAHundredThousandCues() {
    var text = ""
    for number in 0..<100_000 {
      let end = "00:00:\(number % 60 < 10 ? "0" : "")\(number % 60),"
      text += "\(number)\n\(end)000 --> \(end)500\n\(number)\n\n"
    }
    let file = subtitles(text)
    #expect(file.cues.count == 100_000)
    #expect(file.problemCount == 0)
    #expect(file.cues.last?.text.plain == "99999")
  }
}
