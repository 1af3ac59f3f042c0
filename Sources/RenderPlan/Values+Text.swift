package import Composition
import Vocabulary

// Texts for people: what listings and dumps call values.

extension Color {
  /// `#rrggbbaa`
  package var text: String {
    "#"
      + [red, green, blue, alpha].map { component in
        (component < 16 ? "0" : "") + String(component, radix: 16)
      }.joined()
  }
}

extension Curve {
  /// A number, or `0s: 1 -> 1s: 0` with the easing of each step where it is not linear.
  package var text: String {
    if let constantValue { return "\(constantValue)" }
    let steps = keys.enumerated().map { index, key in
      "\(key.time): \(key.value)"
        + (index == keys.count - 1 || key.easing == .linear ? "" : " \(key.easing.text)")
    }
    return steps.joined(separator: " -> ")
  }
}

extension Easing {
  var text: String {
    switch self {
    case .linear: "linear"
    case .hold: "hold"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1),\(y1),\(x2),\(y2))"
    case .spring(let stiffness, let damping): "spring(\(stiffness),\(damping))"
    }
  }
}
