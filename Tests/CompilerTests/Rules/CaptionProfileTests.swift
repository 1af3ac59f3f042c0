import Basics
import Compiler
import Diagnostics
import Testing

/// The numbers of the guidelines, written down a second time.
private struct Guideline {
  let name: String
  let characters: Int
  let lines = 2
  /// Per second, in hundredths of a character or a word.
  let hundredthsPerSecond: Int64
  let countsWords: Bool
  let shortest: RationalTime?
  let longest: RationalTime?
  let chain: Int64?
  let gap: RationalTime?

  static let all = [
    Guideline(
      name: "netflix", characters: 42, hundredthsPerSecond: 2000, countsWords: false,
      shortest: RationalTime(5, 6), longest: RationalTime(seconds: 7), chain: 2, gap: RationalTime(1, 2)),
    Guideline(
      name: "bbc", characters: 37, hundredthsPerSecond: 300, countsWords: true, shortest: nil, longest: nil,
      chain: 0, gap: RationalTime(seconds: 1)),
    Guideline(
      name: "dcmp", characters: 32, hundredthsPerSecond: 375, countsWords: true,
      shortest: RationalTime(seconds: 2), longest: nil, chain: nil, gap: nil),
  ]
}

/// A film with two cues, and the kinds of findings in it.
private struct Film {
  let what: String
  var check: String
  /// The frames in which the first cue is shown, and those between the two.
  var frames: Int64
  var gap: Int64
  var text: String
  let expected: Set<String>
}

@Suite("Captions are checked against a published guideline")
struct CaptionProfileTests {
  private static let rates =
    [("25", 25, 1), ("29.97", 30000, 1001), ("30", 30, 1), ("50", 50, 1)] as [(String, Int64, Int64)]

