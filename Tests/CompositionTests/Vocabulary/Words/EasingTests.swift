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

  /// The formulas of easings.net in Python, for `out` and `in-out` at a quarter, a half and three quarters.
  @Test(
    "back, bounce, elastic and expo have the values of easings.net",
    arguments: [
      (EasingShape.back, [0.817410, 1.087697, 1.064137], [-0.099682, 0.5, 1.099682]),
      (.bounce, [0.472656, 0.765625, 0.972656], [0.117188, 0.5, 0.882812]),
      (.elastic, [0.911612, 1.015625, 1.005524], [0.011969, 0.5, 0.988031]),
      (.expo, [0.823223, 0.96875, 0.994476], [0.015625, 0.5, 0.984375]),
    ])
  func shapes(shape: EasingShape, out: [Double], both: [Double]) {
    let parts = [0.25, 0.5, 0.75]
    for (part, expected) in zip(parts, out) {
      #expect(
        abs(Easing.shaped(shape, .out).progress(at: part) - expected) < 0.000_002, "\(shape) out \(part)")
      // `in` is the same movement backwards.
      #expect(abs(Easing.shaped(shape, .in).progress(at: 1 - part) - (1 - expected)) < 0.000_002)
    }
    for (part, expected) in zip(parts, both) {
      #expect(
        abs(Easing.shaped(shape, .inOut).progress(at: part) - expected) < 0.000_002, "\(shape) in-out \(part)"
      )
    }
  }

  @Test("the extent of an easing is how far it goes beyond its ends")
  func extents() {
    for within in [Easing.linear, .hold, Self.ease, .shaped(.bounce, .out), .shaped(.expo, .inOut)] {
      #expect(within.extent == 0...1)
    }
    // At its peak, `ease-out-back` is 1 + 4 * 1.70158^3 / (27 * 2.70158^2) = 1.1000.
    #expect(abs(Easing.shaped(.back, .out).extent.upperBound - 1.1000) < 0.0001)
    #expect(abs(Easing.shaped(.back, .in).extent.lowerBound + 0.1000) < 0.0001)
    #expect(abs(Easing.spring(stiffness: 100, damping: 10).extent.upperBound - 1.1630) < 0.0001)
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
      .cubicBezier(x1: 0, y1: 100, x2: 1, y2: -100), .shaped(.back, .in), .shaped(.elastic, .inOut),
      .shaped(.bounce, .out), .shaped(.expo, .in),
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
