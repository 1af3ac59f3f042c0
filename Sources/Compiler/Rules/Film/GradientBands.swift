import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let gradientBands = DiagnosticID(
    "gradient-bands", .note, "A gradient with visible bands",
    explanation: """
      Two neighbouring colours of the gradient are so similar, and so far apart, that 8 bits have less than one \
      shade for each 24 pixels. Each shade is a band whose edges the eye finds, above all in dark colours. \
      Noise would hide the bands, but encoders remove it or spend many bits on it. Ten bits have four times as \
      many shades.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - {gradient: "#0d1b2a -> #1b3a4b", for: 4s}
        """,
        gives: ["the gradient has 23 shades over 1080 pixels, one for each 47 pixels"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25, depth: 10}
        timeline:
          - {gradient: "#0d1b2a -> #1b3a4b", for: 4s}
        """),
    ])
}

extension Rule {
  /// Gradients of two colours or more that keep their box; the widest bands of each.
  static let gradientBands = Rule.film(.gradientBands, reach: .everywhere) { film in
    guard let canvas = film.film.canvas, canvas.depth == .eight else { return [] }
    return film.film.items.compactMap { item in
      guard let picture = item.picture, case .gradient(let gradient) = picture.content, picture.changes == nil
      else {
        return nil
      }
      let length = gradient.length(in: picture.contentBox) / Double(max(1, gradient.colors.count - 1))
      let shades = zip(gradient.colors, gradient.colors.dropFirst()).filter { $0 != $1 }.map(shades)
      guard let fewest = shades.min(), fewest * 24 < length else { return nil }
      return Diagnostic(
        .gradientBands,
        "the gradient has \(Int(fewest)) shades over \(Int(length)) pixels, one for each \(Int((length / max(1, fewest)).rounded()))"
          + " pixels",
        at: item.item.kindRange,
        hint: "write `canvas: {depth: 10}` for a film of 10 bits, or choose colours that differ more")
    }
  }

  /// The steps of luma between two colours, in limited range.
  private static func shades(_ a: Color, _ b: Color) -> Double {
    func luma(_ color: Color) -> Double {
      let red = 0.2126 * Double(color.red)
      return 16 + (red + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)) * 219 / 255
    }
    return (luma(a).rounded() - luma(b).rounded()).magnitude
  }
}

extension Gradient {
  /// The distance between its first and its last colour, as CSS defines it for linear gradients.
  fileprivate func length(in box: PixelBox) -> Double {
    if let circle {
      return circle.length(in: ExactSize(width: Double(box.width), height: Double(box.height)))
    }
    let turns = degrees / 360
    return (Double(box.width) * sine(ofTurns: turns)).magnitude
      + (Double(box.height) * cosine(ofTurns: turns)).magnitude
  }
}
