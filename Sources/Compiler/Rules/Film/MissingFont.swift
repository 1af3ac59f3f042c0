import Basics
import Composition
import Diagnostics
import EditScript
import Lowering

extension Rule {
  /// Once for each family, and for each family and weight.
  static let missingFont = Rule.film(.missingFont, reach: .everywhere) { film in
    var reported: Set<String> = []
    let texts = film.film.items.flatMap { item in item.texts.map { (item: item, words: $0) } }
    return texts.compactMap { item, words in
      guard let style = words.isRole ? item.item.roleStyle : item.item.style else { return nil }
      let asked = style.font?.value ?? "sans-serif"
      if !words.facts.hasFamily, reported.insert(asked).inserted {
        return Diagnostic(
          .missingFont, "the font family '\(asked)' is not installed",
          at: style.font?.range ?? item.item.kindRange,
          hint: "install it, correct its name, or name a font file beside the script"
            + (words.facts.family.isEmpty ? "" : "; otherwise '\(words.facts.family)' would be used"))
      }
      if let features = style.features, let missing = words.facts.missingFeatures.first,
        reported.insert("\(asked) \(missing)").inserted
      {
        return Diagnostic(
          .missingFont, severity: .warning, "'\(words.facts.family)' does not have the feature `\(missing)`",
          at: features.range, hint: "remove it, or use another font")
      }
      guard words.facts.hasFamily, isOther(words), let source = source(of: words, style),
        reported.insert("\(asked) \(words.text.weight)").inserted
      else { return nil }
      return Diagnostic(
        .missingFont, severity: .warning,
        "'\(source)' does not have the weight \(words.text.weight), only \(words.facts.weight)",
        at: style.weight?.range ?? item.item.kindRange, hint: "use that weight, or another font")
    }
  }

  /// The source of its letters; nil for a chosen file without `weight`, whose own weight is used.
  private static func source(of words: ResolvedWords, _ style: WordsStyle) -> String? {
    guard case .file = words.text.font else { return words.facts.family }
    return style.weight == nil ? nil : style.font?.value
  }

  /// Whether bold letters were requested and others were found, or the reverse.
  private static func isOther(_ words: ResolvedWords) -> Bool {
    (words.text.weight >= 600) != (words.facts.weight >= 600)
  }
}
