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
  /// A curve with its movement at the start, the end or both.
  case shaped(EasingShape, EasingSide)

  // CSS's values.
  package static let ease = Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  package static let easeIn = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = Easing.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let easeInOut = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

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
    case .shaped(let shape, .in): return shape.rise(part)
    case .shaped(let shape, .out): return 1 - shape.rise(1 - part)
    case .shaped(let shape, .inOut):
      return part < 0.5
        ? shape.rise(2 * part, isHalf: true) / 2 : 1 - shape.rise(2 - 2 * part, isHalf: true) / 2
    }
  }

  /// The least and the greatest progress; beyond 0...1 for an easing that overshoots.
  package var extent: ClosedRange<Double> {
    switch self {
    case .linear, .hold: return 0...1
    case .cubicBezier(_, let y1, _, let y2) where (0...1).contains(y1) && (0...1).contains(y2): return 0...1
    case .cubicBezier, .spring, .shaped: break
    }
    let steps = (0...1000).map { progress(at: Double($0) / 1000) }
    return min(0, steps.min() ?? 0)...max(1, steps.max() ?? 1)
  }
}

/// The movements of CSS libraries, with their usual constants.
package enum EasingShape: String, Hashable, Sendable, Codable, CaseIterable {
  /// Draws back before it starts, by a tenth.
  case back
  case bounce
  case elastic
  case expo

  /// From 0 to 1, slowly at first. Half of a movement at both ends swings further, so that it looks alike.
  fileprivate func rise(_ t: Double, isHalf: Bool = false) -> Double {
    switch self {
    case .back:
      let reach = isHalf ? 1.70158 * 1.525 : 1.70158
      return t * t * ((reach + 1) * t - reach)
    case .bounce: return 1 - bounced(1 - t)
    case .elastic:
      let turns = isHalf ? (10 * t - 11.125) / 4.5 : (10 * t - 10.75) / 3
      return -powerOfTwo(10 * t - 10) * sine(ofTurns: turns)
    case .expo: return powerOfTwo(10 * t - 10)
    }
  }
}

package enum EasingSide: String, Hashable, Sendable, Codable, CaseIterable {
  case `in`
  case out
  case inOut = "in-out"
}

/// A fall to the ground and three bounces: four parabolas.
private func bounced(_ t: Double) -> Double {
  let (middle, height) =
    switch t * 2.75 {
    case ..<1: (0.0, 0.0)
    case ..<2: (1.5, 0.75)
    case ..<2.5: (2.25, 0.9375)
    default: (2.625, 0.984375)
    }
  let away = t - middle / 2.75
  return 7.5625 * away * away + height
}

private func powerOfTwo(_ exponent: Double) -> Double { exponential(exponent * logarithm(2)) }

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
