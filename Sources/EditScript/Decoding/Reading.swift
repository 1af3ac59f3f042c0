import Basics
import Diagnostics
import YAMLTree

/// One reading of one script: its text, its variables, and what was found on the way.
///
/// It lives for one call of `EditScript.read` and never leaves it.
package final class Reading {
  let source: SourceText
  /// In the order of the text.
  let comments: [YAMLComment]
  /// The whole tree; nil while something else than a script is read.
  var root: YAMLNode?
  private(set) var diagnostics: [Diagnostic] = []
  /// Nil until `vars` has been read: nothing is replaced in the declarations themselves.
  var variables: VariableTable?
  /// The keys that items of a kind start from, as written under `defaults`.
  var defaults: [ItemKeyword: [YAMLEntry]] = [:]
  /// Where each name of an item or an output was first given.
  var names: [NameSpace: [String: SourceRange]] = [:]
  /// The names under `markers`, which times may use before the markers themselves are read.
  var markerNames: Set<String> = []
  /// The world that names of items live in at the moment.
  var itemNameSpace = NameSpace.items
  /// How many more bytes may come out of scalars in which variables were replaced.
  private var replacedBytesLeft = LanguageLimits.replacedBytes
  /// How many more unknown words get a suggestion and a list of the allowed words.
  var suggestionsLeft = LanguageLimits.suggestions

  /// Whether an item is read that stands for several.
  var isInEach = false
  /// The text of each item with a name, which `overrides` of outputs change.
  var namedItems: [String: [NamedItem]] = [:]
  /// Whether an item is read again, as an output changes it.
  var isOverriding = false
  /// The scalars that were replaced by a value of a list.
  var listedRanges: Set<SourceRange> = []

  /// The last scalar in which a variable was replaced. Edits of the result would garble the source.
  private(set) var replacedRange: SourceRange?
  private var isQuiet = false
  /// How many findings were discarded.
  private var discarded = 0
  private var isInsidePlanned = false

  init(source: SourceText, comments: [YAMLComment]) {
    self.source = source
    self.comments = comments
  }

  func report(_ diagnostic: Diagnostic) {
    if isQuiet { discarded += 1 } else { diagnostics.append(diagnostic) }
  }

  /// Whether reading something reports nothing. Nothing is reported.
  func isUnderstood(_ read: () -> Void) -> Bool {
    let before = discarded
    quietly(read)
    return discarded == before
  }

  /// Whether unknown words are compared with known ones; false while findings are discarded.
  var hasSuggestions: Bool { suggestionsLeft > 0 && !isQuiet }

  /// Says that something is understood and cannot be rendered yet; once, not for everything inside it again.
  func reportPlanned(_ message: String, at range: SourceRange, hint: String) {
    if !isInsidePlanned { report(Diagnostic(.notSupportedYet, message, at: range, hint: hint)) }
  }

  /// Counts what came out of replacing variables; false when it is more than all of a script may hold, which is
  /// reported once, by whichever reader.
  func takesReplaced(_ bytes: Int, at range: SourceRange) -> Bool {
    guard replacedBytesLeft >= 0 else { return false }
    replacedBytesLeft -= bytes
    guard replacedBytesLeft < 0 else { return true }
    diagnostics.append(
      Diagnostic(
        .tooLarge,
        "values with variables exceed \(LanguageLimits.replacedBytes) bytes in total at this point",
        at: range, hint: "the rest is not read; move long text to separate files"))
    return false
  }

  /// Reads a value again whose findings were reported at its place.
  func quietly<Result>(_ body: () -> Result) -> Result {
    let before = isQuiet
    isQuiet = true
    defer { isQuiet = before }
    return body()
  }

  /// Reads a value inside one that cannot be rendered yet.
  func insidePlanned<Result>(_ body: () -> Result) -> Result {
    let before = isInsidePlanned
    isInsidePlanned = true
    defer { isInsidePlanned = before }
    return body()
  }
}

/// Names are unique among items and among outputs; each sequence is a world of its own.
enum NameSpace: Hashable {
  case items
  case outputs
  case sequence(String)
}

// MARK: - Scalars

extension Reading {
  /// The text of a scalar with its variables replaced, or nil after a diagnostic.
  func text(of scalar: YAMLScalar, in subject: Subject) -> ScalarText? {
    let plain = ScalarText(
      text: scalar.text, range: subject.node.range, start: start(of: scalar, at: subject.node.range),
      getsSuggestions: hasSuggestions, markers: markerNames)
    // The common scalar holds no dollar sign at all.
    guard scalar.text.utf8.contains(UInt8(ascii: "$")) else { return plain }
    let replaced = replacingVariables(in: plain)
    if variables != nil { replacedRange = subject.node.range }
    return replaced
  }

  /// The text of a key that is a value too, such as the time of a key frame. Nothing is replaced in keys.
  func text(ofKey entry: YAMLEntry) -> ScalarText {
    let scalar = YAMLScalar(entry.key)
    return ScalarText(
      text: entry.key, range: entry.keyRange, start: start(of: scalar, at: entry.keyRange),
      getsSuggestions: hasSuggestions, markers: markerNames)
  }

  /// The value of a scalar, or nil after a diagnostic.
  func value<Value>(of text: ScalarText, as grammar: ValueGrammar<Value>) -> Value? {
    switch grammar.read(text) {
    case .success(let value):
      // What people read may hold any character, and paths have a rule of their own.
      if grammar.production != "text" {
        reportInvisible(in: text, as: grammar.production == "name" ? "the name" : "the value", .warning)
      } else {
        reportTypographicQuotes(around: text)
      }
      return value
    case .failure(let problem):
      guard !reportInvisible(in: text, as: "the value", .error) else { return nil }
      let found = problem.diagnostic
      countSuggestion(for: found)
      report(isReplaced(text) ? found.with(fixes: [], hint: found.hint) : found)
      return nil
    }
  }

  /// The value of a scalar that is one of the words of a closed list.
  func word<Value>(of text: ScalarText, as grammar: ValueGrammar<Value>, _ form: ScalarForm) -> Value? {
    switch grammar.read(text) {
    case .success(let value): return value
    case .failure(let problem):
      guard !reportInvisible(in: text, as: "the value", .error) else { return nil }
      let found = problem.diagnostic
      countSuggestion(for: found)
      let words = text.getsSuggestions ? "allowed: \(listing(form.words.map(\.text), last: "and"))" : nil
      let hint = found.hint ?? words
      report(found.with(fixes: isReplaced(text) ? [] : found.fixes, hint: hint))
      return nil
    }
  }

  /// Whether a variable was replaced in it, so that its bytes are not those of the source.
  private func isReplaced(_ text: ScalarText) -> Bool {
    text.range == replacedRange || listedRanges.contains(text.range)
  }

  private func countSuggestion(for found: Diagnostic) {
    if found.id == .unknownValue, hasSuggestions { suggestionsLeft -= 1 }
  }

  /// Where the text begins in the source, or nil where quoting, folding or escapes moved its bytes.
  private func start(of scalar: YAMLScalar, at range: SourceRange) -> Int? {
    let count = scalar.text.utf8.count
    for (start, end) in [(range.start, range.end), (range.start + 1, range.end - 1)]
    where end - start == count && end <= source.bytes.count {
      if source.bytes[start..<end].elementsEqual(scalar.text.utf8) { return start }
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate func with(fixes: [Fix], hint: String?) -> Diagnostic {
    Diagnostic(id, severity: severity, message, at: range, notes: notes, hint: hint, fixes: fixes)
  }
}
