import Basics
import Diagnostics
import EditScript

// Arguments that several commands take, and the kinds of value that are written as in scripts.

let scriptArgument = Argument.positional(
  .file("SCRIPT", extensions: ["edit"]), "The script; `-` reads it from standard input.")

let jsonArgument = Argument.flag("json", "Prints JSON instead of text.")

let rangeArgument = Argument<Located<RangeExpression>?>.option(
  "range", .scriptValue("RANGE", .filmRange), "Makes only this part of the film, such as `2s..5s`.")

let onlyArgument = Argument.repeated(
  "only", .text("NAME"),
  "Takes only this output of the script, whatever is wrong with the others: its `name`, or the name of its file."
)

/// For commands that show the film of one output.
let shownOutputArgument = Argument<String?>.option(
  "only", .text("NAME"),
  "Takes this output instead of the first one, whatever is wrong with the others: its `name`, or the name of its file."
)

let verboseArgument = Argument.flag(
  "verbose", short: "v", "Shows notes too; otherwise only errors and warnings are listed.")

let draftArgument = Argument.flag(
  "draft",
  "Makes small films fast: with the preset `draft` (at most 640x360, the fastest encoder), whatever the script says of "
    + "sizes and codecs.")

let forceArgument = Argument.flag("force", "Replaces an existing file.")

extension ArgumentKind {
  /// Values written as in a script, separated by commas: `0s,50%,end`.
  static func scriptValues<Written: Hashable & Sendable>(
    _ placeholder: String, _ grammar: ValueGrammar<Written>, atMost count: Int = .max
  ) -> ArgumentKind where Value == [Located<Written>] {
    let one = ArgumentKind<Located<Written>>.scriptValue(placeholder, grammar)
    return ArgumentKind(
      placeholder, expectation: count == 2 ? one.expectation + ", or two with a comma" : one.expectation
    ) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let values = parts.compactMap { part in one.read(String(part)) }
      return values.count == parts.count && values.count <= count ? values : nil
    } reason: { text in
      text.split(separator: ",").lazy.compactMap { one.reason(String($0)) }.first
    }
  }

  /// A value written as in a script: `2.5s`, `first 1s`.
  static func scriptValue<Written: Hashable & Sendable>(
    _ placeholder: String, _ grammar: ValueGrammar<Written>
  ) -> ArgumentKind where Value == Located<Written> {
    ArgumentKind(
      placeholder, expectation: "\(grammar.noun), such as \(grammar.examples.first ?? "")"
    ) { text in
      let scalar = ScalarText(text)
      guard case .success(let value) = grammar.read(scalar) else { return nil }
      return Located(value, at: scalar.range)
    } reason: { text in
      // What is no such value at all is told by what was expected.
      guard case .failure(let problem) = grammar.read(ScalarText(text)),
        problem.diagnostic.id == .numberOutOfRange
      else { return nil }
      return problem.diagnostic.message
    }
  }
}

extension ScalarText {
  /// A word of the command line.
  fileprivate init(_ text: String) {
    self.init(text: text, range: SourceRange(0, text.utf8.count), start: 0)
  }
}