  @Test(
    "each number one frame or one character above and below, at four frame rates",
    arguments: Guideline.all.map(\.name), rates.map(\.0))
  func everyNumber(profile: String, rate: String) throws {
    let guideline = try #require(Guideline.all.first { $0.name == profile })
    let (_, frames, seconds) = try #require(Self.rates.first { $0.0 == rate })
    let films = Self.films(guideline, frames, seconds)
    #expect(films.count >= 8)
    for film in films {
      let end = 100 + film.frames
      let found = try Findings(
        """
        edit: 1
        canvas: {size: 1280x720, rate: \(rate)}
        timeline: [{color: navy, for: 40s}]
        subtitles:
          - cues:
              - {at: 100f..\(end)f, text: "\(film.text)"}
              - {at: \(end + film.gap)f..\(end + film.gap + 4 * frames / seconds)f, text: Yes}
        checks: {captions: \(film.check)}
        """)
      let relevant = found.all.filter { $0.id != .missingFont && $0.id != .offFrameGrid }
      #expect(
        Set(relevant.map(\.id.name)) == film.expected,
        "\(profile) at \(rate), \(film.what): \(relevant.map(\.message))")
      #expect(relevant.allSatisfy { $0.severity == .error })
    }
  }

  private static func films(_ guideline: Guideline, _ frames: Int64, _ seconds: Int64) -> [Film] {
    /// The first frame that does not start before a time, and the last one that does not start after it.
    func up(_ time: RationalTime) -> Int64 {
      (time.value * frames + time.timescale * seconds - 1) / (time.timescale * seconds)
    }
    func down(_ time: RationalTime) -> Int64 { time.value * frames / (time.timescale * seconds) }
    let long = up(RationalTime(seconds: 6))
    // Words of two letters, which are within every speed but that of the test.
    func text(_ characters: Int) -> String {
      let words =
        String(repeating: "ab ", count: characters / 3) + String(repeating: "c", count: characters % 3)
      return words.hasSuffix(" ") ? String(words.dropLast()) + "d" : words
    }
    func words(_ count: Int64) -> String { Array(repeating: "a", count: Int(count)).joined(separator: " ") }
    let clear = guideline.gap.map(up) ?? 0
    var films: [Film] = []
    func add(
      _ what: String, frames: Int64? = nil, gap: Int64? = nil, text: String? = nil, check: String? = nil,
      _ expected: String...
    ) {
      films.append(
        Film(
          what: what, check: check ?? guideline.name, frames: frames ?? long, gap: gap ?? clear,
          text: text ?? "Well, yes", expected: Set(expected)))
    }
    add("longest line", text: text(guideline.characters))
    add("line too long", text: text(guideline.characters + 1), "caption-length")
    add("lines", text: "One\\nand two")
    add("one line too many", text: "One\\nand two\\nand three", "caption-length")
    add("ideographs count twice", text: String(repeating: "字", count: guideline.characters / 2))
    add(
      "one ideograph too many", text: String(repeating: "字", count: guideline.characters / 2 + 1),
      "caption-length")
    // What can be read in the time of about three seconds.
    let time = up(RationalTime(seconds: 3))
    let most = guideline.hundredthsPerSecond * time * seconds / (100 * frames)
    let fast = { (amount: Int64) in
      guideline.countsWords ? words(amount) : text(30) + "\\n" + text(Int(amount) - 30)
    }
    add("readable", frames: time, text: fast(most))
    add("one character or word too many", frames: time, text: fast(most + 1), "reading-speed")
    let shortestForMost =
      (most * 100 * frames + guideline.hundredthsPerSecond * seconds - 1)
      / (guideline.hundredthsPerSecond * seconds)
    add("just readable", frames: shortestForMost, text: fast(most))
    add("one frame too few", frames: shortestForMost - 1, text: fast(most), "reading-speed")
    if let shortest = guideline.shortest {
      add("shortest", frames: up(shortest), text: "Yes")
      add("one frame shorter", frames: up(shortest) - 1, text: "Yes", "caption-duration")
    } else {
      // Five words take a second and a half.
      let shortest = up(RationalTime(seconds: 3).halved)
      let check = "{of: bbc, speed: 1000}"
      add("shortest", frames: shortest, text: words(5), check: check)
      add("one frame shorter", frames: shortest - 1, text: words(5), check: check, "caption-duration")
    }
    if let longest = guideline.longest {
      add("longest", frames: down(longest))
      add("one frame longer", frames: down(longest) + 1, "caption-duration")
    } else {
      add("no longest", frames: 20 * long / 6)
    }
    if let chain = guideline.chain {
      add("chain", gap: chain)
      if chain > 0 { add("one frame less", gap: chain - 1, "caption-gap") }
      add("one frame more", gap: chain + 1, "caption-gap")
    } else {
      for gap in 0...3 { add("gap of \(gap)", gap: Int64(gap)) }
    }
    if guideline.gap != nil {
      add("gap", gap: clear)
      add("a frame less", gap: clear - 1, "caption-gap")
    }
    add("overlap", gap: -1, "subtitles-overlap")
    return films
  }

  @Test("an author's own numbers replace those of the profile, one by one")
  func ownNumbers() throws {
    func found(_ check: String) throws -> Findings {
      try Findings(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline: [{color: navy, for: 40s}]
        subtitles:
          - cues:
              - {at: 1s..3s, text: "Thirty-six characters are in a line\\nand nine"}
              - {at: 3.2s..6.2s, text: Well}
        checks: {captions: \(check)}
        """)
    }
    #expect(
      try found("netflix").messages(.readingSpeed) == [
        "the cue at 1s has 43 characters and is shown for 2s; the profile netflix allows 20 characters per second"
      ])
    #expect(try found("{of: netflix, speed: 21.5}").of(.readingSpeed) == [])
    #expect(
      try found("{of: netflix, characters: 34}").messages(.captionLength) == [
        "the cue at 1s has a line of 35 characters; the profile netflix allows 34"
      ])
    #expect(
      try found("{of: netflix, lines: 1}").messages(.captionLength) == [
        "the cue at 1s has 2 lines; the profile netflix allows 1"
      ])
    #expect(try found("{of: netflix, chain: 5f}").of(.captionGap) == [])
    #expect(try found("{of: netflix, gap: 200ms}").of(.captionGap) == [])
    #expect(try found("{of: dcmp, gap: 250ms}").of(.captionGap).count == 1)
    #expect(
      try found("{of: dcmp, speed: 300, shortest: 2.5s}").messages(.captionDuration) == [
        "the cue at 1s is shown for 2s; the profile dcmp requires at least 2.5s"
      ])
    #expect(
      try found("{of: dcmp, longest: 2.5s}").messages(.captionDuration) == [
        "the cue at 3.2s is shown for 3s; the profile dcmp allows at most 2.5s"
      ])
    let finding = try found("{of: netflix, lines: 1}").one(.captionLength)
    #expect(finding.notes.map(\.message) == ["checked here"])
  }

  @Test("a file's times in milliseconds are rounded in favour of the caption")
  func milliseconds() throws {
    func found(_ times: String, rate: String = "30") throws -> Set<String> {
      let findings = try Findings(
        "edit: 1\ncanvas: {size: 1280x720, rate: \(rate)}\ntimeline: [{color: navy, for: 40s}]\n"
          + "subtitles: [a.srt]\nchecks: {captions: netflix}\n",
        media: "fonts\na.srt  lines 1 | \(times) | Yes")
      return Set(findings.all.filter { $0.severity == .error }.map(\.id.name))
    }
    // 25 frames of 30, and 0.833 s.
    #expect(try found("00:00:01,000 --> 00:00:01,833") == [])
    #expect(try found("00:00:01,000 --> 00:00:01,800") == ["caption-duration"])
    // 210 frames of 30000/1001 are 7.007 s.
    #expect(try found("00:00:01,000 --> 00:00:08,000", rate: "29.97") == [])
    #expect(try found("00:00:01,000 --> 00:00:08,040", rate: "29.97") == ["caption-duration"])
  }

  @Test("there is no profile of the FCC, and a film without captions fails")
  func missing() throws {
    for written in ["fcc", "FCC", "{of: fcc}"] {
      let finding = try Findings(head + "timeline: [{color: red, for: 2s}]\nchecks: {captions: \(written)}\n")
        .one(.unknownValue)
      #expect(finding.message.contains("47 CFR 79.1(j)"))
      #expect(finding.message.contains("non-quantitative"))
      #expect(finding.hint?.contains("`dcmp`") == true)
    }
    let none = try Findings(head + "timeline: [{color: red, for: 2s}]\nchecks: {captions: bbc}\n")
    #expect(none.messages(.checkFailed) == ["the film has no subtitles to check"])
    let styled = try Findings(
      head + "timeline: [{color: red, for: 2s}]\nsubtitles: [b.ass]\nchecks: {captions: bbc}\n",
      media: """
        fonts
        b.ass  lines [Script Info] | [V4+ Styles] | Format: Name, Fontname, Fontsize | \
        Style: Default,Inter,20 | [Events] | Format: Start, End, Text | \
        Dialogue: 0:00:00.50,0:00:01.00,Good evening
        """)
    #expect(try styled.one(.checkFailed).message.contains("ASS files position their lines themselves"))
  }
}

extension RationalTime {
  fileprivate var halved: RationalTime { RationalTime(value, timescale * 2) ?? .zero }
}
