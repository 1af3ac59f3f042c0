import Basics
import Composition
import RenderPlan
import Testing

@Suite("The timecode of a part of a film")
struct TimecodeTests {
  @Test("counts on from that of the film, without the numbers that drop-frame leaves out, and over midnight")
  func parts() throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    let film = try Film(rate: rate, items: [(try rate.start(ofFrame: 100), .zero)]).composition()
    var settings = usualSettings
    func first(_ start: StartTimecode, _ part: Range<Int64>?) throws -> String? {
      settings.timecode = start
      return try plan(film, settings: settings, part: part).firstTimecode?.description
    }
    // 00:00:59;28 is frame 1798: two frames later the numbers 0 and 1 of the next minute are left out.
    #expect(try first(StartTimecode(frame: 1798, isDropFrame: true), nil) == "00:00:59;28")
    #expect(try first(StartTimecode(frame: 1798, isDropFrame: true), 2..<10) == "00:01:00;02")
    #expect(try first(StartTimecode(frame: 1798, isDropFrame: false), 2..<10) == "00:01:00:00")
    // A day of drop-frame has 2589408 frames.
    #expect(try first(StartTimecode(frame: 2_589_400, isDropFrame: true), 9..<10) == "00:00:00;01")
    let text = try plan(film, settings: settings, part: 9..<10).text
    #expect(text.contains("\n  timecode 00:00:00;01\n"))
  }
}
