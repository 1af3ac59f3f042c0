import Composition
import FoundationEssentials
import Testing

@Suite struct PictureGeometryTests {
  @Test(
    "The pixel aspect changes the width to the nearest pixel and leaves the height",
    arguments: [
      (720, 576, 64, 45, 1024), (320, 240, 4, 3, 427), (720, 480, 8, 9, 640), (720, 480, 32, 27, 853),
      (1440, 1080, 4, 3, 1920), (1920, 1080, 1, 1, 1920), (3, 2, 1, 2, 2), (1, 1, 1, 1000, 1),
    ])
  func displayWidth(width: Int, height: Int, horizontal: Int, vertical: Int, expected: Int) {
    let shown = PixelAspect(horizontal, vertical).displaySize(of: PixelSize(width: width, height: height))
    #expect(shown == PixelSize(width: expected, height: height))
  }

  @Test("An aspect that is no positive fraction means square pixels")
  func unknownAspect() {
    for (horizontal, vertical) in [(0, 1), (1, 0), (0, 0), (-4, 3), (4, -3), (Int.min, Int.min)] {
      #expect(PixelAspect(horizontal, vertical) == .square)
    }
    #expect(PixelAspect(7, 7).isSquare)
    #expect(!PixelAspect(64, 45).isSquare)
    #expect(PixelAspect(64, 45).description == "64:45")
  }

  @Test("Absurd aspects and sizes never trap")
  func absurd() {
    let numbers = [Int.min, -1, 0, 1, 2, 3, 1 << 31, 1 << 62, Int.max - 1, Int.max]
    for (horizontal, vertical) in numbers.flatMap({ a in numbers.map { (a, $0) } }) {
      let aspect = PixelAspect(horizontal, vertical)
      for (width, height) in numbers.flatMap({ a in numbers.map { (a, $0) } }) {
        let shown = aspect.displaySize(of: PixelSize(width: width, height: height))
        #expect(shown.height == height)
        if width > 0, height > 0 { #expect(shown.width > 0) }
      }
    }
    let huge = PixelAspect(.max, 1)
    #expect(huge.displaySize(of: PixelSize(width: 2, height: 2)) == PixelSize(width: 2, height: 2))
    #expect(PixelAspect(.max, .max).displaySize(of: PixelSize(width: .max, height: 1)).width == .max)
  }

  @Test("A stored aspect of 0:0 is read as square, as from a file")
  func storedAspect() throws {
    let data = Data(#"{"horizontal":0,"vertical":0}"#.utf8)
    #expect(try JSONDecoder().decode(PixelAspect.self, from: data) == .square)
    let kept = try JSONDecoder().decode(PixelAspect.self, from: JSONEncoder().encode(PixelAspect(64, 45)))
    #expect(kept == PixelAspect(64, 45))
  }

  @Test("One and three quarter turns swap width and height, after the pixel aspect")
  func orientation() {
    func track(_ turns: PictureOrientation.QuarterTurns, mirrored: Bool = false) -> VideoTrackFacts {
      VideoTrackFacts(
        streamIndex: 0, codec: "h264", storedSize: PixelSize(width: 720, height: 576),
        pixelAspect: PixelAspect(64, 45),
        orientation: PictureOrientation(isMirrored: mirrored, clockwiseTurns: turns))
    }
    let wide = PixelSize(width: 1024, height: 576)
    #expect(track(.none).displaySize == wide)
    #expect(track(.once).displaySize == wide.turned)
    #expect(track(.twice).displaySize == wide)
    #expect(track(.thrice, mirrored: true).displaySize == PixelSize(width: 576, height: 1024))
    #expect(track(.thrice, mirrored: true).orientation.description == "270° mirrored")
    #expect(track(.once).orientation.degrees == 90)
    #expect(track(.once).displaySize.shape == .portrait)
    #expect(track(.none).displaySize.shape == .landscape)
    #expect(PixelSize(width: 5, height: 5).shape == .square)
  }

  @Test("HLG and PQ are high dynamic range, untagged colour is not")
  func dynamicRange() {
    #expect(ColorTags(transfer: "smpte2084").isHighDynamicRange)
    #expect(ColorTags(transfer: "arib-std-b67").isHighDynamicRange)
    #expect(!ColorTags(transfer: "bt709").isHighDynamicRange)
    #expect(!ColorTags().isHighDynamicRange)
  }

  @Test("What a clean aperture cuts off follows the orientation of the picture")
  func apertureInsets() {
    let aperture = CleanAperture(x: 10, y: 20, size: PixelSize(width: 100, height: 50))
    func sides(_ turns: PictureOrientation.QuarterTurns, isMirrored: Bool = false) -> [Double] {
      let track = VideoTrackFacts(
        streamIndex: 0, codec: "h264", storedSize: PixelSize(width: 200, height: 100),
        orientation: PictureOrientation(isMirrored: isMirrored, clockwiseTurns: turns))
      let sides = aperture.insets(in: track)
      return [sides.left, sides.top, sides.right, sides.bottom].map { ($0 * 1000).rounded() / 1000 }
    }
    #expect(sides(.none) == [0.05, 0.2, 0.45, 0.3])
    #expect(sides(.once) == [0.3, 0.05, 0.2, 0.45])
    #expect(sides(.twice) == [0.45, 0.3, 0.05, 0.2])
    #expect(sides(.thrice) == [0.2, 0.45, 0.3, 0.05])
    #expect(sides(.none, isMirrored: true) == [0.45, 0.2, 0.05, 0.3])
  }
}
