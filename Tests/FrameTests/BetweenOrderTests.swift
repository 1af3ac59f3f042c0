import Basics
import Composition
import LibAV
import Rendering
import TestSupport
import Testing

@Suite("Pictures between two pictures, and steady ones, depend on their media and the moment alone")
struct BetweenOrderTests {
  private static let stories = [
    "{clip: clip, take: ..1.5s, speed: 0.4x, between: motion}",
    "{clip: clip, take: 500ms..1.5s, speed: -0.3x, between: motion}",
    "{clip: halves, take: ..1s, speed: 0.7x, between: blend}",
    "{clip: clip, take: ..300ms, speed: 0.5x, loop: 3, between: motion}",
    "{clip: shots, speed: 0.3x, between: blend}",
    "{clip: clip, take: 500ms..1.5s, stabilize: {smooth: 400ms}}",
    "{clip: halves, take: ..1s, speed: -0.5x, between: motion, stabilize: {smooth: 300ms, zoom: 1.3}}",
  ]

  @Test("in whatever order frames are made", arguments: stories)
  func order(story: String) throws {
    let media = try FrameMedia()
    let film = try media.composition(FrameCase("order", story: story))
    let layers = Array(film.layers.indices)
    let straight = FrameRenderer(film)
    let frames = try (0..<film.frameCount).map { try straight.frame($0, among: layers).sampleBytes }
    #expect(Set(frames).count > 2)
    let random = FrameRenderer(film)
    var numbers = SeededRandom(seed: 5)
    for _ in 0..<12 {
      let number = Int.random(in: frames.indices, using: &numbers)
      #expect(try random.frame(Int64(number), among: layers).sampleBytes == frames[number], "\(number)")
    }
    // As a worker makes a segment of it.
    for number in [frames.count / 3, frames.count - 1] {
      let alone = FrameRenderer(film)
      #expect(try alone.frame(Int64(number), among: layers).sampleBytes == frames[number], "\(number) alone")
    }
  }
}
