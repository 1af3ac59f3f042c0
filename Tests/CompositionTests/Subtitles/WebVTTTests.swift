import Basics
import Composition
import Testing

@Suite struct WebVTTTests {
  @Test func readsCues() {
    let file = subtitles(
      """
      WEBVTT - a title
      Kind: captions

      NOTE words for
      people

      intro
      00:01.000 --> 00:02.500 line:0 position:20% align:start
      <v Ada>Hello <i>there</i> &amp; &lt;you&gt;
      again

      100:00:01.000 --> 100:00:02.000
      <c.yellow>Bye</c>

      """, "film.vtt")
    #expect(problems(file) == [])
    #expect(file.format == .webVTT)
    #expect(file.cues.map(\.text.plain) == ["Hello there & <you>\nagain", "Bye"])
    #expect(file.cues.map(\.range) == [seconds(1000, 2500), seconds(360_001_000, 360_002_000)])
    var placement = CuePlacement()
    placement.row = 0
    placement.vertical = .top
    placement.position = 20_000
    placement.horizontal = .left
    #expect(file.cues.first?.placement == placement)
    #expect(file.cues.last?.text.subStation == "{\\c&H00FFFF&}Bye")
  }

  @Test func readsPlaces() {
    let cases: [(setting: String, CuePlacement.Vertical, height: Int?, row: Int?)] = [
      ("line:84%", .top, 84_000, nil), ("line:12.5%,end", .bottom, 12_500, nil),
      ("line:-2", .bottom, nil, -2),
      ("line:50%,center", .middle, 50_000, nil), ("align:end", .bottom, nil, nil),
    ]
    for (setting, vertical, height, row) in cases {
      let file = subtitles("WEBVTT\n\n00:01.000 --> 00:02.000 \(setting)\nA\n", "a.vtt")
      #expect(problems(file) == [])
      let placement = file.cues.first?.placement
      #expect(placement?.vertical == vertical)
      #expect(placement?.height == height)
      #expect(placement?.row == row)
    }
  }

  @Test func saysWhereMistakesAre() {
    let cases: [(text: String, problem: String)] = [
      ("00:01.000 --> 00:02.000\nA\n", "1:1 mistake: a WebVTT file must start with `WEBVTT`"),
      (
        "WEBVTT\n\n00:01,000 --> 00:02.000\nA\n",
        "3:6 mistake: expected `.` and a fraction of a second, as in `00:01:02.500`"
      ),
      ("WEBVTT\n\nwords\n", "3:1 mistake: expected a line with times: `00:00:01.000 --> 00:00:02.500`"),
      (
        "WEBVTT\n\n00:01.000 --> 00:02.000 line:120%\nA\n", "3:25 mistake: `line:120%` is not a cue setting"
      ),
      ("WEBVTT\n\n00:01.000 --> 00:02.000 vertical:rl\nA\n", "3:25 loss: `vertical` is not supported"),
      (
        "WEBVTT\n\nSTYLE\n::cue {}\n\n00:01.000 --> 00:02.000\nA\n",
        "3:1 loss: style sheets are not supported"
      ),
      ("WEBVTT\n\n00:01.000 --> 00:02.000\nA <b\n", "4:3 mistake: the tag is not closed: `>` is missing"),
      ("WEBVTT\n\n00:01.000 --> 00:02.000\nA <x>B\n", "4:3 loss: `<x>` is not a WebVTT tag and is ignored"),
      ("WEBVTT\n\n00:01.000 --> 00:02.000\nA <c.loud>B\n", "4:3 loss: the class `loud` is not supported"),
    ]
    for (text, problem) in cases { #expect(problems(subtitles(text, "a.vtt")) == [problem]) }
  }
}

@Suite struct SubStationTests {
  static let header = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 320
    PlayResY: 180

