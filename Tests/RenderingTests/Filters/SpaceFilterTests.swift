import Composition
import Foundation
import LibAV
import Rendering
import TestSupport
import Testing

/// Filters that look at places, against sums written down here once more.
@Suite("Filters of places do what they say")
struct SpaceFilterTests {
  /// Edges, lines, a ramp and a bright dot.
  private func scene(_ layout: PixelLayout) -> TestPicture {
    let unit = layout.rawValue.contains("10") ? 4 : 1
    var picture = TestPicture(layout, width: 48, height: 40, u: 128 * unit, v: 128 * unit) { x, y in
      let code = x < 14 ? 16 : x < 16 ? 235 : y < 20 ? 40 + 3 * x : x % 8 < 4 ? 90 : 180
      return unit * (x == 24 && y == 5 ? 235 : code)
    }
    for y in picture.planes[1].indices {
      for x in picture.planes[1][y].indices where x > picture.planes[1][y].count / 2 {
        picture.planes[1][y][x] = 200 * unit
      }
    }
    return picture
  }

  /// Rows, then columns, weighted by a Gaussian; beyond the edges the last sample goes on.
  private func gaussian(_ rows: [[Double]], _ deviation: Double) -> [[Double]] {
    let reach = Int(deviation * 6) + 2
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    func blurred(_ row: [Double]) -> [Double] {
      row.indices.map { x in
        zip(weights, -reach...reach).reduce(0) { total, tap in
          total + tap.0 * row[min(max(x + tap.1, 0), row.count - 1)]
        } / sum
      }
    }
    func turned(_ rows: [[Double]]) -> [[Double]] {
      rows[0].indices.map { x in rows.map { $0[x] } }
    }
    return turned(turned(rows.map(blurred)).map(blurred))
  }

  /// In `make test` every radius and every layout, but not each radius in each layout.
  static let radiiAndLayouts = cases(
    [0.4, 1, 2.3, 2.6, 4, 9.5, 40].enumerated().flatMap { index, radius in
      let layouts = [PixelLayout.yuv420p, .yuv444p, .yuv420p10]
      return layouts.indices.map { (radius, layouts[($0 + index) % layouts.count]) }
    }, quick: 7)

  @Test(
    "a blur is a Gaussian, within two levels",
    arguments: radiiAndLayouts)
  func blur(radius: Double, layout: PixelLayout) throws {
    let before = scene(layout)
    let after = try before.filtered(.blur, radius)
    let unit = before.depth == 10 ? 4.0 : 1
    for plane in 0..<3 {
      let half = plane > 0 && layout != .yuv444p
      let expected = gaussian(before.planes[plane].map { $0.map(Double.init) }, half ? radius / 2 : radius)
      var worst = 0.0
      for (row, wanted) in zip(after.planes[plane], expected) {
        for (code, value) in zip(row, wanted) { worst = max(worst, abs(Double(code) - value) / unit) }
      }
      #expect(worst <= 2, "radius \(radius), plane \(plane)")
    }
  }

  @Test("a length is of the canvas: a picture in half its pixels is blurred half as far")
  func pixelScale() throws {
    let half = try scene(.yuv420p).filtered([.effect(.blur, .constant(8))], pixelScale: 0.5)
    #expect(try half == scene(.yuv420p).filtered(.blur, 4))
  }

  @Test("what lies under transparent pixels does not come out of a blur, and alpha is blurred with it")
  func blurredAlpha() throws {
    var picture = TestPicture(.yuva444p, width: 24, height: 8, u: 90, v: 160) { x, _ in x < 12 ? 180 : 16 }
    picture.planes.append(Array(repeating: (0..<24).map { $0 < 12 ? 255 : 0 }, count: 8))
    let after = try picture.filtered(.blur, 2)
    let alpha = gaussian(picture.planes[3].map { $0.map(Double.init) }, 2)
    for x in 0..<24 {
      #expect(abs(Double(after.planes[3][4][x]) - alpha[4][x]) <= 2)
      guard after.planes[3][4][x] > 8 else { continue }
      #expect(abs(after.planes[0][4][x] - 180) <= 1, "column \(x)")
      #expect(abs(after.planes[1][4][x] - 90) <= 1, "column \(x)")
    }
  }

  @Test("sharpening adds what a sample differs from its neighbourhood", arguments: [0.3, 1, 2.5, 10])
  func sharpen(amount: Double) throws {
    for layout in [PixelLayout.yuv420p, .yuv420p10] {
      let before = scene(layout)
      let after = try before.filtered(.sharpen, amount)
      let weights = [1, 4, 6, 4, 1]
      let rows = before.planes[0]
      for y in rows.indices {
        for x in rows[y].indices {
          var sum = 0
          for (dy, wy) in weights.enumerated() {
            for (dx, wx) in weights.enumerated() {
              sum +=
                wx * wy
                * rows[min(max(y + dy - 2, 0), rows.count - 1)][min(max(x + dx - 2, 0), rows[y].count - 1)]
            }
          }
          let exact = Double(rows[y][x]) + amount * (Double(rows[y][x]) - Double(sum) / 256)
          let expected = min(max(exact, 0), before.depth == 10 ? 1023 : 255)
          #expect(abs(Double(after.planes[0][y][x]) - expected) <= 1, "\(layout) \(x),\(y)")
        }
      }
      #expect(after.planes[1] == before.planes[1])
    }
  }

