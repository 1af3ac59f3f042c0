import Basics
import Composition
import LibAV
import Rendering
import TestSupport
import Testing

@Suite("Layers are keyed and filtered as they are laid over the canvas")
struct FilteredLayerTests {
  private static let size = PixelSize(width: 32, height: 16)
  private static let all = PixelBox(x: 0, y: 0, width: 32, height: 16)

  private func renderer(_ layers: [Layer], background: Color = .black) throws -> FrameRenderer {
    let rate = try #require(FrameRate(10))
    return FrameRenderer(
      Composition(
        canvas: Canvas(size: Self.size, rate: rate, background: background),
        duration: RationalTime(seconds: 2), frameCount: 20, layers: layers))
  }

  private func layer(
    _ color: Color, _ box: PixelBox = all, filters: [PictureFilter] = [], key: ChromaKey? = nil
  ) throws -> Layer {
    let end = RationalTime(seconds: 2)
    return Layer(
      label: "layer", timelineRange: try #require(TimeRange(start: .zero, end: end)), frames: 0..<20,
      picture: .color(color), contentBox: box, visibleBox: box.intersection(Self.all), filters: filters,
      chromaKey: key)
  }

  private func codes(_ renderer: FrameRenderer, _ frame: Int64, x: Int, y: Int) throws -> [Int] {
    let picture = try TestPicture(try renderer.frame(frame, among: [0]))
    return [picture.planes[0][y][x], picture.planes[1][y / 2][x / 2], picture.planes[2][y / 2][x / 2]]
  }

