import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let oddSize = DiagnosticID(
    "odd-size", .error, "The size must be even",
    explanation: """
      Video stores one colour sample for every two by two pixels, so width and height must be even. The \
      hint gives the nearest even size.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 641x361}
        timeline:
          - {color: navy, for: 2s}
        """,
        gives: ["the canvas is 641x361, but H.264's usual pixel format needs an even size"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 642x362}
        timeline:
          - {color: navy, for: 2s}
        """),
    ])
}

extension Rule {
  static let oddSize = Rule.film(.oddSize, reach: .film, unlessCopied: .pictures) { film in
    guard let size = size(of: film), size.width % 2 != 0 || size.height % 2 != 0 else { return [] }
    let even = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
    let variant = film.film.output?.size
    return [
      Diagnostic(
        .oddSize, "the canvas is \(size), but H.264's usual pixel format needs an even size",
        at: (variant ?? film.film.script.canvas.size)?.range,
        hint: variant == nil ? "write `canvas: {size: \(even)}`" : "write `size: \(even)`")
    ]
  }

  /// The size of the canvas, or the written one if another mistake leaves the canvas unknown; nil with a
  /// preset, which may make it even.
  private static func size(of film: CheckedFilm) -> PixelSize? {
    if let size = film.film.canvas?.size { return size }
    let written = (film.film.output?.size ?? film.film.script.canvas.size)?.value
    guard film.film.output?.preset == nil, case .exactly(let width, let height) = written else { return nil }
    return PixelSize(width: width, height: height)
  }
}
