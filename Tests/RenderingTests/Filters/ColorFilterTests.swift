import Basics
import Composition
import Foundation
import LibAV
import Rendering
import Testing

/// Each look against a formula written down here once more, on colours of all kinds, at both depths, over its range.
@Suite("Filters of colours do what they say, within two levels")
struct ColorFilterTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: EffectName
    let amounts: [Double]
    let expected: @Sendable (TestColor, Double) -> TestColor
    var testDescription: String { name.rawValue }
  }

  private static func rounded(_ tone: Double, _ share: Double) -> Double {
    tone + (tone * tone * (3 - 2 * tone) - tone) * share
  }

  private static func grey(_ tone: Double) -> TestColor { TestColor(tone, tone, tone) }

  private static func look(
    _ name: EffectName, _ expected: @escaping @Sendable (TestColor) -> TestColor
  ) -> Case {
    Case(name: name, amounts: [0.25, 0.5, 1]) { color, amount in color.mixed(expected(color).cut, amount) }
  }

  static let cases: [Case] = [
    Case(name: .brightness, amounts: [-1, -0.3, 0.1, 0.5, 1]) { color, amount in color.map { $0 + amount } },
    Case(name: .contrast, amounts: [0, 0.5, 1.3, 3, 10]) { color, amount in
      color.map { 0.5 + ($0 - 0.5) * amount }
    },
    Case(name: .saturation, amounts: [0, 0.5, 1.5, 4, 10]) { color, amount in color.saturated(amount) },
    Case(name: .gamma, amounts: [0.1, 0.45, 1.2, 2.4]) { color, amount in
      color.cut.map { pow($0, 1 / amount) }
    },
    Case(name: .exposure, amounts: [-10, -1, 0.5, 1, 10]) { color, amount in
      color.map { $0 * pow(2, amount / 2.4) }
    },
    Case(name: .temperature, amounts: [-1, -0.4, 0.3, 1]) { color, amount in
      let white = 0.2126 * (1 + amount / 4) + 0.7152 + 0.0722 * (1 - amount / 4)
      return TestColor(
        color.red * (1 + amount / 4) / white, color.green / white, color.blue * (1 - amount / 4) / white)
    },
    Case(name: .hue, amounts: [-90, 10, 60, 180, 725]) { color, amount in
      let codes = color.codes
      let (u, v, angle) = (codes[1] - 128, codes[2] - 128, amount * Double.pi / 180)
      return TestColor(
        y: codes[0], u: 128 + u * cos(angle) - v * sin(angle), v: 128 + u * sin(angle) + v * cos(angle))
    },
    Case(name: .invert, amounts: [0.5, 1]) { color, amount in color.mixed(color.map { 1 - $0 }, amount) },
    look(.grayscale) { grey($0.luma) },
    look(.sepia) {
      TestColor(
        0.393 * $0.red + 0.769 * $0.green + 0.189 * $0.blue,
        0.349 * $0.red + 0.686 * $0.green + 0.168 * $0.blue,
        0.272 * $0.red + 0.534 * $0.green + 0.131 * $0.blue)
    },
    look(.noir) { grey(rounded(min(max(0.5 + ($0.luma - 0.5) * 1.25, 0), 1), 1)) },
    look(.mono) { grey(0.06 + 0.88 * $0.luma) },
    look(.tonal) { grey(rounded($0.luma, 0.5)) },
    look(.fade) { $0.saturated(0.7).map { 0.12 + 0.8 * $0 } },
    look(.chrome) { $0.saturated(1.35).cut.map { rounded($0, 0.4) } },
    look(.instant) {
      let pale = $0.saturated(0.85)
      return TestColor(0.05 + 0.93 * pale.red, 0.04 + 0.9 * pale.green, 0.1 + 0.78 * pale.blue)
    },
    look(.process) { TestColor(rounded($0.red, 0.8), rounded($0.green, 0.4), 0.14 + 0.76 * $0.blue) },
    look(.transfer) {
      let pale = $0.saturated(0.9)
      return TestColor(0.05 + 0.95 * pale.red, 0.02 + 0.92 * pale.green, 0.02 + 0.78 * pale.blue)
    },
  ]

  private static let colors: [TestColor] = [
    TestColor(0, 0, 0), TestColor(1, 1, 1), TestColor(0.5, 0.5, 0.5), TestColor(0.1, 0.1, 0.1),
    TestColor(0.9, 0.9, 0.9), TestColor(1, 0, 0), TestColor(0, 1, 0), TestColor(0, 0, 1),
    TestColor(1, 1, 0), TestColor(0.8, 0.5, 0.4), TestColor(0.2, 0.4, 0.7), TestColor(0.05, 0.3, 0.1),
  ]

  /// A row of blocks of four by two pixels.
  private func picture(_ layout: PixelLayout) -> TestPicture {
    let unit = layout.rawValue.contains("10") ? 4.0 : 1.0
    let codes = Self.colors.map { $0.codes.map { Int(($0 * unit).rounded()) } }
    let half = layout.rawValue.contains("420")
    let luma = codes.flatMap { Array(repeating: $0[0], count: 4) }
    let chroma = [1, 2].map { plane in codes.flatMap { Array(repeating: $0[plane], count: half ? 2 : 4) } }
    return TestPicture(
      layout,
      [
        [luma, luma], half ? [chroma[0]] : [chroma[0], chroma[0]],
        half ? [chroma[1]] : [chroma[1], chroma[1]],
      ])
  }

  @Test("at 8 and at 10 bits, with whole and with halved chroma", arguments: cases)
  func formulas(_ test: Case) throws {
    for layout in [PixelLayout.yuv420p, .yuv444p, .yuv420p10, .yuv444p10] {
      let unit = layout.rawValue.contains("10") ? 4.0 : 1.0
      let half = layout.rawValue.contains("420")
      let before = picture(layout)
      for amount in test.amounts {
        let after = try before.filtered(test.name, amount)
        for index in Self.colors.indices {
          let places = [
            (0, 4 * index + 1), (1, half ? 2 * index + 1 : 4 * index + 1), (2, half ? 2 * index : 4 * index),
          ]
          let codes = places.map { Double(before.planes[$0.0][0][$0.1]) / unit }
          let source = TestColor(y: codes[0], u: codes[1], v: codes[2])
          let expected = test.expected(source, amount).cut.codes
          for (plane, column) in places {
            let code = Double(after.planes[plane][0][column]) / unit
            #expect(
              abs(code - expected[plane]) <= 1.5,
              "\(test.name) \(amount) of color \(index), plane \(plane), \(layout): \(code), not \(expected[plane])"
            )
          }
        }
      }
    }
  }

  @Test("what changes nothing gives the same picture, and amounts follow their curves")
  func neutralAndAnimated() throws {
    let before = picture(.yuv420p)
    for name in EffectName.allCases {
      #expect(try before.filtered(name, name.effect.declaration.neutral) == before, "\(name)")
    }
    let curve = try #require(
      Curve([
        Curve.Key(time: .zero, value: 0), Curve.Key(time: RationalTime(seconds: 2), value: 0.4),
      ]))
    for second in 0...2 {
      let time = RationalTime(seconds: Int64(second))
      let after = try before.filtered([.effect(.brightness, curve)], at: time)
      #expect(abs(Double(after.planes[0][0][9]) - (125.5 + 219 * 0.2 * Double(second))) <= 1.5)
    }
  }

  @Test("filters work one after the other")
  func order() throws {
    let grey = TestPicture(.yuv420p, width: 4, height: 2) { _, _ in 126 }
    let lightFirst = try grey.filtered([
      .effect(.brightness, .constant(0.5)), .effect(.invert, .constant(1)),
    ])
    let invertFirst = try grey.filtered([
      .effect(.invert, .constant(1)), .effect(.brightness, .constant(0.5)),
    ])
    #expect(abs(lightFirst.planes[0][0][0] - 16) <= 1)
    #expect(abs(invertFirst.planes[0][0][0] - 235) <= 1)
  }

  @Test("pictures of odd sizes are changed to their last pixel")
  func oddSizes() throws {
    for (width, height) in [(1, 1), (3, 5), (5, 1)] {
      let before = TestPicture(.yuv420p, width: width, height: height, u: 118, v: 136) { x, y in
        60 + 9 * x + 5 * y
      }
      for (name, amount) in [
        (EffectName.invert, 1.0), (.gamma, 2), (.blur, 1), (.sharpen, 1), (.denoise, 1), (.vignette, 1),
        (.grain, 1),
      ] {
        let after = try before.filtered(name, amount)
        #expect(after.planes.map(\.count) == before.planes.map(\.count), "\(name)")
      }
      let inverted = try before.filtered(.invert, 1)
      #expect(
        abs(inverted.planes[0][height - 1][width - 1] - (251 - before.planes[0][height - 1][width - 1])) <= 1)
    }
  }
}
