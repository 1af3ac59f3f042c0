import Basics
import Composition
import EditScript
import Testing

@testable import Lowering

@Suite("Where pictures lie on the canvas")
struct LayoutTests {
  private let canvas = PixelSize(width: 1280, height: 720)

  /// An overlay of 200x100 unless told otherwise.
  private func layout(
    _ natural: PixelSize? = PixelSize(width: 200, height: 100), canvas: PixelSize? = nil,
    _ change: (inout WrittenLayout) -> Void = { _ in }
  ) -> Boxes? {
    var written = WrittenLayout()
    change(&written)
    let canvas = canvas ?? self.canvas
    let layout = written.layout(of: natural, on: canvas)
    let extent = try? PictureExtent(layout, over: RationalTime(seconds: 1), canvas: canvas, hasMask: false)
    return extent.map { Boxes(content: $0.content, visible: $0.visible) }
  }

  private func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelBox {
    PixelBox(x: x, y: y, width: width, height: height)
  }

  @Test(
    "each fit brings a 4:3 clip onto a 16:9 canvas in its own way",
    arguments: [
      (
        Fit.contain, PixelBox(x: 160, y: 0, width: 960, height: 720),
        PixelBox(x: 160, y: 0, width: 960, height: 720)
      ),
      (
        .cover, PixelBox(x: 0, y: -120, width: 1280, height: 960),
        PixelBox(x: 0, y: 0, width: 1280, height: 720)
      ),
      (.fill, PixelBox(x: 0, y: 0, width: 1280, height: 720), PixelBox(x: 0, y: 0, width: 1280, height: 720)),
      (
        .none, PixelBox(x: 320, y: 120, width: 640, height: 480),
        PixelBox(x: 320, y: 120, width: 640, height: 480)
      ),
    ])
  func fits(fit: Fit, content: PixelBox, visible: PixelBox) throws {
    let result = try #require(
      layout(PixelSize(width: 640, height: 480)) {
        $0.fit = fit
        $0.fillsCanvas = true
      })
    #expect(result.content == content)
    #expect(result.visible == visible)
  }

  @Test("fit none does not shrink what is larger than its box: the middle shows")
  func noneCrops() throws {
    let result = try #require(
      layout(PixelSize(width: 1920, height: 1080)) {
        $0.fit = .none
        $0.fillsCanvas = true
      })
    #expect(result.content == box(-320, -180, 1920, 1080))
    #expect(result.visible == box(0, 0, 1280, 720))
  }

  @Test(
    "the nine places lie at the canvas's corners, edges and middle, moved inwards by the margins",
    arguments: [
      (NinePlace.topLeft, 10, 20), (.top, 540, 20), (.topRight, 1070, 20),
      (.left, 10, 310), (.center, 540, 310), (.right, 1070, 310),
      (.bottomLeft, 10, 600), (.bottom, 540, 600), (.bottomRight, 1070, 600),
    ])
  func places(name: NinePlace, x: Int, y: Int) throws {
    let result = try #require(
      layout {
        $0.place = .named(name, horizontalMargin: Length(10, .pixels), verticalMargin: Length(20, .pixels))
      })
    #expect(result.visible == box(x, y, 200, 100))
    #expect(result.content == result.visible)
  }

  @Test(
    "a point is where the anchor of the picture lies",
    arguments: [
      (NinePlace.center, 540, 310), (.topLeft, 640, 360), (.bottomRight, 440, 260), (.top, 540, 360),
    ])
  func anchors(anchor: NinePlace, x: Int, y: Int) throws {
    let result = try #require(
      layout { $0.place = .at(x: Length(50, .percent), y: Length(360, .pixels), anchor: anchor) })
    #expect(result.visible == box(x, y, 200, 100))
  }

  @Test("percent measures along its own axis, vmin the shorter side, one side keeps the shape")
  func units() throws {
    #expect(layout { $0.width = Length(50, .percent) }?.visible == box(320, 200, 640, 320))
    #expect(layout { $0.height = Length(50, .percent) }?.visible == box(280, 180, 720, 360))
    #expect(layout { $0.width = Length(50, .vmin) }?.visible == box(460, 270, 360, 180))
    #expect(
      layout {
        $0.width = Length(400, .pixels)
        $0.height = Length(400, .pixels)
      }?.visible == box(440, 260, 400, 200))
  }

  @Test("a colour takes the canvas along the side that nobody says")
  func colors() throws {
    #expect(layout(nil)?.visible == box(0, 0, 1280, 720))
    #expect(layout(nil) { $0.width = Length(10, .percent) }?.visible == box(576, 0, 128, 720))
    #expect(layout(nil) { $0.height = Length(36, .pixels) }?.visible == box(0, 342, 1280, 36))
  }

  @Test("edges go to the nearest pixel, halves up, so that a box has one size wherever it lies")
  func rounding() throws {
    // 405 wide in 1280: 437.5 to 842.5.
    let portrait = try #require(layout(PixelSize(width: 1080, height: 1920)) { $0.fillsCanvas = true })
    #expect(portrait.visible == box(438, 0, 405, 720))
    for x in stride(from: -3.5, through: 3.5, by: 0.5) {
      let moved = try #require(
        layout { $0.place = .at(x: Length(x, .pixels), y: Length(0, .pixels), anchor: .topLeft) })
      #expect(moved.visible.width == 200)
    }
  }

  @Test("a contained picture never leaves its box, a covering one leaves none of it bare")
  func containAndCover() throws {
    for width in stride(from: 20, through: 4000, by: 97) {
      for height in stride(from: 20, through: 4000, by: 89) {
        let size = PixelSize(width: width, height: height)
        let inside = try #require(layout(size) { $0.fillsCanvas = true }).content
        #expect(
          inside.x >= 0 && inside.y >= 0 && inside.x + inside.width <= 1280 && inside.y + inside.height <= 720
        )
        #expect(inside.width == 1280 || inside.height == 720)
        let over = try #require(
          layout(size) {
            $0.fillsCanvas = true
            $0.fit = .cover
          })
        #expect(over.content.intersection(over.visible) == box(0, 0, 1280, 720))
      }
    }
  }

  @Test("what lies a million pixels out, or is no number, has no place")
  func absurd() {
    for amount in [1e6, 1e300, .infinity, -.infinity, .nan] as [Double] {
      for unit in Length.Unit.allCases {
        #expect(layout { $0.width = Length(amount * 2, unit) } == nil)
        #expect(
          layout { $0.place = .at(x: Length(amount * 2, unit), y: Length(0, .pixels), anchor: .center) }
            == nil)
      }
    }
    for size in [0, -1, .min, .max] {
      #expect(layout(PixelSize(width: size, height: 10)) { $0.fit = .none } == nil)
      #expect(layout(PixelSize(width: 10, height: size)) { $0.fit = .none } == nil)
    }
  }
}

private struct Boxes: Equatable {
  let content: PixelBox
  let visible: PixelBox
}

/// What an author may write about an item's place, without anything that moves.
private struct WrittenLayout {
  var fit = Fit.contain
  var place = Place.center
  var width: Length?
  var height: Length?
  var fillsCanvas = false

  func layout(of natural: PixelSize?, on canvas: PixelSize) -> PictureLayout {
    let ruler = Ruler(width: Double(canvas.width), height: Double(canvas.height), pixelScale: 1)
    let part = place.anchor
    var layout = PictureLayout(
      canvas: ExactSize(width: ruler.width, height: ruler.height), natural: natural,
      place: PlaceCurves(
        x: .constant(ruler.x(of: place)), y: .constant(ruler.y(of: place)), partX: .constant(part.x),
        partY: .constant(part.y)))
    layout.fit = fit
    layout.width = width.map { .constant(ruler.alongWidth($0)) }
    layout.height = height.map { .constant(ruler.alongHeight($0)) }
    layout.fillsCanvas = fillsCanvas
    return layout
  }
}
