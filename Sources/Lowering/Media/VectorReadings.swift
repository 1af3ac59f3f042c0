import Basics
import Composition
import Diagnostics
import EditScript

// What an SVG contains that is not drawn, the fonts of its texts, and the values of its variables.

extension MediaMatching {
  /// The facts of an SVG, whose size can depend on values.
  func vectorFacts(
    of file: String, _ facts: MediaFacts, with passed: Located<PassedValues>?
  ) -> MediaFacts {
    guard let values = passed?.value.vectorValues,
      let filled = table.filledVectors[FilledVector(file: file, values: values)]
    else { return facts }
    return MediaFacts(filled, byteCount: facts.byteCount)
  }

  /// How an SVG is drawn, after findings about everything in it that is not drawn.
  mutating func vectorReading(
    of file: Located<String>, with passed: Located<PassedValues>?
  ) -> VectorReading {
    let values = passed?.value.vectorValues
    var reading = VectorReading(values: values)
    let known =
      values.map { table.filledVectors[FilledVector(file: file.value, values: $0)] }
      ?? table.vectors[file.value]
    guard let facts = known else { return reading }
    for problem in facts.problems {
      let cause = passed?.value.list.first { problem.names.contains($0.name.value) }
      report(
        .vectorProblem(
          problem, in: file.value, isLiteral: passed == nil, isRamp: cause?.given.contains("->") == true,
          at: cause?.value.range ?? file.range))
    }
    guard facts.problems.isEmpty else { return reading }
    let texts = facts.texts.map { (text: $0, picture: TextPicture($0)) }
    media.want(texts.map(\.picture))
    var reported: Set<String> = []
    var missing: Set<Unicode.Scalar> = []
    for (text, picture) in texts {
      switch table.texts[picture] {
      case .unchecked: break
      case .failed(let failure): report(.vectorFonts(in: file.value, failure, at: file.range))
      case .measured(let measured):
        if text.isNamed, !measured.hasFamily, reported.insert(text.families).inserted {
          report(.vectorFontIsMissing(text.families, in: file.value, drawn: measured.family, at: file.range))
        }
        missing.formUnion(measured.missing.compactMap { Unicode.Scalar($0) })
        for font in measured.fonts where !reading.fonts.contains(font) { reading.fonts.append(font) }
      }
    }
    if let letter = missing.min() { report(.vectorLetterIsMissing(letter, in: file.value, at: file.range)) }
    return reading
  }
}

extension MediaMatching {
  /// Reports values that a picture does not take, and those that it needs. `place` is where another value can be added.
  mutating func check(
    _ passed: Located<PassedValues>, to source: MatchedSource, named name: Located<String>,
    at place: InsertionPlace? = nil
  ) {
    guard let medium = source.medium else { return }
    let file = media.references[medium].spelling
    guard media.references[medium].facts.isVector else {
      return report(.takesNoValues(file, at: passed.range))
    }
    // What is only recorded has no known variables.
    guard let names = table.vectors[file]?.variables else { return }
    var meant: Set<String> = []
    for value in passed.value.list {
      guard !names.contains(value.name.value) else {
        if case .list = value.value.value { report(.valueIsList(value)) }
        continue
      }
      let near = Suggestion.best(for: value.name.value, among: names)
      if let near { meant.insert(near) }
      report(.unusedValue(value.name, of: file, suggestion: near, others: names))
    }
    let given = Set(passed.value.list.map(\.name.value)).union(passed.value.unread)
    for name in names where !given.contains(name) && !meant.contains(name) {
      report(.missingValue(name, of: file, at: passed.range, place))
    }
  }
}

extension TextPicture {
  /// The letters of an SVG, for the fonts that draw them.
  fileprivate init(_ text: VectorText) {
    var words = ""
    for letter in text.words {
      switch letter {
      case "&": words += "&amp;"
      case "<": words += "&lt;"
      case ">": words += "&gt;"
      default: words.append(letter)
      }
    }
    self.init(
      words: text.isItalic ? "<i>\(words)</i>" : text.words, isMarkup: text.isItalic,
      font: .family(text.families), size: 16, weight: text.weight, color: .black)
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func vectorProblem(
    _ problem: VectorProblem, in file: String, isLiteral: Bool, isRamp: Bool, at place: SourceRange
  ) -> Diagnostic {
    let id: DiagnosticID =
      switch problem.kind {
      case .reference: .svgReference
      case .notDrawn: .svgNotDrawn
      case .notYet: .notSupportedYet
      case .limit: .overLimit
      }
    let isUnfilled = isLiteral && !problem.names.isEmpty
    return Diagnostic(
      id, "\(file):\(problem.line):\(problem.column): \(problem.message)", at: place,
      hint: isUnfilled
        ? "values for its variables stand beside `image`, as in `with: {name: value}`"
        : isRamp ? "an SVG is drawn once, so a value cannot change: animate the item instead" : problem.hint)
  }

  fileprivate static func takesNoValues(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownParameter, "'\(file)' takes no values, because it is not an SVG", at: place,
      hint: "remove `with`")
  }

  fileprivate static func valueIsList(_ value: PassedValue) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(value.name.value)` of an SVG is a single value, but this is a list",
      at: value.value.range, hint: "pass one of its values, or show the picture in an `each`")
  }

  fileprivate static func unusedValue(
    _ name: Located<String>, of file: String, suggestion: String?, others: [String]
  ) -> Diagnostic {
    guard !others.isEmpty else {
      return Diagnostic(
        .unknownParameter, "'\(file)' has no variables", at: name.range,
        hint: "remove `with`, or write `${\(name.value)}` in a text or an attribute of the picture")
    }
    return Diagnostic(
      .unknownParameter, "'\(file)' has no variable `${\(name.value)}`", at: name.range,
      hint: suggestion.map { "did you mean `\($0)`?" } ?? "its variables: \(listed(others))",
      fixes: suggestion.map {
        [Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
      } ?? [])
  }

  fileprivate static func missingValue(
    _ name: String, of file: String, at range: SourceRange, _ place: InsertionPlace?
  ) -> Diagnostic {
    Diagnostic(
      .unsetVariable, "'\(file)' uses `${\(name)}`, which `with` does not give", at: range,
      hint: "add `\(name): …` to `with`",
      fixes: place.map {
        [Fix("add an empty `\(name)`", [$0.inserting("\(name): \"\"")], isSafe: false)]
      } ?? [])
  }

  fileprivate static func vectorFontIsMissing(
    _ families: String, in file: String, drawn: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingFont, "'\(file)' asks for the font family '\(families)', which is not installed", at: place,
      hint: "install it, or correct its name in the SVG"
        + (drawn.isEmpty ? "" : "; otherwise '\(drawn)' would be used"))
  }

  fileprivate static func vectorLetterIsMissing(
    _ letter: Unicode.Scalar, in file: String, at place: SourceRange
  ) -> Diagnostic {
    let code = String(letter.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    return Diagnostic(
      .missingFont, severity: .warning, "no font has the letter '\(letter)' (\(name)) of '\(file)'",
      at: place,
      hint: "install a font that has it")
  }

  fileprivate static func vectorFonts(
    in file: String, _ failure: TextFailure, at place: SourceRange
  ) -> Diagnostic {
    let reason =
      switch failure {
      case .noFonts: "this machine has no fonts"
      case .library(let words): words
      default: "\(failure)"
      }
    return Diagnostic(
      .missingFont, "the texts of '\(file)' cannot be drawn: \(reason)", at: place,
      hint: "install the font, or convert the texts to paths")
  }
}
