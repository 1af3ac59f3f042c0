import Basics
import Composition
import Diagnostics
import EditScript

// What an SVG contains that is not drawn, and the fonts of its texts.

extension MediaMatching {
  /// How an SVG is drawn, after findings about everything in it that is not drawn.
  mutating func vectorReading(of file: Located<String>) -> VectorReading {
    var reading = VectorReading()
    guard let facts = table.vectors[file.value] else { return reading }
    for problem in facts.problems { report(.vectorProblem(problem, in: file.value, at: file.range)) }
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
    _ problem: VectorProblem, in file: String, at place: SourceRange
  ) -> Diagnostic {
    let id: DiagnosticID =
      switch problem.kind {
      case .reference: .svgReference
      case .notDrawn: .svgNotDrawn
      case .notYet: .notSupportedYet
      case .limit: .overLimit
      }
    return Diagnostic(
      id, "\(file):\(problem.line):\(problem.column): \(problem.message)", at: place, hint: problem.hint)
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
