import Composition
import Testing

@Suite("How values get from one key to the next")
struct EasingTests {
  static let ease = Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  static let easeIn = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  static let easeOut = Easing.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  static let easeInOut = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  @Test(
    "CSS's named curves have the values that browsers compute",
    arguments: [
      (ease, 0.25, 0.4085), (ease, 0.5, 0.8024), (ease, 0.75, 0.9605),
      (easeIn, 0.25, 0.0935), (easeIn, 0.5, 0.3154), (easeIn, 0.75, 0.6219),
      (easeOut, 0.25, 0.3781), (easeOut, 0.5, 0.6846), (easeOut, 0.75, 0.9065),
      (easeInOut, 0.25, 0.1292), (easeInOut, 0.5, 0.5), (easeInOut, 0.75, 0.8708),
    ])
  func knownCurves(easing: Easing, part: Double, expected: Double) {
    #expect(abs(easing.progress(at: part) - expected) < 0.0001)
  }

  @Test("a curve with its handles on the diagonal is linear, one beyond the ends overshoots")
  func handles() {
    let diagonal = Easing.cubicBezier(x1: 0.3, y1: 0.3, x2: 0.6, y2: 0.6)
    for part in stride(from: 0.05, to: 1, by: 0.05) {
      #expect(abs(diagonal.progress(at: part) - part) < 1e-9)
    }
    let back = Easing.cubicBezier(x1: 0.34, y1: 1.56, x2: 0.64, y2: 1)
    #expect(stride(from: 0.1, to: 1, by: 0.1).map(back.progress).contains { $0 > 1 })
  }

  @Test("hold stays until the end, linear goes straight")
  func holdAndLinear() {
    #expect(Easing.hold.progress(at: 0.999) == 0)
    #expect(Easing.hold.progress(at: 1) == 1)
    #expect(Easing.linear.progress(at: 0.3) == 0.3)
  }

  @Test(
    "every timing starts at 0 and ends at exactly 1, also for parts outside of the way",
    arguments: [
      .linear, .hold, ease, easeIn, easeOut, easeInOut, .spring(stiffness: 100, damping: 10),
      .spring(stiffness: 100, damping: 20), .spring(stiffness: 1, damping: 100_000),
      .cubicBezier(x1: 0, y1: 100, x2: 1, y2: -100),
    ] as [Easing])
  func ends(easing: Easing) {
    for before in [-Double.infinity, -1, 0] { #expect(easing.progress(at: before) == 0) }
    for after in [1, 2, Double.infinity] { #expect(easing.progress(at: after) == 1) }
    #expect(easing.progress(at: .nan) == 0)
  }

  @Test("an underdamped spring overshoots by what the damping ratio says and has settled at its end")
  func overshoot() {
    // Ratio 0.5: the first peak is exp(-pi * 0.5 / sqrt(0.75)) = 0.1630 above the goal.
    let spring = Easing.spring(stiffness: 100, damping: 10)
    let path = (0...10_000).map { spring.progress(at: Double($0) / 10_000) }
    #expect(abs((path.max() ?? 0) - 1.1630) < 0.0001)
    #expect(abs(path[9_999] - 1) < 0.002)
  }

  @Test("a spring with enough damping never overshoots", arguments: [20.0, 20.0001, 25, 400, 100_000])
  func noOvershoot(damping: Double) {
    let spring = Easing.spring(stiffness: 100, damping: damping)
    let path = (0...1000).map { spring.progress(at: Double($0) / 1000) }
    #expect(zip(path, path.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(path.allSatisfy { (0...1).contains($0) })
    #expect(path[999] > 0.98)
  }

  @Test("no spring leaves the finite numbers")
  func extremeSprings() {
    for stiffness in [0, 1e-300, 0.001, 1e5, 1e308] {
      for damping in [0, 1e-300, 0.001, 1e5, 1e308] {
        for part in [1e-300, 1e-9, 0.5, 0.999_999_999] {
          let position = Easing.spring(stiffness: stiffness, damping: damping).progress(at: part)
          #expect((-0.001...2.001).contains(position), "\(stiffness), \(damping) at \(part)")
        }
      }
    }
  }
}
