import Basics

/// How a value changes from one key to the next, or a transition from its start to its end.
package enum Easing: Hashable, Sendable, Codable {
  case linear
  /// The earlier value until the later key.
  case hold
  /// CSS's timing curve through (x1, y1) and (x2, y2), both x between 0 and 1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A damped spring of unit mass that starts at rest; its time is scaled to settle at the later key.
  case spring(stiffness: Double, damping: Double)

  /// The completed fraction of the change after `part` of the time; 0 and 1 at the ends.
  package func progress(at part: Double) -> Double {
    guard part > 0 else { return 0 }
    guard part < 1 else { return 1 }
    switch self {
    case .linear: return part
    case .hold: return 0
    case .cubicBezier(let x1, let y1, let x2, let y2):
      let parameter = bezierParameter(forX: part, x1, x2)
      return bezier(parameter, y1, y2)
    case .spring(let stiffness, let damping):
      return springPosition(at: part, stiffness: stiffness, damping: damping)
    }
  }
}

/// One coordinate of a cubic Bézier curve from 0 to 1.
private func bezier(_ t: Double, _ p1: Double, _ p2: Double) -> Double {
  let s = 1 - t
  return 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t
}

/// The parameter at which the curve reaches `x`, by bisection: x rises with the parameter, and 60 halvings
/// exhaust the precision of a double.
private func bezierParameter(forX x: Double, _ x1: Double, _ x2: Double) -> Double {
  var low = 0.0
  var high = 1.0
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if bezier(middle, x1, x2) < x { low = middle } else { high = middle }
  }
  return (low + high) / 2
}

/// The position of the spring after `part` of its settling time.
///
/// It counts as settled once its envelope is below a thousandth of the distance. Scaled to that time, only
/// the damping ratio matters: the spring is simulated with frequency 1.
private func springPosition(at part: Double, stiffness: Double, damping: Double) -> Double {
  // The bounds keep every step finite; springs beyond them are indistinguishable from those at them.
  let ratio = min(max(damping / (2 * max(stiffness, 1e-9).squareRoot()), 1e-7), 1e7)
  // Near the critical case the envelope is (1 + wt) e^-wt, which is 1/1000 at wt = 9.2334.
  if abs(ratio - 1) < 1e-6 {
    let time = part * 9.2334
    return 1 - exponential(-time) * (1 + time)
  }
  if ratio < 1 {
    let time = part * logarithm(1000) / ratio
    let damped = (1 - ratio * ratio).squareRoot()
    let turns = damped * time / (2 * Double.pi)
    return 1 - exponential(-ratio * time) * (cosine(ofTurns: turns) + ratio / damped * sine(ofTurns: turns))
  }
  let fast = ratio + (ratio * ratio - 1).squareRoot()
  let slow = 1 / fast
  let time = part * logarithm(1000) / slow
  return 1 - (fast * exponential(-slow * time) - slow * exponential(-fast * time)) / (fast - slow)
}
