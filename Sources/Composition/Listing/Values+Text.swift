package import Basics

// Texts for people: how listings and dumps write values.

extension Color {
  /// As scripts spell it: `#ff8000`, with alpha `#ff800080`.
  package var spelling: String { alpha == 255 ? String(text.dropLast(2)) : text }

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
  package var text: String { text(times: \.spelling) }

  /// The same with times in another spelling.
  package func text(times spelled: (RationalTime) -> String) -> String {
    if let constantValue { return "\(constantValue)" }
    let steps = keys.enumerated().map { index, key in
      "\(spelled(key.time)): \(key.value)"
        + (index == keys.count - 1 || key.easing == .linear ? "" : " \(key.easing.text)")
    }
    return steps.joined(separator: " -> ")
  }
}

extension Easing {
  package var text: String {
    switch self {
    case .linear: "linear"
    case .hold: "hold"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1),\(y1),\(x2),\(y2))"
    case .spring(let stiffness, let damping): "spring(\(stiffness),\(damping))"
    case .shaped(let shape, let side): "ease-\(side.rawValue)-\(shape.rawValue)"
    }
  }
}

extension MediaClock {
  /// `from 2s`, `backwards from 8s at 3/2x`, or a list of speeds: the complete clock in canonical form.
  package var text: String { text(times: \.spelling) }

  /// The same with times in another spelling.
  package func text(times spelled: (RationalTime) -> String) -> String {
    var words = [(isBackwards ? "backwards from " : "from ") + spelled(origin)]
    if offset != .zero { words.append("begun \(spelled(offset)) before") }
    if let speed = constantSpeed {
      if speed != .normalSpeed { words.append("at \(speed.speedText)") }
    } else {
      let first = keys[0]
      words.append("at \(spelled(first.distance)) speeds")
      words.append(keys.map { "\(spelled($0.time)): \($0.speed.speedText)" }.joined(separator: " -> "))
    }
    if let pass { words.append("again after \(spelled(pass.length))") }
    return words.joined(separator: " ")
  }
}

extension RationalTime {
  /// The speed in seconds of media per second: `3/2x`.
  fileprivate var speedText: String { timescale == 1 ? "\(value)x" : "\(value)/\(timescale)x" }
}

extension Sound {
  /// ` pitch follow`, if the speed can change the pitch.
  package var pitchText: String {
    let hasSpeed = content.clock.map { $0.constantSpeed != .normalSpeed } ?? false
    return pitch == .keep || !hasSpeed ? "" : " pitch \(pitch.rawValue)"
  }
}
