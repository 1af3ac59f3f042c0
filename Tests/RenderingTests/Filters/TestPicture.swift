import Basics
import Composition
import LibAV
import Rendering
import Testing

/// A picture as numbers, whatever its depth: what filters are held against.
struct TestPicture: Equatable {
  /// Luma, two of chroma, perhaps alpha; rows of samples.
  var planes: [[[Int]]]
  let layout: PixelLayout

  var depth: Int { layout.rawValue.contains("10") ? 10 : 8 }

  init(_ layout: PixelLayout, _ planes: [[[Int]]]) {
    self.layout = layout
    self.planes = planes
  }

  /// Luma from a function of places, chroma flat.
  init(_ layout: PixelLayout, width: Int, height: Int, u: Int = 128, v: Int = 128, luma: (Int, Int) -> Int) {
    let isHalf = layout.rawValue.contains("420")
    let (columns, rows) = isHalf ? ((width + 1) / 2, (height + 1) / 2) : (width, height)
    let chroma = { (code: Int) in Array(repeating: Array(repeating: code, count: columns), count: rows) }
    self.init(
      layout,
      [(0..<height).map { y in (0..<width).map { x in luma(x, y) } }, chroma(u), chroma(v)])
  }

  init(_ frame: VideoFrame) throws {
    layout = try #require(frame.layout)
    planes = frame.withPlanes { planes in
      planes.map { plane in
        (0..<plane.height).map { y in
          plane.bytesPerElement == 2
            ? plane.row(y, of: UInt16.self).map { Int($0) } : plane.row(y, of: UInt8.self).map { Int($0) }
        }
      }
    }
  }

  func frame() throws -> VideoFrame {
    let size = PixelSize(width: planes[0][0].count, height: planes[0].count)
    return try VideoFrame.allocate(size: size, layout: layout, color: .bt709) { targets in
      for (target, rows) in zip(targets, planes) {
        for (y, row) in rows.enumerated() {
          for (x, code) in row.enumerated() {
            if target.bytesPerElement == 2 {
              target.row(y, of: UInt16.self)[x] = UInt16(code)
            } else {
              target.row(y, of: UInt8.self)[x] = UInt8(code)
            }
          }
        }
      }
    }
  }

  func filtered(
    _ filters: [PictureFilter], tables: [LUT] = [], at time: RationalTime = .zero, frame: Int64 = 0,
    pixelScale: Double = 1
  ) throws -> TestPicture {
    let rate = try #require(FrameRate(25))
    let changed = try PictureFilters(tables, pool: FramePool()).apply(
      filters, to: self.frame(), at: FilterMoment(time: time, frame: frame, rate: rate), layer: 0,
      pixelScale: pixelScale)
    #expect(changed.color == .bt709)
    return try TestPicture(changed)
  }

  func filtered(_ name: EffectName, _ amount: Double, frame: Int64 = 0) throws -> TestPicture {
    try filtered([.effect(name, .constant(amount))], frame: frame)
  }
}

/// A colour in BT.709, and the codes that stand for it.
struct TestColor {
  var red: Double
  var green: Double
  var blue: Double

  var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// What eight-bit codes stand for.
  init(y: Double, u: Double, v: Double) {
    let (luma, cb, cr) = ((y - 16) / 219, (u - 128) / 224, (v - 128) / 224)
    red = luma + 1.5748 * cr
    blue = luma + 1.8556 * cb
    green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152
  }

  var codes: [Double] {
    [16 + 219 * luma, 128 + 224 * (blue - luma) / 1.8556, 128 + 224 * (red - luma) / 1.5748]
  }

  func map(_ change: (Double) -> Double) -> TestColor {
    TestColor(change(red), change(green), change(blue))
  }

  /// As screens cut it.
  var cut: TestColor { map { min(max($0, 0), 1) } }

  func saturated(_ factor: Double) -> TestColor { map { luma + ($0 - luma) * factor } }

  func mixed(_ other: TestColor, _ share: Double) -> TestColor {
    TestColor(
      red + (other.red - red) * share, green + (other.green - green) * share,
      blue + (other.blue - blue) * share)
  }
}
