import Basics
import Composition
import ContentDigest
import RenderPlan
import Testing

@Suite("The plan of a preview")
struct PreviewPlanTests {
  private func film(_ seconds: [Int64], size: PixelSize = PixelSize(width: 1920, height: 1080)) throws
    -> Composition
  {
    var film = Film(rate: try #require(FrameRate(30)))
    for (index, length) in seconds.enumerated() {
      film.items.append((RationalTime(seconds: length), RationalTime(seconds: Int64(100 * index))))
    }
    var composition = try film.composition()
    composition.canvas.size = size
    return composition
  }

  private func preview(_ film: Composition, hasSound: Bool = true) throws -> RenderPlan {
    try .preview(
      of: film, within: PixelSize(width: 640, height: 360), hasSound: hasSound,
      mediaDigests: try ["first", "second"].map(ContentDigest.of(text:)),
      engine: EngineVersion("engine 1", filterLibrary: nil))
  }

  @Test("Cells last about a second, begin where items begin, and have every frame once")
  func cells() throws {
    let plan = try preview(try film([3, 5, 1]))
    #expect(plan.segments.map(\.frames.lowerBound).contains(90))
    #expect(plan.segments.map(\.frames.lowerBound).contains(240))
    #expect(plan.segments.allSatisfy { (30...60).contains($0.frames.count) })
    #expect(plan.segments.flatMap { Array($0.frames) } == Array(0..<270))
  }

  @Test("An insertion leaves the keys of what comes after it as they are")
  func insertion() throws {
    let before = try preview(try film([4, 4]))
    var changed = Film(rate: try #require(FrameRate(30)))
    changed.items = [
      (RationalTime(seconds: 4), .zero), (RationalTime(seconds: 2), RationalTime(seconds: 50)),
      (RationalTime(seconds: 4), RationalTime(seconds: 100)),
    ]
    var composition = try changed.composition()
    composition.canvas.size = PixelSize(width: 1920, height: 1080)
    let after = try preview(composition)
    #expect(Set(before.segments.map(\.key)).isSubset(of: after.segments.map(\.key)))
    #expect(after.segments.count == 10)
  }

  @Test(
    "Pictures fit into the bounds, turned for portrait films, and are never larger than the canvas",
    arguments: [
      (PixelSize(width: 1920, height: 1080), PixelSize(width: 640, height: 360)),
      (PixelSize(width: 1080, height: 1920), PixelSize(width: 360, height: 640)),
      (PixelSize(width: 320, height: 180), PixelSize(width: 320, height: 180)),
      (PixelSize(width: 321, height: 181), PixelSize(width: 320, height: 180)),
      (PixelSize(width: 1000, height: 1000), PixelSize(width: 360, height: 360)),
    ])
  func size(canvas: PixelSize, expected: PixelSize) throws {
    #expect(try preview(try film([2], size: canvas)).settings.video?.size == expected)
  }

  @Test("The loudness of the whole film is not waited for")
  func loudness() throws {
    var film = try film([2])
    film.mix.loudness = -14
    film.mix.peak = -1
    let plan = try preview(film)
    #expect(plan.composition.mix.loudness == nil && plan.composition.mix.peak == nil)
  }

  @Test("A film that is only heard has no cells")
  func heardOnly() throws {
    var film = try film([2])
    film.layers = []
    film.canvas = Canvas.withoutPicture(film.mix)
    let plan = try preview(film)
    #expect(plan.segments.isEmpty && plan.settings.video == nil)
  }
}
