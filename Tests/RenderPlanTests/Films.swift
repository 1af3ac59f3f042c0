import Basics
import Composition
import ContentDigest
import RenderPlan
import TestSupport
import Testing

/// A timeline of moving pictures laid one after the other, by hand and not by lowering.
struct Film {
  var rate: FrameRate
  /// Each item's media start tells it from the others.
  var items: [(length: RationalTime, mediaStart: RationalTime)] = []
  var overlays: [Layer] = []
  var opacities: [Int: Curve] = [:]

  func composition() throws -> Composition {
    var position = RationalTime.zero
    var layers: [Layer] = []
    for (index, item) in items.enumerated() {
      let end = try position + item.length
      layers.append(
        Layer(
          label: "item \(index)", timelineRange: try range(position, end), frames: try frames(position, end),
          picture: .moving(media: 0, stream: 0, mediaStart: item.mediaStart),
          contentBox: PixelBox(x: 0, y: 0, width: 64, height: 36),
          visibleBox: PixelBox(x: 0, y: 0, width: 64, height: 36),
          opacity: opacities[index] ?? .constant(1)))
      position = end
    }
    let reference = MediaReference(
      spelling: "a.mp4", path: "/a.mp4", facts: MediaFacts(container: "mov", extent: .infinite))
    return Composition(
      canvas: Canvas(size: PixelSize(width: 64, height: 36), rate: rate), duration: position,
      frameCount: try #require(rate.frame(at: position)).value, media: [reference, reference],
      layers: layers + overlays)
  }

  func frames(_ start: RationalTime, _ end: RationalTime) throws -> Range<Int64> {
    try #require(rate.frame(at: start)).value..<(try #require(rate.frame(at: end)).value)
  }

  /// A colour over the timeline.
  func overlay(_ start: RationalTime, _ end: RationalTime, _ color: Color, media: Int? = nil) throws -> Layer
  {
    Layer(
      label: "overlay", timelineRange: try range(start, end), frames: try frames(start, end),
      picture: media.map { .still(media: $0, stream: 0) } ?? .color(color),
      contentBox: PixelBox(x: 8, y: 8, width: 8, height: 8),
      visibleBox: PixelBox(x: 8, y: 8, width: 8, height: 8))
  }
}

let usualSettings = OutputSettings(
  file: "a.mp4", container: .mp4, video: VideoEncoding(rateControl: .quality(20)), audio: AudioEncoding())

func plan(
  _ composition: Composition, settings: OutputSettings = usualSettings, part: Range<Int64>? = nil,
  digests: [String] = ["first", "second"], engine: String = "engine 1",
  filterLibrary: String? = "filters 1", textLibraries: String = "", loudnessLibrary: String = ""
) throws -> RenderPlan {
  try RenderPlan(
    composition, settings: settings, part: part, mediaDigests: try digests.map(ContentDigest.of(text:)),
    engine: EngineVersion(
      engine, filterLibrary: filterLibrary, textLibraries: textLibraries, loudnessLibrary: loudnessLibrary))
}

extension SeededRandom {
  /// A timeline with items of 0.1 to 20 s, most of them short, off the grid of frames.
  mutating func film(items: Int, rate: FrameRate, isOnGrid: Bool = false) throws -> Film {
    var film = Film(rate: rate)
    for _ in 0..<items {
      let longest: Int64 = Bool.random(using: &self) ? 2000 : 20_000
      let milliseconds = Int64.random(in: 100...longest, using: &self)
      let length =
        isOnGrid
        ? try rate.start(ofFrame: milliseconds * rate.nominal / 1000 + 1) : try time(milliseconds, 1000)
      film.items.append((length, try time(.random(in: 0...1_000_000, using: &self), 1000)))
    }
    return film
  }
}
