import Basics
import Composition

/// Finds the timing curve of CSS that is closest to a given progress.
struct BezierFit {
  /// The progress at equal steps of time, from 0 to 1.
  private let wanted: [Double]
  /// How much a difference counts at each step.
  private let weights: [Double]

  /// `progress` and `weight` are those at a part of the time.
  init(progress: (Double) -> Double, weight: (Double) -> Double) {
    let steps = 128
    wanted = (0...steps).map { progress(Double($0) / Double(steps)) }
    weights = (0...steps).map { weight(Double($0) / Double(steps)) }
  }

  private struct Candidate {
    let x1: Double
    let x2: Double
    let y1: Double
    let y2: Double
    /// The largest weighted difference.
    let error: Double
  }

  /// The best curves with numbers of few decimals first; the caller checks which is close enough.
  func easings() -> [Easing] {
    var best: Candidate?
    func tries(_ x1: Double, _ x2: Double) {
      guard let found = candidate(min(max(x1, 0), 1), min(max(x2, 0), 1)) else { return }
      if found.error < best?.error ?? .infinity { best = found }
    }
    for first in 0..<7 {
      for second in 0..<7 { tries(0.05 + 0.15 * Double(first), 0.05 + 0.15 * Double(second)) }
    }
    var step = 0.075
    for _ in 0..<40 where step > 0.0005 {
      guard let center = best else { return [] }
      for first in -1...1 {
        for second in -1...1 where (first, second) != (0, 0) {
          tries(center.x1 + step * Double(first), center.x2 + step * Double(second))
        }
      }
      if best?.error == center.error { step /= 2 }
    }
    // Curves that go far beyond both ends would multiply the rounding of the values there.
    guard let best, abs(best.y1) <= 2, abs(best.y2) <= 2 else { return [] }
    return [100.0, 1000, 10_000].map { scale in
      let rounded = { (number: Double) in (number * scale).rounded() / scale }
      // Rounding the times first leaves the other two numbers to make up for it.
      let other = candidate(rounded(best.x1), rounded(best.x2)) ?? best
      return .cubicBezier(
        x1: rounded(best.x1), y1: rounded(other.y1), x2: rounded(best.x2), y2: rounded(other.y2))
    }
  }

  /// The curve with these times and the least squares of weighted differences.
  private func candidate(_ x1: Double, _ x2: Double) -> Candidate? {
    var (a, b, c, d, e) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var rows: [(first: Double, second: Double, rest: Double, weight: Double)] = []
    let count = 32
    for number in 0..<count {
      let t = (Double(number) + 0.5) / Double(count)
      let s = 1 - t
      let (first, second, third) = (3 * s * s * t, 3 * s * t * t, t * t * t)
      let place = (first * x1 + second * x2 + third) * Double(wanted.count - 1)
      let index = min(Int(place), wanted.count - 2)
      let part = place - Double(index)
      let rest = wanted[index] + (wanted[index + 1] - wanted[index]) * part - third
      let weight = weights[index] + (weights[index + 1] - weights[index]) * part
      let square = weight * weight
      a += square * first * first
      b += square * first * second
      c += square * second * second
      d += square * first * rest
      e += square * second * rest
      rows.append((first, second, rest, weight))
    }
    let determinant = a * c - b * b
    guard determinant > 0 else { return nil }
    let (y1, y2) = ((d * c - e * b) / determinant, (e * a - d * b) / determinant)
    let error = rows.map { abs($0.first * y1 + $0.second * y2 - $0.rest) * $0.weight }.max() ?? .infinity
    guard error.isFinite else { return nil }
    return Candidate(x1: x1, x2: x2, y1: y1, y2: y2, error: error)
  }
}
