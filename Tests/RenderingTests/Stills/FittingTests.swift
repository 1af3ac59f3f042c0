import Composition
import Rendering
import Testing

@Suite struct FittingTests {
  @Test("Pictures are made smaller in proportion, never larger, never to nothing")
  func sizes() {
    let fitted = { (width: Int, height: Int, bounds: (Int, Int)) in
      PixelSize(width: width, height: height).fitted(into: PixelSize(width: bounds.0, height: bounds.1))
    }
    #expect(fitted(1920, 1080, (640, 640)) == PixelSize(width: 640, height: 360))
    #expect(fitted(1920, 1080, (640, 90)) == PixelSize(width: 160, height: 90))
    #expect(fitted(1080, 1920, (640, 640)) == PixelSize(width: 360, height: 640))
    #expect(fitted(100, 50, (200, 200)) == PixelSize(width: 100, height: 50))
    #expect(fitted(16384, 2, (100, 100)) == PixelSize(width: 100, height: 1))
    #expect(fitted(Int.max, Int.max, (1, 2)) == PixelSize(width: 1, height: 1))
  }
}
