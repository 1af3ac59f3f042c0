import Basics
import Interchange
import Testing

@Suite("Edit decision lists")
struct EDLTests {
  private func options(_ rate: String = "24") -> ReadingOptions {
    ReadingOptions(rate: FrameRate.broadcast(rate) ?? Int64(rate).flatMap { FrameRate($0) })
  }

  @Test("have events, gaps and names")
  func events() throws {
    let read = try reading(
      """
      TITLE: gaps
      FCM: NON-DROP FRAME
      001  SHOT1 V C 00:10:00:00 00:10:01:00 01:00:00:00 01:00:01:00
      * FROM CLIP NAME: first
      002  SHOT2 AA/V C 23:00:00:00 23:00:01:00 01:00:01:12 01:00:02:12
      * SOURCE FILE: /clips/second.mov
      """, "a.edl", options())
    let timeline = read.timeline
    #expect(timeline.name == "gaps" && timeline.canvas.start == RationalTime(seconds: 3600))
    #expect(
      try timeline.main.tracks.map(words) == [
        ["clip 0s..1s from 600s", "gap 0.5s", "clip 1.5s..2.5s from 82800s"]
      ])
    #expect(
      timeline.media.map(\.name) == ["first", "SHOT2"]
        && timeline.media.map(\.path) == [nil, "/clips/second.mov"])
    #expect(timeline.main.tracks[0].clips.map(\.playsSound) == [false, true])
    #expect(read.report.mapped == 6)
  }

  @Test("have dissolves that begin at the cut")
  func dissolve() throws {
    let text = """
      001 TST V C 01:00:04:05 01:00:04:14 01:00:00:00 01:00:00:09
      002 TST V C 01:00:04:14 01:00:04:14 01:00:00:09 01:00:00:09
      002 TST V D 010 01:00:08:08 01:00:08:18 01:00:00:09 01:00:00:19
      * FROM CLIP NAME: a
      * TO CLIP NAME: b
      """
    let timeline = try reading(text, "a.edl", options()).timeline
    #expect(
      try words(timeline.main.tracks[0]) == [
        "clip 0s..0.375s from 86501/24s", "dissolve 0s+5/12s", "clip 0.375s..19/24s from 10825/3s",
      ])
    let script = try timeline.script()
    #expect(script.text.contains("- {clip: tst, take: tc 01:00:04:05..tc 01:00:05:00, audio: off}"))
    #expect(script.text.contains("- transition: dissolve 10f"))
    #expect(script.losses.isEmpty)
    #expect(
      refusal(text.replacing("010", with: "011"), "a.edl", options())
        == "3:1: the transition lasts 11 frames, but its event only 10")
  }

  @Test("have speeds, and pictures that are held")
  func speeds() throws {
    let timeline = try reading(
      """
      001 R1 V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:02:00
      M2 R1 012.0 01:00:00:00
      002 R2 V C 01:00:00:00 01:00:00:01 00:00:02:00 00:00:03:00
      M2 R2 000.0 01:00:00:00
      003 R3 V C 01:00:00:00 01:00:01:00 00:00:03:00 00:00:04:00
      M2 R3 -024.0 01:00:00:00
      """, "a.edl", options()
    ).timeline
    let half = try #require(RationalTime(1, 2))
    #expect(
      timeline.main.tracks[0].clips.map(\.speed) == [
        .factor(half), .frozen, .factor(RationalTime(seconds: -1)),
      ])
    #expect(
      timeline.main.tracks[0].clips.map(\.start) == [3600, 3600, 3601].map { RationalTime(seconds: $0) })
    let text = try timeline.script().text
    #expect(text.contains("- {clip: r1, take: tc 01:00:00:00..tc 01:00:01:00, speed: 0.5x, audio: off}"))
    #expect(text.contains("- {clip: r2, for: 1s, take: tc 01:00:00:00..tc 01:00:00:01, audio: off}"))
    #expect(text.contains("- {clip: r3, take: tc 01:00:00:00..tc 01:00:01:00, speed: -1x, audio: off}"))
  }

  @Test("need a rate, and timecodes that it has")
  func rates() {
    let event = "001 A V C 00:00:59:28 00:01:00:02 00:00:00:00 00:00:00:04\n"
    #expect(refusal(event, "a.edl")?.contains("does not contain its frame rate") == true)
    #expect(
      refusal(event, "a.edl", options("25"))
        == "1:1: `00:00:59:28` has a number that is too large at 25 frames per second; pass the rate of the list, such as `--rate 29.97`"
    )
    #expect(refusal("FCM: DROP FRAME\n" + event, "a.edl", options("29.97")) == nil)
    #expect(
      refusal(event.replacing(":02 ", with: ";01 "), "a.edl", options("29.97"))?.contains("skips")
        == true)
    #expect(
      refusal(event.replacing("00:00:59:28", with: "00:00:59;24"), "a.edl", options("25"))?.contains(
        "drop-frame, which does not exist at 25") == true)
    #expect(
      refusal(event.replacing("00:01:00:02", with: "00:00:58:00"), "a.edl", options("30"))
        == "1:1: the event ends before it starts")
  }

  @Test("count frames without numbers that drop-frame leaves out")
  func dropFrame() throws {
    let timeline = try reading(
      "FCM: DROP FRAME\n001 A V C 00:00:59:28 00:01:00:02 01:00:59:28 01:01:00:02\n", "a.edl",
      options("29.97")
    ).timeline
    #expect(timeline.canvas.isDropFrame)
    #expect(timeline.main.tracks[0].clips.first?.duration == RationalTime(2 * 1001, 30000))
  }

  @Test("of players are parts to skip")
  func players() throws {
    var options = ReadingOptions(media: "film.mp4")
    let read = try reading("0 5.5 0\n10.25 20 3\n30 31 1\n", "a.edl", options)
    #expect(try words(read.timeline.main.tracks[0]) == ["clip 0s..4.75s from 5.5s", "clip 4.75s.. from 20s"])
    #expect(read.report.dropped == 1)
    #expect(try read.timeline.script().text.contains("- {clip: film, take: 20s..}"))
    options.media = nil
    #expect(refusal("0 5.5 0\n", "a.edl", options)?.contains("does not name its film") == true)
    options.media = "a"
    #expect(refusal("5 1 0\n", "a.edl", options) == "1:1: the part ends before it starts")
    #expect(
      refusal("5 6 0\n1 2 0\n", "a.edl", options) == "2:1: the part starts before the one above it ends")
  }

  @Test("have the line ends of any system")
  func lineEnds() throws {
    let options = ReadingOptions(media: "film.mp4")
    let read = try reading("\u{FEFF}0 5 0\r\n\r\n10 20 0\r30 31 0\n\n", "a.edl", options)
    #expect(read.report.nodes.map(\.place.description) == ["1:1", "3:1", "4:1"])
    #expect(refusal("0 1 0\r\n2 3 0\r\r\n  9 8 0", "a.edl", options) == "4:3: the part ends before it starts")
  }

  @Test("of sound alone say how many frames per second they count in, if they do")
  func sound() throws {
    let read = try reading(
      "001  SHOT1 A C 00:10:00:00 00:10:01:00 01:00:00:00 01:00:01:00\n", "a.edl", options())
    #expect(try read.timeline.script().text.contains("canvas: {rate: 24}\n"))
    var timeline = read.timeline
    timeline.media[0].timing = .fromStart(timecode: nil)
    #expect(try !timeline.script().text.contains("canvas:"))
  }
}
