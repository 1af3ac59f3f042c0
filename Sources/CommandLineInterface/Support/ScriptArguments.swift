import EditScript
import EditTime
import SourceText

// Arguments that several commands take, and the kinds of value that are written as in scripts.

let scriptArgument = Argument.positional(
  .file("SCRIPT", extensions: ["edit"]), "The script; `-` reads it from standard input.")

let noMediaArgument = Argument.flag(
  "no-media", "Looks at no media file; what depends on one is reported as not checked.")

let requireMediaArgument = Argument.flag(
  "require-media",
  "Makes it an error when a media file is not there to be looked at, even where a lock knows it, and reads each "
    + "file to its end to hold it against the lock.")

let jsonArgument = Argument.flag("json", "Prints JSON instead of text.")

let cacheArgument = Argument<String?>.option(
  "cache", .folder("DIR"),
  "Keeps finished segments and what is known of media in this folder instead of `editc` below XDG_CACHE_HOME "
    + "or ~/.cache.")

let noCacheArgument = Argument.flag(
  "no-cache", "Uses nothing that was found or made before and keeps nothing.")

let rangeArgument = Argument<Located<RangeExpression>?>.option(
  "range", .scriptValue("RANGE", .range), "Makes only this part of the film, such as `2s..5s`.")

let forceArgument = Argument.flag("force", "Replaces a file that is there already.")

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
