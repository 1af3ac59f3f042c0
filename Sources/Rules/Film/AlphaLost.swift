import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering
import Vocabulary

extension DiagnosticID {
  package static let alphaLost = DiagnosticID(
    "alpha-lost", .warning, "The transparency is lost",
    explanation: """
      The script has a transparent background, but the outputs cannot store transparency. The background \
      becomes an opaque colour. Write that colour as the `background`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: transparent}
        timeline:
          - image: title.png
            for: 4s
        """,
        media: "title.png  still 1280x720  alpha",
        gives: ["the background is 100 % transparent, but the film is not: it is drawn as opaque #000000"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30, background: black}
        timeline:
          - image: title.png
            for: 4s
        """,
        media: "title.png  still 1280x720  alpha"),
    ])
}

extension Rule {
  /// Transparent media show the layer below, so nothing is lost. There is no layer below the background, and no
  /// container of editc stores transparency.
  static let alphaLost = Rule.film(.alphaLost, reach: .film, unlessCopied: .pictures) { film in
    guard let background = film.film.script.canvas.background, background.value.alpha < 255,
      film.settings.map({ $0.video != nil }) ?? true
    else { return [] }
    let color = background.value
    let digits = [color.red, color.green, color.blue].map { $0 < 16 ? "0\(hex($0))" : hex($0) }.joined()
    let part = rounded(Double(255 - color.alpha) / 255 * 100)
    return [
      Diagnostic(
        .alphaLost,
        "the background is \(part) % transparent, but the film is not: it is drawn as opaque #\(digits)",
        at: background.range, hint: "write an opaque colour")
    ]
  }

  private static func hex(_ number: UInt8) -> String { String(number, radix: 16) }
}