  @Test("an animated amount is taken at each frame's start, in the layer's own time")
  func animated() throws {
    let curve = try #require(
      Curve([
        Curve.Key(time: .zero, value: 0), Curve.Key(time: RationalTime(seconds: 2), value: 1),
      ]))
    let grey = Color(red: 0, green: 0, blue: 0)
    let renderer = try renderer([layer(grey, filters: [.effect(.brightness, curve)])])
    for frame in [Int64(0), 5, 10, 19, 3] {
      let luma = try codes(renderer, frame, x: 5, y: 5)[0]
      #expect(abs(Double(luma) - (16 + 219 * Double(frame) / 20)) <= 1, "frame \(frame)")
    }
  }

  @Test(
    "a key goes by the distance of colour differences",
    arguments: [
      // Green's own Cb and Cr are -0.3854 and -0.4542 of a BT.709 picture.
      (Color(red: 0, green: 255, blue: 0), 0.0), (Color(red: 10, green: 240, blue: 12), 0.0),
      (Color(red: 255, green: 0, blue: 0), 1.0), (Color(red: 128, green: 128, blue: 128), 1.0),
      // Cb -0.2312, Cr -0.2725: a distance of 0.2384, which is 0.0884 of 0.2 behind the tolerance.
      (Color(red: 51, green: 204, blue: 51), 0.442),
    ])
  func key(color: Color, covered: Double) throws {
    let key = ChromaKey(
      color: Color(red: 0, green: 255, blue: 0), tolerance: .constant(0.15), softness: .constant(0.2),
      spill: .constant(0))
    let white = Color(red: 255, green: 255, blue: 255)
    let renderer = try renderer([layer(color, key: key)], background: white)
    let seen = try codes(renderer, 0, x: 9, y: 9)
    let source = TestColor(
      Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255
    ).codes
    for (code, (own, below)) in zip(seen, zip(source, [235.0, 128, 128])) {
      #expect(abs(Double(code) - (below + (own - below) * covered)) <= 2)
    }
  }

  @Test(
    "without a tolerance, a pixel is as transparent as its share of the key, and the share is taken out",
    arguments: [
      // Lime over black, white and red: 0.7 - 0.4 of 0.6 covers, and what covers is what the lime was mixed with.
      (Color(red: 0, green: 102, blue: 0), Color(red: 0, green: 0, blue: 0), 0.5),
      (Color(red: 153, green: 255, blue: 153), Color(red: 255, green: 255, blue: 255), 0.5),
      // A screen in the shade, and one of the colour itself.
      (Color(red: 0, green: 190, blue: 0), Color(red: 0, green: 0, blue: 0), 0),
      (Color(red: 0, green: 255, blue: 0), Color(red: 0, green: 0, blue: 0), 0),
      // Light that the screen throws on grey covers, and loses its colour: 0.08 of lime in 0.92 of grey.
      (Color(red: 92, green: 112, blue: 92), Color(red: 100, green: 100, blue: 100), 1),
      // Skin, and yellow, which is half green.
      (Color(red: 220, green: 170, blue: 150), Color(red: 220, green: 170, blue: 150), 1),
      (Color(red: 255, green: 255, blue: 0), Color(red: 255, green: 255, blue: 0), 1),
    ] as [(Color, Color, Double)])
  func share(color: Color, before: Color, covered: Double) throws {
    let key = ChromaKey(color: Color(red: 0, green: 255, blue: 0))
    let blue = Color(red: 0, green: 0, blue: 255)
    let seen = try codes(renderer([layer(color, key: key)], background: blue), 0, x: 9, y: 9)
    func exact(_ color: Color) -> [Double] {
      TestColor(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255).codes
    }
    for (code, (own, below)) in zip(seen, zip(exact(before), exact(blue))) {
      #expect(abs(Double(code) - (below + (own - below) * covered)) <= 3, "\(seen)")
    }
  }

  @Test("the edge of what a key leaves is taken back and softened, inwards")
  func edges() throws {
    let white = Color(red: 255, green: 255, blue: 255)
    /// The luma of a row of bars: green is from 13.7 to 18.3, magenta from 18.3 to 22.9.
    func luma(_ choke: Double, _ feather: Double) throws -> [Int] {
      let key = ChromaKey(
        color: Color(red: 0, green: 191, blue: 0), choke: .constant(choke), feather: .constant(feather))
      let renderer = try renderer([drawn(.bars(.smpte), Self.all, [], key: key)], background: white)
      return try (0..<32).map { try codes(renderer, 0, x: $0, y: 7)[0] }
    }
    let (plain, choked, soft) = (try luma(0, 0), try luma(3, 0), try luma(0, 4))
    #expect(plain[16] == 235 && plain[20] < 100)
    // What is within three pixels of the hole is part of it; the rest stays.
    #expect(choked[19] == 235)
    #expect(choked[22] == plain[22] && choked[28] == plain[28])
    #expect(soft[16] == 235)
    #expect(soft[19] > soft[20] && soft[20] > soft[21] && soft[21] > plain[21])
    // Half of a pixel is the mean of none and of one.
    let (half, one) = (try luma(0.5, 0), try luma(1, 0))
    for x in 14..<23 { #expect(abs(2 * half[x] - plain[x] - one[x]) <= 3, "\(x)") }
  }

  @Test("spilled light is what lies more along the key's colour than across it")
  func spill() throws {
    let green = Color(red: 0, green: 255, blue: 0)
    let key = ChromaKey(
      color: green, tolerance: .constant(0), softness: .constant(0), spill: .constant(1))
    // A greenish grey: all its colour lies along the key's, so none is left; skin has none along it and stays.
    let greenish = try codes(
      renderer([layer(Color(red: 100, green: 130, blue: 100), key: key)]), 0, x: 4, y: 4)
    #expect(abs(greenish[1] - 128) <= 1)
    #expect(abs(greenish[2] - 128) <= 1)
    let skin = Color(red: 220, green: 170, blue: 150)
    #expect(
      try codes(renderer([layer(skin, key: key)]), 0, x: 4, y: 4)
        == codes(renderer([layer(skin)]), 0, x: 4, y: 4))
  }

  private func drawn(
    _ picture: Picture, _ box: PixelBox = all, _ filters: [PictureFilter], flip: Flip = .none,
    key: ChromaKey? = nil
  ) throws -> Layer {
    var layer = try layer(.black, box, filters: filters, key: key)
    layer.picture = picture
    layer.flip = flip
    return layer
  }

  @Test("gradients, bars and shapes are filtered as other pictures are")
  func drawnPictures() throws {
    let invert = [PictureFilter.effect(.invert, .constant(1))]
    let white = Color(red: 255, green: 255, blue: 255)
    let gradient = Picture.gradient(Gradient(colors: [.black, white], degrees: 90))
    for (flip, isFlipped) in [(Flip.none, false), (Flip(isHorizontal: true, isVertical: false), true)] {
      let renderer = try renderer([drawn(gradient, Self.all, invert, flip: flip)])
      for x in [1, 8, 20, 30] {
        let share = (Double(x) + 0.5) / 32
        let expected = 16 + 219 * (isFlipped ? share : 1 - share)
        #expect(abs(Double(try codes(renderer, 0, x: x, y: 7)[0]) - expected) <= 1, "\(x)")
      }
    }
    // The second of seven bars is yellow at 75 %, whose opposite is a light blue.
    let bars = try codes(renderer([drawn(.bars(.smpte), Self.all, invert)]), 0, x: 6, y: 4)
    for (code, expected) in zip(bars, TestColor(0.25, 0.25, 1).codes) {
      #expect(abs(Double(code) - expected) <= 2, "\(bars)")
    }
    let shape = DrawnShape(outline: .ellipse, fill: white, stroke: nil)
    let box = PixelBox(x: 8, y: 0, width: 16, height: 16)
    let round = try renderer(
      [drawn(.shape(shape), box, invert)], background: Color(red: 0, green: 0, blue: 255))
    #expect(abs(try codes(round, 0, x: 16, y: 8)[0] - 16) <= 1)
    // Nothing of the shape is in its corners.
    #expect(abs(Double(try codes(round, 0, x: 8, y: 0)[0]) - TestColor(0, 0, 1).codes[0]) <= 2)
    let keyed = try renderer(
      [drawn(gradient, Self.all, [], key: ChromaKey(color: Color(red: 0, green: 255, blue: 0)))])
    #expect(abs(Double(try codes(keyed, 0, x: 20, y: 7)[0]) - (16 + 219 * 20.5 / 32)) <= 1)
  }

  @Test("filters see a half transparent picture's own colours")
  func straightAlpha() throws {
    let half = Color(red: 255, green: 255, blue: 255, alpha: 128)
    let renderer = try renderer([layer(half, filters: [.effect(.invert, .constant(1))])], background: .black)
    // White inverted is black, over black.
    #expect(abs(try codes(renderer, 0, x: 3, y: 3)[0] - 16) <= 1)
  }

  @Test("an FFmpeg filter has seen every frame from the layer's first one, wherever rendering begins")
  func memory() throws {
    // Half of what was seen before stays in each picture.
    let filters: [PictureFilter] = [
      .effect(
        .brightness,
        try #require(
          Curve([
            Curve.Key(time: .zero, value: 0.8, easing: .hold),
            Curve.Key(time: RationalTime(1, 10) ?? .zero, value: 0),
          ]))),
      .ffmpeg(FFmpegFilter(name: "lagfun", options: [.init(name: "decay", value: "0.9")])),
    ]
    let straight = try renderer([layer(Color(red: 0, green: 0, blue: 0), filters: filters)])
    var expected: [Int] = []
    for frame in 0..<12 { expected.append(try codes(straight, Int64(frame), x: 6, y: 6)[0]) }
    #expect(expected[0] > 180)
    #expect(expected[5] < expected[0] - 40 && expected[5] > 60)
    for frame in [11, 5, 5, 8, 0] {
      let other = try renderer([layer(Color(red: 0, green: 0, blue: 0), filters: filters)])
      #expect(try codes(other, Int64(frame), x: 6, y: 6)[0] == expected[frame], "from frame \(frame)")
      #expect(try codes(straight, Int64(frame), x: 6, y: 6)[0] == expected[frame], "back at frame \(frame)")
    }
  }
}
