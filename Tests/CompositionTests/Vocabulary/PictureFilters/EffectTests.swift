import Composition
import Foundation
import Testing

@Suite("Effects as values")
struct EffectTests {
  @Test("each effect says what it is, what it takes, and what changes nothing")
  func declarations() {
    for name in EffectName.allCases {
      let declaration = name.effect.declaration
      #expect(declaration.summary.hasSuffix("."))
      #expect(!declaration.example.isEmpty)
      #expect(!declaration.definition.isEmpty)
      guard case .number(let range) = declaration.amount else { continue }
      #expect(range.contains(declaration.neutral))
    }
  }

  @Test("a matrix to YUV and the one back cancel out")
  func matrices() {
    for weights in [LumaWeights.bt601, .bt709, .bt2020] {
      let both = ColorSums.toYUV(weights).then(.toRGB(weights))
      let parts = [both.first, both.second, both.third].flatMap { [$0.a, $0.b, $0.c] }
      for (part, expected) in zip(parts, [1.0, 0, 0, 0, 1, 0, 0, 0, 1]) {
        #expect(abs(part - expected) < 1e-12)
      }
    }
  }

  @Test("a Gaussian's window adds up to one and has the variance it was asked for")
  func windows() throws {
    for deviation in [0.8, 1, 2, 3.4] {
      guard case .weights(let weights) = Blur.window(deviation) else {
        Issue.record("\(deviation) has no weights")
        continue
      }
      #expect(weights[0] + 2 * weights.dropFirst().reduce(0, +) == 65536)
      let variance =
        weights.enumerated().reduce(0.0) { $0 + Double($1.offset * $1.offset * $1.element) } * 2 / 65536
      #expect(abs(variance - deviation * deviation) < 0.03 * deviation * deviation + 0.01)
    }
    for deviation in [3.5, 4, 8, 33.3, 500] {
      guard case .means(let radius, let part) = Blur.window(deviation) else {
        Issue.record("\(deviation) has no means")
        continue
      }
      let (whole, share) = (Double(radius), Double(part) / 65536)
      let squares = whole * (whole + 1) * (2 * whole + 1) / 3 + 2 * share * (whole + 1) * (whole + 1)
      let variance = 4 * squares / (2 * whole + 1 + 2 * share)
      #expect(abs(variance / (deviation * deviation) - 1) < 1e-4)
    }
  }
}
