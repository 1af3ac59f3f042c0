import Basics
import Diagnostics
import EditScript

// Arguments that several commands share, and the kinds of values that are written as in scripts.

let scriptArgument = Argument.positional(
  .file("SCRIPT", extensions: ["edit"]), "The script; `-` reads standard input.")

let jsonArgument = Argument.flag("json", "Prints JSON instead of text.", group: "Output")

let rangeArgument = Argument<Located<RangeExpression>?>.option(
  "range", .scriptValue("RANGE", .filmRange), "Limits the film to this part, such as `2s..5s`.",
  group: "Output")

let onlyArgument = Argument.repeated(
  "only", .text("NAME"),
  "Selects an output by its `name` or file name; errors in the other outputs are ignored.", group: "Script")

/// For commands that show the film of one output.
let shownOutputArgument = Argument<String?>.option(
  "only", .text("NAME"),
  "Selects an output by its `name` or file name, instead of the first one; errors in the others are ignored.",
  group: "Script")

let verboseArgument = Argument.flag(
  "verbose", short: "v", "Lists notes too, not only errors and warnings.", group: "Reports")

let draftArgument = Argument.flag(
  "draft",
  "Renders a quick low-resolution draft: at most 640x360, with the fastest encoder settings.",
  group: "Output")

let forceArgument = Argument.flag("force", "Overwrites an existing file.", group: "Output")

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
      // A text that is not such a value at all gets the general expectation instead.
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
