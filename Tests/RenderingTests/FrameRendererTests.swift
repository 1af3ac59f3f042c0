import Basics
import Composition
import LibAV
import Rendering
import TestSupport
import Testing

@Suite("Layers are laid over each other to the code")
struct FrameRendererTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let red = Color(red: 255, green: 0, blue: 0)
  private static let size = PixelSize(width: 32, height: 24)
  private static let all = PixelBox(x: 0, y: 0, width: 32, height: 24)

  /// The codes of a frame, by plane and row.
  private struct Codes {
    let planes: [[[UInt8]]]

    var y: [[UInt8]] { planes[0] }
    var u: [[UInt8]] { planes[1] }
    var v: [[UInt8]] { planes[2] }
  }

  /// Whether a code is what was computed, rounding apart.
  private func isNear(_ code: UInt8, _ expected: Double) -> Bool { abs(Double(code) - expected) <= 1 }

  private func codes(
    _ layers: [Layer], background: Color = .black, media: [MediaReference] = [], films: [NestedFilm] = [],
    at number: Int64 = 0
  ) throws -> Codes {
    let film = Composition(
      canvas: Canvas(size: Self.size, rate: .thirty, background: background), duration: seconds(2),
      frameCount: 60, media: media, layers: layers, films: films)
    let frame = try FrameRenderer(film).frame(number, among: Array(layers.indices))
    #expect(frame.color == .bt709)
    return frame.withPlanes { planes in
      Codes(planes: planes.map { plane in (0..<plane.height).map { Array(plane.row($0, of: UInt8.self)) } })
    }
  }

  private func layer(
    _ picture: Picture, _ content: PixelBox, visible: PixelBox? = nil, opacity: Curve = .constant(1)
  ) -> Layer {
    Layer(
      label: "layer", timelineRange: range(.zero, seconds(2)), frames: 0..<60, picture: picture,
      contentBox: content, visibleBox: (visible ?? content).intersection(Self.all), opacity: opacity)
  }

  @Test("Red is 63, 102, 240, as background and as a layer, and the frame says BT.709")
  func red() throws {
    let grounds = [
      try codes([], background: Self.red), try codes([layer(.color(Self.red), Self.all)]),
    ]
    for codes in grounds {
      #expect(codes.y.allSatisfy { $0.allSatisfy { $0 == 63 } })
      #expect(codes.u.allSatisfy { $0.allSatisfy { $0 == 102 } })
      #expect(codes.v.allSatisfy { $0.allSatisfy { $0 == 240 } })
    }
    #expect(grounds[0].y.count == 24 && grounds[0].y[0].count == 32)
    #expect(grounds[0].u.count == 12 && grounds[0].u[0].count == 16)
  }

  /// BT.709 in studio codes, by hand.
  static let colors: [(Color, [UInt8])] = [
    (Color(red: 255, green: 255, blue: 255), [235, 128, 128]), (.black, [16, 128, 128]),
    (Color(red: 0, green: 255, blue: 0), [173, 42, 26]),
    (Color(red: 0, green: 0, blue: 255), [32, 240, 118]),
    (Color(red: 128, green: 128, blue: 128), [126, 128, 128]),
    (Color(red: 255, green: 255, blue: 0), [219, 16, 138]),
  ]

  @Test("Other colours have the codes of BT.709")
  func colors() throws {
    for (color, expected) in Self.colors {
      let codes = try codes([layer(.color(color), Self.all)])
      #expect([codes.y[5][5], codes.u[5][5], codes.v[5][5]] == expected, "\(color)")
    }
  }

  @Test("An opacity ramp has its value at the start of each frame")
  func opacityRamp() throws {
    let ramp = try #require(Curve([.init(time: .zero, value: 1), .init(time: seconds(1), value: 0)]))
    let white = Color(red: 255, green: 255, blue: 255)
    for number: Int64 in [0, 1, 7, 15, 29, 30, 45] {
      let codes = try codes([layer(.color(white), Self.all, opacity: ramp)], background: Self.red, at: number)
      let share = max(0, 1 - Double(number) / 30)
      for (plane, (top, bottom)) in zip(
        [codes.y, codes.u, codes.v], [(235.0, 62.56), (128, 102.34), (128, 240)])
      {
        let expected = bottom + (top - bottom) * share
        #expect(isNear(plane[3][3], expected), "frame \(number)")
      }
    }
  }

  @Test("The last layer is on top, where it is")
  func order() throws {
    let box = PixelBox(x: 8, y: 6, width: 10, height: 8)
    let codes = try codes([layer(.color(Self.red), Self.all), layer(.color(.black), box)])
    for y in 0..<24 {
      for x in 0..<32 {
        let isInside = (8..<18).contains(x) && (6..<14).contains(y)
        #expect(codes.y[y][x] == (isInside ? 16 : 63))
        #expect(codes.v[y / 2][x / 2] == (isInside ? 128 : 240))
      }
    }
  }

  @Test("What lies under an opaque layer is not even opened")
  func covered() throws {
    let facts = try picture().facts
    let gone = MediaReference(spelling: "gone.png", path: folder.path("gone.png"), facts: facts)
    let below = layer(.still(media: 0, stream: 0), Self.all)
    #expect(try codes([below, layer(.color(Self.red), Self.all)], media: [gone]).y[0][0] == 63)
    #expect(throws: RenderingError.self) { try codes([below], media: [gone]) }
  }

  // MARK: Films with a transparent background

  private static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// A film of these layers, played over the whole canvas.
  private func nested(
    _ layers: [Layer], background: Color = transparent, media: [MediaReference] = []
  ) -> (film: NestedFilm, layer: Layer) {
    let film = Composition(
      canvas: Canvas(size: Self.size, rate: .thirty, background: background), duration: seconds(2),
      frameCount: 60, media: [], layers: layers)
    return (
      NestedFilm(name: "title", composition: film, media: Array(media.indices)),
      layer(.film(0, clock: MediaClock(start: .zero)), Self.all)
    )
  }

  @Test("What is below a film with a transparent background shows as below its layers themselves")
  func seenThrough() throws {
    let still = [try picture("white@0.5")]
    let green = Color(red: 0, green: 255, blue: 0, alpha: 200)
    let ellipse = DrawnShape(outline: .ellipse, fill: green, stroke: nil)
    let inside = [
      layer(
        .color(Color(red: 255, green: 255, blue: 255, alpha: 128)), PixelBox(x: 4, y: 4, width: 8, height: 8)),
      layer(.color(Self.red), PixelBox(x: 8, y: 8, width: 8, height: 8), opacity: .constant(0.5)),
      layer(.shape(ellipse), PixelBox(x: 15, y: 3, width: 13, height: 17)),
      layer(.still(media: 0, stream: 0), PixelBox(x: 1, y: 17, width: 6, height: 4)),
    ]
    let blue = Color(red: 0, green: 0, blue: 255)
    let direct = try codes(inside, background: blue, media: still)
    let (film, layer) = nested(inside, media: still)
    let played = try codes([layer], background: blue, media: still, films: [film])
    for (plane, expected) in zip(played.planes, direct.planes) {
      for (row, expectedRow) in zip(plane, expected) {
        #expect(zip(row, expectedRow).allSatisfy { isNear($0, Double($1)) }, "\(row) \(expectedRow)")
      }
    }
    // By hand: blue is 31.8, 240, 117.7. White covers 128 of 255, and half of red that and blue.
    let white = 128.0 / 255 * 235 + 127.0 / 255 * 31.8
    #expect(played.y[0][0] == 32 && played.u[0][0] == 240 && played.v[0][0] == 118)
    #expect(isNear(played.y[5][5], white) && isNear(played.u[2][2], 128.0 / 255 * 128 + 127.0 / 255 * 240))
    #expect(isNear(played.y[9][9], (62.6 + white) / 2))
    #expect(isNear(played.y[9][14], (62.6 + 31.8) / 2) && isNear(played.v[4][6], (240 + 117.7) / 2))
  }

  @Test("A background that is half transparent covers half, and none of it remains where a film is opaque")
  func halfTransparent() throws {
    let half = Color(red: 255, green: 255, blue: 255, alpha: 128)
    let (film, layer) = nested(
      [self.layer(.color(Self.red), PixelBox(x: 8, y: 8, width: 8, height: 8))], background: half)
    let played = try codes([layer], films: [film])
    #expect(isNear(played.y[2][2], 128.0 / 255 * 235 + 127.0 / 255 * 16))
    #expect(isNear(played.y[10][10], 62.6) && isNear(played.v[5][5], 240))
  }

  @Test("So does what is below a film of another size and with other colours")
  func seenThroughOtherCanvas() throws {
    let (nested, layer) = nested([
      self.layer(
        .color(Color(red: 255, green: 0, blue: 0, alpha: 128)), PixelBox(x: 8, y: 0, width: 16, height: 24))
    ])
    var film = nested
    film.composition.canvas = Canvas(
      size: PixelSize(width: 64, height: 48), rate: .thirty, background: Self.transparent, color: .bt601)
    film.composition.layers[0].contentBox = PixelBox(x: 16, y: 0, width: 32, height: 48)
    film.composition.layers[0].visibleBox = film.composition.layers[0].contentBox
    let played = try codes([layer], background: Color(red: 0, green: 0, blue: 255), films: [film])
    #expect(isNear(played.y[12][2], 31.8) && isNear(played.u[6][1], 240))
    // Red of BT.709 is 62.6, 102.3, 240, blue 31.8, 240, 117.7; SD red that becomes BT.709 is the same to three codes.
    for (code, (red, blue)) in zip(
      [played.y[12][16], played.u[6][8], played.v[6][8]], [(62.6, 31.8), (102.3, 240), (240, 117.7)])
    {
      #expect(abs(Double(code) - (red * 128 + blue * 127) / 255) <= 3, "\(code)")
    }
  }

  @Test("So does what is below a film with a blend mode, which has nothing to blend with")
  func blended() throws {
    var inside = layer(
      .color(Color(red: 255, green: 255, blue: 255)), PixelBox(x: 8, y: 8, width: 8, height: 8))
    inside.blend = .screen
    let (film, layer) = nested([inside])
    #expect(film.composition.isSeenThrough)
    let played = try codes([layer], background: Self.red, films: [film])
    #expect(isNear(played.y[0][0], 62.6) && isNear(played.y[10][10], 235))
  }

  // MARK: Stills

  /// 6x4 pixels of one colour.
  private func picture(_ color: String = "white@0.5") throws -> MediaReference {
    let path = folder.path("picture.png")
    let result = try run([
      "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", "color=c=\(color):s=6x4,format=rgba",
      "-frames:v", "1", path,
    ])
    try #require(result.exitCode == 0, "\(result.errorText)")
    return MediaReference(spelling: "picture.png", path: path, facts: try MediaProbe.facts(ofFileAt: path))
  }

  @Test(
    "A still with alpha stands on its very pixels", arguments: [(4, 6), (3, 6), (4, 5), (3, 5), (27, 21)])
  func alpha(x: Int, y: Int) throws {
    let media = try picture("white@0.5")
    let box = PixelBox(x: x, y: y, width: 6, height: 4)
    let codes = try codes([layer(.still(media: 0, stream: 0), box)], background: Self.red, media: [media])
    // ffmpeg makes 0.5 to 127 of 255: 62.56 + (235 - 62.56) * 127 / 255.
    for row in 0..<24 {
      for column in 0..<32 {
        let isInside = (x..<x + 6).contains(column) && (y..<y + 4).contains(row)
        #expect(isNear(codes.y[row][column], isInside ? 148.4 : 62.56), "\(column), \(row)")
        let covered = [0, 1, 2, 3].filter {
          (x..<x + 6).contains(column / 2 * 2 + $0 % 2) && (y..<y + 4).contains(row / 2 * 2 + $0 / 2)
        }
        let share = Double(covered.count) / 4 * 127 / 255
        #expect(isNear(codes.u[row / 2][column / 2], 102.34 + 25.66 * share))
        #expect(isNear(codes.v[row / 2][column / 2], 240 - 112 * share))
      }
    }
  }

  @Test("Opacity and alpha are multiplied")
  func alphaAndOpacity() throws {
    let media = try picture("white@0.5")
    let box = PixelBox(x: 3, y: 5, width: 6, height: 4)
    let codes = try codes(
      [layer(.still(media: 0, stream: 0), box, opacity: .constant(0.5))], background: .black, media: [media])
    // 16 + 219 * 127 / 255 / 2
    #expect(isNear(codes.y[6][5], 70.5))
  }

  @Test("A still without alpha covers, at even and at odd places", arguments: [(4, 6), (3, 5)])
  func opaque(x: Int, y: Int) throws {
    let media = try picture("red")
    let box = PixelBox(x: x, y: y, width: 6, height: 4)
    let codes = try codes([layer(.still(media: 0, stream: 0), box)], background: .black, media: [media])
    for row in 0..<24 {
      for column in 0..<32 {
        let isInside = (x..<x + 6).contains(column) && (y..<y + 4).contains(row)
        #expect(isNear(codes.y[row][column], isInside ? 62.56 : 16))
      }
    }
    #expect(isNear(codes.v[(y + 1) / 2][(x + 2) / 2], 240))
  }

  @Test("A picture that reaches over the edge of the canvas shows the part that is on it")
  func overTheEdge() throws {
    let path = folder.path("halves.png")
    let result = try run([
      "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
      "color=c=black:s=16x8,drawbox=x=8:w=8:h=8:c=white:t=fill,format=rgba", "-frames:v", "1", path,
    ])
    try #require(result.exitCode == 0, "\(result.errorText)")
    let media = MediaReference(
      spelling: "halves.png", path: path, facts: try MediaProbe.facts(ofFileAt: path))
    for left in [-5, -6] {
      let codes = try codes(
        [layer(.still(media: 0, stream: 0), PixelBox(x: left, y: -3, width: 16, height: 8))],
        background: Self.red, media: [media])
      for row in 0..<24 {
        for column in 0..<32 {
          let expected = row >= 5 || column >= left + 16 ? 62.56 : column >= left + 8 ? 235 : 16
          #expect(isNear(codes.y[row][column], expected), "\(left): \(column), \(row)")
        }
      }
    }
  }
}
