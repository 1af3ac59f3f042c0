import Composition

extension LanguageSchema {
  /// The page of transitions in Markdown, made from their declarations.
  package static var transitionsPage: String {
    """
    # Every transition

    Generated from the declarations in `Sources/Composition/Vocabulary/Transitions`; do not edit it by hand. Each row
    shows a transition at 0, 25, 50, 75 and 100 % of its duration. `make pictures` renders the pictures.

    `{kind: wipe left, for: 1s, ease: ease-in-out}` sets an easing, `using: handles` keeps the length of the
    timeline, and `audio` sets how the sound changes: see the [reference](../reference.md#a-transition). With
    `defaults: {transition: {for: 1s}}`, `transition: dissolve` lasts one second.
    [`examples/transitions.edit`](../../examples/transitions.edit) uses some of them in a film. The picture of a `luma`
    transition covers the canvas, whatever its shape; the edge is softened over four of its 256 levels. Between two
    items under `audio`, `dissolve` cross-fades their sounds.

    | | | |
    | --- | --- | --- |
    \(TransitionDeclaration.all.flatMap(rows).joined(separator: "\n"))

    """
  }

  private static func rows(of declaration: TransitionDeclaration) -> [String] {
    declaration.examples.map { example in
      let name = example.split(separator: ".").first.map(String.init) ?? example
      let picture = name.replacing(" ", with: "-") + ".jpg"
      return "| `\(example) 1s` | ![\(example)](\(picture)) | \(declaration.summary) |"
    }
  }
}
