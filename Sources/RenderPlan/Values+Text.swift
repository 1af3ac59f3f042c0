package import Composition

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

extension TransitionEffect {
  /// As scripts write it, but for files.
  func text(picture: (_ media: Int, _ stream: Int) -> String) -> String {
    switch self {
    case .luma(let media, let stream): "luma \(picture(media, stream))"
    case .dissolve: "dissolve"
    case .fadeThrough(let color): "fade through \(color.text)"
    case .wipe(let heading): "wipe \(heading.text)"
    case .slide(let heading): "slide \(heading.text)"
    case .push(let heading): "push \(heading.text)"
    case .cover(let heading): "cover \(heading.text)"
    case .reveal(let heading): "reveal \(heading.text)"
    case .circleOpen: "circle open"
    case .circleClose: "circle close"
    case .clock: "clock"
    case .barnDoor: "barn-door"
    case .pixelate: "pixelate"
    case .blur: "blur"
    case .zoom: "zoom"
    }
  }
}

extension Heading {
  fileprivate var text: String {
    let vertical = y < 0 ? "top" : "bottom"
    let horizontal = x < 0 ? "left" : "right"
    if x == 0 { return y < 0 ? "up" : "down" }
    return y == 0 ? horizontal : "\(vertical) \(horizontal)"
  }
}

extension Timing {
  var text: String {
    switch self {
    case .linear: "linear"
    case .hold: "hold"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1),\(y1),\(x2),\(y2))"
    case .spring(let stiffness, let damping): "spring(\(stiffness),\(damping))"
    }
  }
}
