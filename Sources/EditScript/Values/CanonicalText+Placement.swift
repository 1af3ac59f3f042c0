import Composition

extension Length: CanonicalValue {
  package var canonicalText: String { amount.canonicalText + unit.rawValue }
}

extension SizeValue: CanonicalValue {
  package var canonicalText: String { side(width) + "x" + side(height) }

  private func side(_ length: Length) -> String {
    length.unit == .pixels ? length.amount.canonicalText : length.canonicalText
  }
}

extension CanvasSize: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .auto: "auto"
    case .exactly(let width, let height): "\(width)x\(height)"
    }
  }
}

extension Place: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .named(let place, let horizontal, let vertical):
      let none = Length(0, .pixels)
      if horizontal == none, vertical == none { return place.rawValue }
      let second = vertical == horizontal ? "" : " " + vertical.canonicalText
      return place.rawValue + ", margin " + horizontal.canonicalText + second
    case .at(let x, let y, let anchor):
      return x.canonicalText + ", " + y.canonicalText
        + (anchor == .center ? "" : " anchor " + anchor.rawValue)
    case .beside(let neighbour):
      let (side, alignment) = (neighbour.side, neighbour.alignment)
      return side.rawValue + " " + neighbour.name
        + (alignment == .center ? "" : " " + alignment.word(side))
        + (neighbour.margin.amount == 0 ? "" : ", margin " + neighbour.margin.canonicalText)
    }
  }
}

extension PicturePoint: CanonicalValue {
  package var canonicalText: String { "\((x * 100).canonicalText)% \((y * 100).canonicalText)%" }
}

extension CropSettings: CanonicalValue {
  /// The part alone if nothing else is written, else the long form.
  package var canonicalText: String {
    anchor == nil ? part.value.canonicalText : CropKeys.fields.flowText(of: self)
  }

  package var dumpLines: [String] { anchor == nil ? part.value.dumpLines : [canonicalText] }
}

extension CropValue: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .insets(let left, let top, let right, let bottom):
      [left, top, right, bottom].map(\.canonicalText).joined(separator: " ")
    case .window(let x, let y, let size): x.canonicalText + "," + y.canonicalText + " " + size.canonicalText
    }
  }
}

extension StrokeValue: CanonicalValue {
  package var canonicalText: String { width.canonicalText + " " + color.canonicalText }
}

extension Color: CanonicalValue {
  /// `#rrggbb`, with two more digits if it is not opaque.
  package var canonicalText: String { spelling }
}

extension Angle: CanonicalValue {
  package var canonicalText: String { degrees.canonicalText + "deg" }
}

extension SkewValue: CanonicalValue {
  package var canonicalText: String {
    "\(x.canonicalText)deg" + (y == 0 ? "" : " \(y.canonicalText)deg")
  }
}

extension Level: CanonicalValue {
  /// In percent where the bare number is rejected because it more often means percent.
  package var canonicalText: String {
    let isRefused = 11...100 ~= factor && factor == factor.rounded()
    return isRefused ? (factor * 100).canonicalText + "%" : factor.canonicalText
  }
}

extension Loudness: CanonicalValue {
  package var canonicalText: String { lufs.canonicalText + " LUFS" }
}

extension LoudnessCheck: CanonicalValue {
  package var canonicalText: String { target.canonicalText + " +- " + tolerance.canonicalText }
}

extension LoudnessRange: CanonicalValue {
  package var canonicalText: String { units.canonicalText + " LU" }
}

extension TruePeak: CanonicalValue {
  package var canonicalText: String { decibels.canonicalText + " dBTP" }
}

extension TransitionKind<String>: CanonicalValue {
  package var canonicalText: String { text(color: \.canonicalText, picture: \.self) }
}

extension TransitionValue: CanonicalValue {
  package var canonicalText: String { kind.canonicalText + (duration.map { " " + $0.canonicalText } ?? "") }
}

extension MotionValue: CanonicalValue {
  package var canonicalText: String { kind.rawValue + (amount.map { " " + $0.canonicalText } ?? "") }
}

extension LoopValue: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .off: "false"
    case .endless: "true"
    case .times(let count): "\(count)"
    case .fill: "fill"
    }
  }
}

// MARK: - Movement

extension Easing: CanonicalValue {
  package var canonicalText: String {
    if let name = Self.named.first(where: { $0.easing == self })?.name { return name }
    switch self {
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return "cubic-bezier(" + [x1, y1, x2, y2].map(\.canonicalText).joined(separator: ",") + ")"
    case .spring(let stiffness, let damping):
      return "spring(" + stiffness.canonicalText + "," + damping.canonicalText + ")"
    case .linear, .hold, .shaped: return text
    }
  }
}

extension Ramp: CanonicalValue where Value: CanonicalValue {
  package var canonicalText: String {
    values.map(\.canonicalText).joined(separator: " -> ")
      + (range.map { " over " + $0.value.canonicalText } ?? "")
      + (easing == .linear ? "" : " " + easing.canonicalText)
  }
}

extension KeyFrameValue: CanonicalValue where Value: CanonicalValue {
  package var canonicalText: String {
    value.canonicalText + (easing == .linear ? "" : " " + easing.canonicalText)
  }
}
