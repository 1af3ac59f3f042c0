import TestSupport
import Testing

/// What `--range` says of a time between two frames.
@Suite struct RangeTextTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 25}\ntimeline: [{clip: \(Footage.flat), take: ..4.01s}]\n"
        + "outputs: [{file: a.mp4}, {file: b.mkv}]\n")
  }

  private func warnings(_ command: String, _ range: String) throws -> [Substring] {
    let result = try place.editc(command, "film.edit", "--range", range)
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.errorText.split(separator: "\n").filter { $0.contains("--range") }
  }

  @Test("A part that begins or ends between two frames is reported once, with the frames that are made")
  func between() throws {
    // 0.5 s is 12.5 frames, and 2 s are 50.
    let warning =
      "editc: warning: --range 0.5s..2s starts or ends between two frames at 25 frames per second; it covers frames"
      + " 13 to 49 (37 frames), which is 0.52s..2s"
    #expect(try warnings("render", "0.5s..2s") == [warning[...]])
    #expect(try warnings("plan", "0.5s..2s") == [warning[...]])
    #expect(try probed(place.path("a.mp4"), "v", counting: true)["nb_read_frames"] == "37")
    #expect(try warnings("plan", "1s..1.05s").count == 1)
    #expect(
      try warnings("plan", "1s..1.05s").allSatisfy { $0.contains("it covers frame 25, which is 1s..1.04s") })
  }

  @Test("Times on the grid, frames, and the end of the film are not reported")
  func exact() throws {
    for range in ["0.52s..2s", "13f..50f", "1s..", "..1s", "all"] {
      #expect(try warnings("plan", range) == [], "\(range)")
    }
  }
}
