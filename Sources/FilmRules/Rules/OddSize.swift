import Diagnostics
import EditScript
import Lowering
import MediaFacts

extension FilmRules {
  static let oddSize = FilmRule(
    .oddSize,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 641x361}
        timeline:
          - {color: navy, for: 2s}
        """,
        gives: ["the canvas is 641x361, but H.264's usual pixel format needs even sizes"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 642x362}
        timeline:
          - {color: navy, for: 2s}
        """),
    ]
  ) { film in
    guard let size = film.film.canvas?.size, size.width % 2 != 0 || size.height % 2 != 0 else { return [] }
    let even = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
    let variant = film.film.output?.size
    return [
      Diagnostic(
        .oddSize, "the canvas is \(size), but H.264's usual pixel format needs even sizes",
        at: (variant ?? film.film.script.canvas.size)?.range,
        hint: variant == nil ? "write `canvas: {size: \(even)}`" : "write `size: \(even)`")
    ]
  }
}
