import Compiler
import Diagnostics
import Testing

@Suite("Rules about time")
struct TimeTests {
  private func film(rate: String = "25", _ timeline: String, overlays: String = "[]") throws -> Findings {
    try Findings(
      "edit: 1\ncanvas: {size: 1280x720, rate: \(rate)}\ntimeline: [\(timeline)]\noverlays: \(overlays)",
      media: "a.mp4  video 1280x720 25 12s\nlogo.png  still 1280x720")
  }

  @Test(
    "a gap is short up to 3 frames and below 0.2 s",
    arguments: [
      ("25", "3f", true), ("25", "4f", false), ("60", "3f", true), ("60", "50ms", true),
      ("24", "0.13s", true),
      // 1 frame of 10 is 0.1 s, 2 are 0.2 s.
      ("10", "1f", true), ("10", "2f", false), ("1", "1s", false),
    ])
  func shortGap(rate: String, gap: String, isShort: Bool) throws {
    let found = try film(rate: rate, "{color: red, for: 2s}, {gap: \(gap)}, {color: blue, for: 2s}")
    #expect(found.guilty(.shortGap) == (isShort ? ["gap: \(gap)"] : []))
  }

  @Test("a gap stands between two items; several in a row are one; the item that covers it was meant")
  func placeOfGap() throws {
    let (red, blue) = ("{color: red, for: 2s}", "{color: blue, for: 2s}")
    #expect(try film("{gap: 1f}, \(red), \(blue), {gap: 1f}").of(.shortGap) == [])
    #expect(
      try film("\(red), {gap: 1f}, {gap: 2f}, \(blue)").messages(.shortGap)
        == ["the gap lasts only 3 frames (0.12s): the background flashes between its neighbours"])
    #expect(try film("\(red), {gap: 2f}, {gap: 2f}, \(blue)").of(.shortGap) == [])
    let nothing = try film("\(red), {gap: 10ms}, \(blue)").messages(.shortGap)
    #expect(nothing == ["the gap of 0.01s is shorter than a frame, so it is never shown"])
    // The gap owns frames 50 and 51.
    let gap = "\(red), {gap: 2f}, \(blue)"
    #expect(try film(gap, overlays: "[{color: white, at: 51f..60f}]").of(.shortGap) == [])
    #expect(try film(gap, overlays: "[{color: white, at: 52f..60f}]").of(.shortGap).count == 1)
    #expect(try film(gap, overlays: "[{color: white, at: 10f..50f}]").of(.shortGap).count == 1)
  }

  @Test(
    "a clip flashes up to 2 frames and below 0.2 s; who counts the frames of a still meant them",
    arguments: [
      ("25", "{clip: a.mp4, take: 1s for 2f}", ["1s for 2f"]), ("25", "{clip: a.mp4, take: 1s for 3f}", []),
      ("10", "{clip: a.mp4, take: 1s for 1f}", ["1s for 1f"]), ("10", "{clip: a.mp4, take: 1s for 2f}", []),
      ("25", "{color: white, for: 1f}", []), ("25", "{image: logo.png, for: 2f}", []),
      ("25", "{color: white, for: 10ms}", ["color: white"]), ("25", "{gap: 10ms}", []),
    ])
  func flashes(rate: String, item: String, guilty: [String]) throws {
    let found = try film(rate: rate, "{color: red, for: 2s}, \(item), {color: blue, for: 2s}")
    #expect(found.guilty(.flashFrame) == guilty)
  }

  @Test("a length between two frames is shown with both, counted by hand")
  func offGrid() throws {
    // 0.55 s are 13.75 frames of 25; 0.01 s are a quarter of one.
    let found = try film("{color: red, for: 0.55s}, {color: red, for: 1.01s}, {color: blue, for: 0.52s}")
    #expect(
      found.messages(.offFrameGrid) == [
        "0.55s lies between 13 frames (0.52s) and 14 frames (0.56s) at 25 frames per second",
        "1.01s lies between 25 frames (1s) and 26 frames (1.04s) at 25 frames per second",
      ])
    #expect(found.guilty(.offFrameGrid) == ["0.55s", "1.01s"])
    #expect(found.of(.offFrameGrid).allSatisfy { $0.severity == .note })
    // 10 s are 239.76 frames of 24000/1001.
    let film = try film(rate: "23.976", "{clip: a.mp4, take: ..10s}, {gap: 1f}")
    #expect(
      film.messages(.offFrameGrid) == [
        "10s lies between 239 frames (9.968s) and 240 frames (10.01s) at 23.976 frames per second"
      ])
    #expect(film.guilty(.offFrameGrid) == ["..10s"])
  }

  @Test("an overlay's own length counts, one that ends with the story has none")
  func overlays() throws {
    let timeline = "{color: red, for: 2s}"
    #expect(
      try film(timeline, overlays: "[{color: blue, at: 1s, for: 0.5s}]").guilty(.offFrameGrid) == ["0.5s"])
    #expect(try film(timeline, overlays: "[{color: blue, at: 0.5s}]").of(.offFrameGrid) == [])
  }
}