    [V4+ Styles]
    Format: Name, Fontname, Fontsize
    Style: Default,DejaVu Sans,20
    Style: Sign,DejaVu Sans,30

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  @Test func readsEvents() {
    let file = subtitles(
      Self.header + """
        Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,nobody sees this
        Dialogue: 2,0:00:01.00,0:00:02.50,Sign,Ada,1,2,3,fx,{\\i1}One{\\i0}, two\\Nthree {\\p1}m 0 0 l 1 1{\\p0}end

        """, "film.ass")
    #expect(problems(file) == [])
    #expect(file.header?.hasSuffix("Style: Sign,DejaVu Sans,30\n\n") == true)
    let cue = file.cues.first
    #expect(file.cues.count == 1)
    #expect(cue?.range == seconds(1000, 2500))
    #expect(cue?.text.plain == "One, two\nthree end")
    #expect(cue?.text.runs.first?.look.isItalic == true)
    #expect(cue?.event?.layer == 2)
    #expect(cue?.event?.style == "Sign")
    #expect(cue?.event?.verticalMargin == 3)
    #expect(cue?.event?.effect == "fx")
    #expect(cue?.event?.text.hasPrefix("{\\i1}One{\\i0}, two") == true)
  }

  @Test func saysWhereMistakesAre() {
    let cases: [(line: String, problem: String)] = [
      (
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default",
        "13:1 mistake: the line has 4 of the 10 fields in the format"
      ),
      (
        "Dialogue: 0,0:00:01.0,0:00:02.00,Default,,0,0,0,,A",
        "13:21 mistake: a fraction of a second has 2 digits, as in `0:01:02.50`"
      ),
      (
        "Dialogue: 0,0:00:03.00,0:00:02.00,Default,,0,0,0,,A",
        "13:24 mistake: the cue ends (2s) before it starts (3s)"
      ),
      (
        "Dialogue: x,0:00:01.00,0:00:02.00,Default,,0,0,0,,A",
        "13:11 mistake: expected a whole number, found `x`"
      ),
      (
        "Dialogue: 0,0:00:01.00,0:00:02.00,None,,0,0,0,,A",
        "13:1 loss: there is no style `None`; `Default` is used"
      ),
      ("Nonsense", "13:1 mistake: expected a line that starts with `Dialogue:`"),
    ]
    for (line, problem) in cases {
      #expect(problems(subtitles(Self.header + line + "\n", "a.ass")) == [problem])
    }
    #expect(problems(subtitles("[Script Info]\n", "a.ass")) == ["1:1 mistake: the file has no `[Events]`"])
  }

  @Test func keepsWordsAsTheyAre() {
    for words in ["{b}", "a\\Nb", "\\", "a\\", "\\\\h", "{\\i1}", "}{", "x\ny"] {
      let written = StyledText(plain: words).subStation
      #expect(StyledText(subStation: written).plain.filter { $0 != "\u{2060}" } == words)
    }
  }

  /// Damaged files are read to their end, whatever is in them.
  @Test func survivesDamage() {
    let files = [
      "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i> {\\an8}\n\n2\n01:02:03,004 --> 01:02:04,000\n<font color=red>Bye\n",
      "WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.500 line:0 position:20%,center align:start\n<c.red>A &amp; <b>B\n",
      Self.header + "Dialogue: 2,0:00:01.00,0:00:02.50,Sign,Ada,1,2,3,fx,{\\i1}One{\\p1}m 0 0{\\p0}\\N\n",
    ]
    let pieces: [[UInt8]] = [
      [], [0], [0xFF], [0xE2, 0x82], Array("-->".utf8), Array("999999999999999999999999".utf8),
      Array("{\\".utf8), Array("<".utf8), Array("\n\n".utf8), Array("-".utf8),
      Array("\u{202E}\u{1F600}".utf8),
      Array("[".utf8), Array(",".utf8), Array(":".utf8), Array("%".utf8),
    ]
    var lines = 0
    for text in files {
      let bytes = Array(text.utf8)
      for place in bytes.indices {
        for piece in pieces {
          let damaged = bytes[..<place] + piece + bytes[min(place + 3, bytes.count)...]
          let file = SubtitleFile(Array(damaged), name: "film")
          lines += file.problems.map(\.line).max() ?? 0
          #expect(file.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 })
        }
      }
    }
    #expect(lines > 1000)
  }
}
