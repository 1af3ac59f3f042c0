import Composition

/// The fonts that the texts of an SVG name. Which text has which of them depends on the style sheet, so each
/// is asked for all letters.
struct SVGFonts {
  private var letters: Set<Character> = []
  private var families: [String] = []
  private var weights: [Int] = [400]
  private var isItalic = false

  mutating func add(_ text: String) {
    letters.formUnion(text)
  }

  mutating func add(_ property: String, _ value: String) {
    switch property {
    case "font-family": if let families = readFamilies(value) { add(family: families) }
    case "font-weight": if let weight = readWeight(value) { add(weight: weight) }
    case "font-style": if value != "normal" { isItalic = true }
    case "font":
      guard let font = FontShorthand(value) else { return }
      add(family: font.families)
      add(weight: font.weight)
      if font.isItalic { isItalic = true }
    default: break
    }
  }

  private mutating func add(family: String) { if !families.contains(family) { families.append(family) } }
  private mutating func add(weight: Int) { if !weights.contains(weight) { weights.append(weight) } }

  /// Empty without text.
  var texts: [VectorText] {
    guard !letters.isEmpty else { return [] }
    let words = String(letters.filter { !$0.isNewline }.sorted())
    // librsvg's own family, for texts that name none.
    let all = families.map { ($0, true) } + [("Times New Roman", false)]
    return all.flatMap { family, isNamed in
      weights.flatMap { weight in
        (isItalic ? [false, true] : [false]).map {
          VectorText(families: family, isNamed: isNamed, weight: weight, isItalic: $0, words: words)
        }
      }
    }
  }
}
