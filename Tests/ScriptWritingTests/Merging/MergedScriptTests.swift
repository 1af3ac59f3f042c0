import Basics
import Detection
import TestSupport
import Testing

@testable import ScriptWriting

@Suite("Merging into the text of a script")
struct MergedScriptTests {
  private let head =
    "edit: 1\nmedia: {talk: talk.mp4, other: other.mp4}\ncanvas: {size: 1280x720, rate: 25}\n"
  private let foot = "outputs: [{file: out/film.mp4}]\n"

  private func script(_ timeline: String) -> String { head + "timeline:\n" + timeline + foot }

  @Test("adds, moves and removes takes, and touches nothing else")
  func takes() throws {
    var merging = try Merging(script("  - {clip: other, take: 0s..2s}   # the title\n"))
    try merging.merge(["1s..3s", "5s..9s", "12s..14s"])
    #expect(
      merging.text
        == script(
          """
            - {clip: other, take: 0s..2s}   # the title
            - {clip: talk, take: 1s..3s}
            - {clip: talk, take: 5s..9s}
            - {clip: talk, take: 12s..14s}

          """))
    let first = merging
    try merging.merge(["1s..3s", "5s..9s", "12s..14s"])
    #expect(merging.text == first.text && merging.base == first.base)
    try merging.merge(["1s..3.04s", "5.4s..9.2s", "16s..17s"])
    #expect(
      merging.text
        == script(
          """
            - {clip: other, take: 0s..2s}   # the title
            - {clip: talk, take: 1s..3s}
            - {clip: talk, take: 5.4s..9.2s}
            - {clip: talk, take: 16s..17s}

          """))
    #expect(merging.notes == [])
    #expect(merging.drafts.findings(merging.text) == [])
  }

  @Test("leaves what a person changed, and says what it no longer follows")
  func hands() throws {
    var merging = try Merging(script("  - {clip: other, take: 0s..2s}\n"))
    try merging.merge(["1s..3s", "5s..9s", "12s..14s", "20s..25s", "30s..32s"])
    let edited = script(
      """
        # The end comes first.
        - clip: talk
          take: 20s..24s   # without the cough
        - {clip: other, take: 0s..2s}
        - {clip: talk, take: 5s..9s, name: answer}
        - {clip: talk, take: 1s..3s}

        # A pause.
        - {clip: talk, take: 30s..32s}
      """ + "\n")
    merging.source = SourceText(name: "film.edit", edited)
    try merging.merge(["1s..3s", "5s..9s", "12s..14s", "20s..25s", "30s..32s"])
    #expect(merging.text == edited)
    // The deleted one stays deleted; one moved, two are gone, and one is new.
    try merging.merge(["1.4s..3.4s", "12s..14s", "21s..25.4s", "40s..41s"])
    #expect(
      merging.text
        == script(
          """
            # The end comes first.
            - clip: talk
              take: 20s..24s   # without the cough
            - {clip: talk, take: 40s..41s}
            - {clip: other, take: 0s..2s}
            - {clip: talk, take: 5s..9s, name: answer}
            - {clip: talk, take: 1.4s..3.4s}

            # A pause.
            - {clip: talk, take: 30s..32s}
          """ + "\n"), "\(merging.text)")
    #expect(
      merging.notes == [
        "10 this take is no longer found; it stays, because more was written to it",
        "6 this take was changed by hand and stays; what was proposed is now found at 21s..25.4s",
        "14 this take is no longer found; it stays, because more was written to it",
      ], "\(merging.notes)")
    let first = merging
    try merging.merge(["1.4s..3.4s", "12s..14s", "21s..25.4s", "40s..41s"])
    #expect(merging.text == first.text && merging.base == first.base)
  }

  @Test("writes lists in brackets, files without a last line break, and those of Windows")
  func layouts() throws {
    var merging = try Merging(
      "edit: 1\nmedia:\n  other: other.mp4  # 600s\ncanvas: {size: 1280x720, rate: 25}\ntimeline: [{clip: other, take: 0s..2s}]\noutputs: [{file: out/film.mp4}]"
    )
    try merging.merge(["1s..3s", "5s..9s", "12s..14s"])
    #expect(
      merging.text == """
        edit: 1
        media:
          other: other.mp4  # 600s
          talk: talk.mp4
        canvas: {size: 1280x720, rate: 25}
        timeline: [{clip: other, take: 0s..2s}, {clip: talk, take: 1s..3s}, {clip: talk, take: 5s..9s}, {clip: talk, take: 12s..14s}]
        outputs: [{file: out/film.mp4}]
        """)
    try merging.merge(["5s..9s", "20s..21s"])
    #expect(
      merging.text.contains(
        "timeline: [{clip: other, take: 0s..2s}, {clip: talk, take: 5s..9s}, {clip: talk, take: 20s..21s}]\n"),
      "\(merging.text)")

    var windows = try Merging(
      "edit: 1\r\ncanvas: {size: 1280x720, rate: 25}\r\noutputs: [{file: out/film.mp4}]\r\ntimeline:\r\n- clip: other.mp4\r\n  take: 0s..2s"
    )
    try windows.merge(["1s..3s", "5s..9s"])
    #expect(
      windows.text
        == "edit: 1\r\nmedia:\r\n  talk: talk.mp4\r\ncanvas: {size: 1280x720, rate: 25}\r\noutputs: [{file: out/film.mp4}]\r\ntimeline:\r\n- clip: other.mp4\r\n  take: 0s..2s\r\n- {clip: talk, take: 1s..3s}\r\n- {clip: talk, take: 5s..9s}"
    )
    try windows.merge(["1s..3s"])
    #expect(windows.text.hasSuffix("  take: 0s..2s\r\n- {clip: talk, take: 1s..3s}"), "\(windows.text)")
    #expect(windows.drafts.findings(windows.text) == [])
  }

  @Test("uses the name or path that the script uses, and writes a take that was left out")
  func names() throws {
    var merging = try Merging(
      "edit: 1\ncanvas: {size: 1280x720, rate: 25}\ntimeline:\n  - clip: talk.mp4\n    volume: -3dB\n" + foot)
    merging.base = [try .init("0s..600s")]
    try merging.merge(["0s..500s", "510s..600s"])
    #expect(
      merging.text == """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: talk.mp4
            take: 0s..500s
            volume: -3dB
          - {clip: talk.mp4, take: 510s..600s}
        outputs: [{file: out/film.mp4}]

        """, "\(merging.text)")
  }

  @Test("does not remove what a transition needs")
  func transitions() throws {
    var merging = try Merging(
      script(
        """
          - {clip: talk, take: 1s..3s}
          - transition: dissolve 1s
          - {clip: talk, take: 5s..9s}
          - {clip: talk, take: 12s..14s}

        """))
    merging.base = [try .init("1s..3s"), try .init("5s..9s"), try .init("12s..14s")]
    try merging.merge(["20s..21s"])
    #expect(merging.notes.count == 2)
    #expect(
      merging.text.contains(
        "- transition: dissolve 1s\n  - {clip: talk, take: 5s..9s}\n  - {clip: talk, take: 20s..21s}\n"),
      "\(merging.text)")
  }

  @Test(
    "refuses what it would have to guess",
    arguments: [
      ("  - each: {clip: [talk, other], take: 0s..2s}\n", "`each`"),
      ("  - {clip: \"${who}\", take: 0s..2s}\n", "a variable"),
      ("  - {clip: talk, take: \"${from}..9s\"}\n", "a variable"),
    ])
  func unclear(timeline: String, words: String) throws {
    var merging = try Merging(
      "vars: {who: {type: text, default: talk}, from: {type: time, default: 2s}}\n" + script(timeline))
    do {
      try merging.merge(["20s..21s"])
      Issue.record("it is merged: \(merging.text)")
    } catch let problem as MergedScript.Problem {
      guard case .unclear(let range, let text) = problem else {
        Issue.record("\(problem)")
        return
      }
      #expect(text.contains(words) && merging.source.line(at: range.start) == 6, "\(text)")
    }
  }

  @Test("keeps the last item")
  func last() throws {
    var merging = try Merging(script("  - {clip: talk, take: 1s..3s}\n"))
    merging.base = [try .init("1s..3s")]
    #expect(throws: MergedScript.Problem.self) { try merging.merge([String]()) }
  }

  @Test("adds, removes and keeps markers")
  func markers() throws {
    let timeline = "timeline:\n  - {clip: talk}\n"
    var merging = try Merging(head + "\n# The cut\n" + timeline + foot)
    try merging.merge(beats: ["0.5s", "1s", "1.5s", "2s"])
    #expect(
      merging.text == head
        + "markers:\n  beat-001: 0.5s\n  beat-002: 1s\n  beat-003: 1.5s\n  beat-004: 2s\n\n# The cut\n"
        + timeline + foot,
      "\(merging.text)")
    #expect(merging.base?.map(\.name) == ["beat-001", "beat-002", "beat-003", "beat-004"])
    let edited = merging.text.replacing("  beat-002: 1s\n", with: "  drop: 1s\n").replacing(
      "  beat-003: 1.5s\n", with: "  beat-003: {at: 1.5s, chapter: true}\n"
    ).replacing(foot, with: "audio: [{clip: other, at: beat-004}]\n" + foot)
    merging.source = SourceText(name: "film.edit", edited)
    try merging.merge(beats: ["0.5s", "1s", "1.5s", "2s"])
    #expect(merging.text == edited)
    try merging.merge(beats: ["0.51s", "1s", "5s"])
    #expect(
      merging.text == edited.replacing("  drop: 1s\n", with: "  drop: 1s\n  beat-005: 5s\n"),
      "\(merging.text)")
    #expect(merging.notes.count == 2, "\(merging.notes)")
    let first = merging
    try merging.merge(beats: ["0.51s", "1s", "5s"])
    #expect(merging.text == first.text && merging.base == first.base)
    // None is left.
    var last = try Merging(head + "markers:\n  beat-001: 1s\n" + timeline + foot)
    last.base = [.init(name: "beat-001", range: try #require(TimeRange(spelling: "1s..1s")))]
    try last.merge(beats: [String]())
    #expect(last.text == head + timeline + foot)
  }
}
