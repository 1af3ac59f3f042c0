import Basics
import Composition
import ContentDigest
import RenderPlan
import Testing

@Suite("Chapters of a part of a film")
struct ChapterTests {
  private func chapters(_ starts: [(String, Int64)], part: Range<Int64>? = nil, hasChapters: Bool = true)
    throws -> [String]
  {
    var film = Composition(
      canvas: Canvas(size: PixelSize(width: 64, height: 64), rate: try #require(FrameRate(25))),
      duration: RationalTime(seconds: 10), frameCount: 250)
    film.chapters = starts.map { Chapter(name: $0.0, start: RationalTime($0.1, 10_000) ?? .zero) }
    var settings = OutputSettings(
      file: "a.mp4", container: .mp4, video: VideoEncoding(rateControl: .quality(20)), audio: nil)
    settings.labels.hasChapters = hasChapters
    let plan = try RenderPlan(
      film, settings: settings, part: part, mediaDigests: [],
      engine: EngineVersion("a", filterLibrary: "none"))
    return plan.chapters.map { "\($0.name) \($0.start)..\($0.end)" }
  }

  @Test("follow each other from the start to the end, the time before the first one without a name")
  func whole() throws {
    #expect(try chapters([("a", 0), ("b", 50_000)]) == ["a 0..5000", "b 5000..10000"])
    #expect(try chapters([("a", 20_000)]) == [" 0..2000", "a 2000..10000"])
    #expect(try chapters([]) == [])
    #expect(try chapters([("a", 0)], hasChapters: false) == [])
  }

  @Test("count from the start of the part, and the one that runs then begins with it")
  func part() throws {
    let all: [(String, Int64)] = [("a", 10_000), ("b", 20_000), ("c", 40_000), ("d", 80_000)]
    #expect(try chapters(all, part: 75..<150) == ["b 0..1000", "c 1000..3000"])
    #expect(try chapters(all, part: 50..<100) == ["b 0..2000"])
    #expect(try chapters(all, part: 0..<25) == [])
    #expect(try chapters(all, part: 200..<250) == ["d 0..2000"])
  }

  @Test("that would last no thousandth of a second there are left out")
  func short() throws {
    #expect(try chapters([("a", 0), ("b", 20_003)], part: 50..<100) == ["b 0..2000"])
    #expect(try chapters([("a", 0), ("b", 39_998)], part: 50..<100) == ["a 0..2000"])
  }
}
