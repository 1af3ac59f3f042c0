import Basics
import Composition
import Diagnostics
import EditScript

extension LoweringPhase {
  /// Reports the first easing that takes an opacity below 0 or beyond 1.
  mutating func refuseOvershoot(ofOpacity written: Located<Animated<Double>>?) {
    guard let steps = written?.value.steps else { return }
    for step in steps {
      let passed = step.range(of: { $0 })
      guard passed.lowerBound < 0 || passed.upperBound > 1 else { continue }
      let limit = passed.upperBound > 1 ? "beyond 1" : "below 0"
      return report(
        .easingOvershoots(step.easing, "\(limit), which is the limit of `opacity`", at: step.place))
    }
  }

  /// Reports the first easing that takes a skew, or the sum of its angles, beyond its limit.
  mutating func refuseOvershoot(ofSkew written: Located<Animated<SkewValue>>) {
    let limit = SkewValue.largest
    for step in written.value.steps {
      let passed = [step.range { $0.x }, step.range { $0.y }, step.range { $0.x + $0.y }]
      guard passed.contains(where: { $0.lowerBound < -limit || $0.upperBound > limit }) else { continue }
      return report(
        .easingOvershoots(
          step.easing, "beyond \(limit.canonicalText)deg, which is the limit of `skew`", at: step.place))
    }
  }

  /// Reports the first easing that takes a channel of a colour out of its range.
  mutating func refuseOvershoot<Value>(of written: Animated<Value>, channels: [(Value) -> Double]) {
    for step in written.steps {
      let leaves = channels.contains { channel in
        let passed = step.range(of: channel)
        return passed.lowerBound < 0 || passed.upperBound > 255
      }
      guard leaves else { continue }
      return report(.easingOvershoots(step.easing, "beyond the range of colours", at: step.place))
    }
  }

  /// Reports an easing of a text's movement that cannot go beyond its end, such as a fade.
  mutating func refuseOvershoot(of easing: Located<Easing>, ofText movement: String) {
    let extent = easing.value.extent
    guard extent != 0...1 else { return }
    let limit = extent.upperBound > 1 ? "beyond the end" : "back before the start"
    report(.easingOvershoots(easing.value, "\(limit) of `\(movement)`", at: easing.range))
  }

  /// Reports an easing of a transition, which cannot show more than one of its pictures.
  mutating func refuseOvershoot(of easing: Easing, ofTransitionAt place: SourceRange) {
    let extent = easing.extent
    guard extent != 0...1 else { return }
    let limit = extent.upperBound > 1 ? "beyond the end" : "back before the start"
    report(.easingOvershoots(easing, "\(limit) of the transition", at: place))
  }
}

extension Animated {
  fileprivate struct Step {
    let from: Value
    let to: Value
    let easing: Easing
    /// Of its ramp, or of the key frame where it begins.
    let place: SourceRange

    /// The numbers that the value takes.
    func range(of number: (Value) -> Double) -> ClosedRange<Double> {
      let (first, last, extent) = (number(from), number(to), easing.extent)
      let ends = [extent.lowerBound, extent.upperBound].map { first + (last - first) * $0 }
      return (ends.min() ?? first)...(ends.max() ?? last)
    }
  }

  /// Every change of the value that has an easing.
  fileprivate var steps: [Step] {
    switch self {
    case .constant: []
    case .ramps(let ramps):
      ramps.flatMap { ramp in
        zip(ramp.value.values, ramp.value.values.dropFirst()).map {
          Step(from: $0, to: $1, easing: ramp.value.easing, place: ramp.range)
        }
      }
    case .keyFrames(let frames):
      zip(frames, frames.dropFirst()).map {
        Step(from: $0.value.value, to: $1.value.value, easing: $0.value.easing, place: $0.range)
      }
    }
  }
}

extension Easing {
  /// A similar one that stays between its two values.
  fileprivate var withoutOvershoot: Easing {
    switch self {
    case .shaped(.elastic, let side): .shaped(.bounce, side)
    case .shaped(_, .in): .easeIn
    case .shaped(_, .out), .spring: .easeOut
    case .shaped(_, .inOut): .easeInOut
    case .cubicBezier(let x1, let y1, let x2, let y2):
      .cubicBezier(x1: x1, y1: min(max(y1, 0), 1), x2: x2, y2: min(max(y2, 0), 1))
    case .linear, .hold: self
    }
  }
}

extension Diagnostic {
  fileprivate static func easingOvershoots(_ easing: Easing, _ limit: String, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .easingOvershoots, "`\(easing.canonicalText)` goes \(limit)", at: place,
      hint: "use `\(easing.withoutOvershoot.canonicalText)`, which stays between the two values")
  }
}
