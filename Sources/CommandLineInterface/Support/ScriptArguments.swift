import Basics
import EditScript

// Arguments that several commands take, and the kinds of value that are written as in scripts.

let scriptArgument = Argument.positional(
  .file("SCRIPT", extensions: ["edit"]), "The script; `-` reads it from standard input.")

let jsonArgument = Argument.flag("json", "Prints JSON instead of text.")

let rangeArgument = Argument<Located<RangeExpression>?>.option(
  "range", .scriptValue("RANGE", .range), "Makes only this part of the film, such as `2s..5s`.")

let forceArgument = Argument.flag("force", "Replaces an existing file.")

extension ArgumentKind {
  /// A value written as in a script: `2.5s`, `first 1s`.
  static func scriptValue<Written: Hashable & Sendable>(
    _ placeholder: String, _ grammar: ValueGrammar<Written>
  ) -> ArgumentKind where Value == Located<Written> {
    ArgumentKind(
      placeholder, expectation: "\(grammar.noun), such as \(grammar.examples.first ?? "")"
    ) { text in
      let range = SourceRange(0, text.utf8.count)
      guard case .success(let value) = grammar.read(ScalarText(text: text, range: range, start: 0)) else {
        return nil
      }
      return Located(value, at: range)
    }
  }
}