  @Test("noise goes and edges stay")
  func denoise() throws {
    let noisy = TestPicture(.yuv420p, width: 64, height: 48) { x, y in
      (x < 32 ? 60 : 160) + (x * 7919 + y * 104_729 + x * y * 31) % 13 - 6
    }
    let calm = try noisy.filtered(.denoise, 1)
    func deviation(_ rows: [[Int]], _ columns: Range<Int>, _ middle: Double) -> Double {
      let squares = rows.flatMap { row in columns.map { pow(Double(row[$0]) - middle, 2) } }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    #expect(deviation(noisy.planes[0], 0..<32, 60) > 3)
    #expect(deviation(calm.planes[0], 0..<32, 60) < 1.5)
    #expect(deviation(calm.planes[0], 32..<64, 160) < 1.5)
    for row in calm.planes[0] { #expect(row[32] - row[31] > 80) }
    // By hand: in a flat picture with one sample of 6 more, at a tolerance of 24 the sample counts 24 and each of its
    // 24 neighbours 18, so what is left of it is 6 - 6 * 432 / 456.
    let dot = TestPicture(.yuv420p, width: 9, height: 9) { x, y in x == 4 && y == 4 ? 106 : 100 }
    #expect(try dot.filtered(.denoise, 1).planes[0][4][4] == 100)
    // What differs by the tolerance or more does not count at all.
    let spike = TestPicture(.yuv420p, width: 9, height: 9) { x, y in x == 4 && y == 4 ? 130 : 100 }
    #expect(try spike.filtered(.denoise, 1) == spike)
  }

  @Test("corners darken by the fourth power of the distance", arguments: [0.3, 1])
  func vignette(amount: Double) throws {
    for layout in [PixelLayout.yuv420p, .yuv444p10] {
      let unit = layout == .yuv444p10 ? 4.0 : 1
      let before = TestPicture(layout, width: 32, height: 18, u: 90 * Int(unit), v: 170 * Int(unit)) { _, _ in
        200 * Int(unit)
      }
      let after = try before.filtered(.vignette, amount)
      for plane in 0..<2 {
        let rows = after.planes[plane]
        let (source, black) = plane == 0 ? (200.0, 16.0) : (90, 128)
        for y in rows.indices {
          for x in rows[y].indices {
            let (width, height) = (Double(rows[y].count), Double(rows.count))
            let across = (Double(x) + 0.5 - width / 2) / (width / 2)
            let down = (Double(y) + 0.5 - height / 2) / (height / 2)
            let square = (across * across + down * down) / 2
            let expected = black + (source - black) * (1 - amount * square * square)
            #expect(abs(Double(rows[y][x]) / unit - expected) <= 1, "\(layout) \(plane) \(x),\(y)")
          }
        }
      }
    }
  }

  @Test("grain is drawn by frame and place: the same each time, another in each frame, as wide as it says")
  func grain() throws {
    let flat = TestPicture(.yuv420p, width: 128, height: 96) { _, _ in 126 }
    let first = try flat.filtered(.grain, 0.5, frame: 7)
    #expect(try first == flat.filtered(.grain, 0.5, frame: 7))
    #expect(try first != flat.filtered(.grain, 0.5, frame: 8))
    #expect(first.planes[1] == flat.planes[1])
    let changes = first.planes[0].flatMap { $0.map { Double($0 - 126) } }
    let mean = changes.reduce(0, +) / Double(changes.count)
    let deviation = (changes.reduce(0) { $0 + $1 * $1 } / Double(changes.count)).squareRoot()
    #expect(abs(mean) < 0.4)
    #expect(abs(deviation - 10) < 0.4)
    // No sample tells anything about the next one, along rows, down columns, or from frame to frame.
    let second = try flat.filtered(.grain, 0.5, frame: 8).planes[0].flatMap { $0.map { Double($0 - 126) } }
    for (others, name) in [
      (Array(changes.dropFirst()), "row"), (Array(changes.dropFirst(128)), "column"), (second, "frame"),
    ] {
      let product = zip(changes, others).reduce(0) { $0 + $1.0 * $1.1 } / Double(others.count)
      #expect(abs(product / (deviation * deviation)) < 0.03, "\(name)")
    }
    let deep = TestPicture(.yuv420p10, width: 128, height: 96) { _, _ in 504 }
    let wide = try deep.filtered(.grain, 0.5, frame: 7).planes[0].flatMap { $0.map { Double($0 - 504) } }
    let deepDeviation = (wide.reduce(0) { $0 + $1 * $1 } / Double(wide.count)).squareRoot()
    #expect(abs(deepDeviation - 40) < 1.6)
  }
}
