import Composition
import Foundation
import TestSupport
import Testing

@testable import Rendering

@Suite("Blend modes are the W3C's formulas")
struct BlendFormulaTests {
  @Test("for 10,000 pairs of colours in each mode, computed by numpy")
  func pairs() throws {
    var random = SeededRandom(seed: 11)
    // Channels of 8 bits, with many at the ends, where formulas divide by nothing.
    func color() -> SIMD3<Double> {
      func channel() -> Double {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: 0
        case 1: 1
        default: Double(Int.random(in: 0...255, using: &random)) / 255
        }
      }
      return SIMD3(channel(), channel(), channel())
    }
    var lines: [String] = []
    for mode in BlendMode.allCases {
      for _ in 0..<10_000 {
        let (below, above) = (color(), color())
        let result = mode.mixed(below, above)
        let numbers = [below, above, result].flatMap { [$0.x, $0.y, $0.z] }.map { "\($0)" }
        lines.append(([mode.rawValue] + numbers).joined(separator: " "))
      }
    }
    let folder = try TemporaryFolder()
    let file = folder.path("colors.txt")
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let judge = packageRoot + "/Tests/FrameTests/Judges/check_blends.py"
    let judged = try run(["/usr/bin/python3", "-B", judge, file])
    #expect(judged.text == "180000 pairs of colours in 18 modes, 18 modes known\n", "\(judged.errorText)")
  }

  @Test("and stay in the range of colours for every gray, whatever rounding does")
  func grays() {
    for mode in BlendMode.allCases {
      for below in 0...100 {
        for above in 0...100 {
          let result = mode.mixed(
            SIMD3(repeating: Double(below) / 100), SIMD3(repeating: Double(above) / 100))
          #expect(result.min() >= -1e-12 && result.max() <= 1 + 1e-12, "\(mode) \(below) \(above) \(result)")
        }
      }
    }
  }
}
