import Basics
import Composition
import Diagnostics
import YAMLTree

/// How the text of roles differs from that of names.
struct RoleKeys: MappingKeys {
  static let fields = MappingSchema(RoleKeys.self)
  typealias Record = WordsStyle

  static let title = "the roles of credits"
  static let documentation = "How roles differ from names, which have the keys of the item itself."

  let font = Key(
    "font", "A font family, several separated by commas, or a font file.", Shape<String>.text.naming(.font),
    example: "Inter", synonyms: ["font-family", "family"], field: .at(\WordsStyle.font, .quoted))
  let size = Key(
    "size", "The font size.", .letterSize, example: "4%", synonyms: ["font-size"],
    field: .at(\WordsStyle.size))
  let weight = Key(
    "weight", "The font weight.", .choice(FontWeight.self, "a font weight"), example: "regular",
    synonyms: ["font-weight"], field: .at(\WordsStyle.weight))
  let color = Key(
    "color", "The colour of the text.", .animated(.color), example: "gray", synonyms: ["colour"],
    field: .at(\WordsStyle.color))
  let lineHeight = Key(
    "line-height", "The line spacing, as a factor of the font size.", .value(.number(in: 0.1...10)),
    example: "1.2", field: .at(\WordsStyle.lineHeight))
  let tracking = Key(
    "tracking", "Additional space between letters; `%` is a share of the font size.", .value(.tracking),
    example: "16%", synonyms: ["letter-spacing"], field: .at(\WordsStyle.tracking))
  let features = Key(
    "features", "OpenType features of the font.", .fontFeatures, example: "smcp",
    synonyms: ["font-features"], field: .at(\WordsStyle.features))
  let stroke = Key(
    "stroke", "The outline of the letters.", .animated(.stroke), example: "2px black",
    synonyms: ["outline"], field: .at(\WordsStyle.stroke))
  let shadow = Key(
    "shadow", "A shadow behind the letters.", .shadow, example: "{blur: 4px}",
    field: .at(\WordsStyle.shadow))

  static func decode(_ reader: MappingReader<RoleKeys>) -> WordsStyle? { reader.filled(WordsStyle()) }
}

extension Shape<CreditsContent> {
  /// A list of entries, a list variable, or the path of a CSV file.
  static var credits: Shape {
    let entry = Shape<String>.creditsEntry
    let file = ScalarForm(
      noun: "a CSV file", examples: ["cast.csv"], production: ValueGrammar<String>.text.production,
      naming: .naming(.file))
    return Shape.list(entry.description) { nodes, subject, reading in
      guard !nodes.isEmpty else {
        reading.reportEmptyCollection(subject, expecting: "entries such as `\"Directed by: Grace Hopper\"`")
        return nil
      }
      guard nodes.count <= LanguageLimits.entriesOfCredits else {
        reading.report(
          Diagnostic(
            .overLimit,
            "credits may have at most \(LanguageLimits.entriesOfCredits) entries, and these have \(nodes.count)",
            at: subject.node.range, hint: "split them into several items"))
        return nil
      }
      let entries = nodes.compactMap { node in
        entry.read(subject.element(node), reading).map { Located($0, at: node.range) }
      }
      return entries.isEmpty ? nil : .entries(entries)
    }
    .or(
      .scalar(file) { text, subject, reading in
        guard !text.text.lowercased().hasSuffix(".csv") else { return .file(text.text) }
        reading.report(
          Diagnostic(
            .wrongType, "`credits` is a single text; expected a list of entries or a CSV file",
            at: subject.node.range,
            hint: "write `credits: [\(onOneLine(text.text))]`, or the path of a `.csv` file"))
        return nil
      })
  }
}

extension Shape<String> {
  /// `Directed by: Grace Hopper`, which YAML reads as a mapping unless it is quoted.
  fileprivate static var creditsEntry: Shape {
    let text = Shape<String>.text.map { text, subject, reading -> String? in
      if case .scalar(let scalar) = subject.node.value, scalar.style == .plain, Double(text) != nil {
        reading.report(
          Diagnostic(
            .wrongType, "`\(text)` is a number; expected a text such as `\"Directed by: Grace Hopper\"`",
            at: subject.node.range, hint: "write it in quotes if it is a line of the credits",
            fixes: [
              Diagnostic.Fix(
                "write `\"\(text)\"`",
                [TextEdit(range: subject.node.range, replacement: "\"\(text)\"")], isSafe: false)
            ]))
        return nil
      }
      return reading.isWholeEntry(text, at: subject.node.range) ? text : nil
    }
    let pair = Shape<[Named<String>]>.named("role", .text).map { named, subject, reading -> String? in
      guard let first = named.first else {
        if case .mapping(let entries, _) = subject.node.value, entries.isEmpty {
          reading.reportEmptyCollection(subject, expecting: "a role with its names")
        }
        return nil
      }
      if let second = named.dropFirst().first {
        reading.report(
          Diagnostic(
            .twoInOneEntry, "`\(first.name.value)` and `\(second.name.value)` are in the same entry",
            at: second.name.range, notes: [.init("the first one", at: first.name.range)],
            hint: "start a new list item for each"))
        return nil
      }
      let text = "\(first.name.value): \(first.value)"
      return reading.isWholeEntry(text, at: subject.node.range) ? text : nil
    }
    return text.or(pair)
  }
}

extension Reading {
  /// Whether an entry with a role has names; reports one that has none.
  fileprivate func isWholeEntry(_ text: String, at range: SourceRange) -> Bool {
    let entry = CreditsEntry(text)
    guard entry.names.isEmpty, !entry.role.isEmpty else { return true }
    report(
      Diagnostic(
        .emptyValue, "the role `\(entry.role)` has no name", at: range,
        hint: "write a name after the colon, or remove the colon for a line across both columns"))
    return false
  }
}
