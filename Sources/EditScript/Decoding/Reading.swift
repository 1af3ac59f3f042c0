import Basics
import Composition
import Diagnostics
import YAMLTree

/// The state of reading one script: its text, its variables, and the findings.
///
/// It never outlives the call that creates it, such as `EditScript.read`.
package final class Reading {
  let source: SourceText
  /// In the order of the text.
  let comments: [YAMLComment]
  /// The root of the tree; nil while something other than a script is read.
  var root: YAMLNode?
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the script has no film: other scripts use what it declares.
  var isLibrary = false
  /// The names under `use`.
  var uses = UseTable()
  /// Nil until `vars` has been read: nothing is replaced in the declarations themselves.
  var variables: VariableTable?
  /// The keys that items start from, as written under `defaults`.
  var defaults = ItemDefaults()
  /// The keys under `styles`, by the name of their style.
  var styles: [String: [YAMLEntry]] = [:]
  /// The names of styles that items use.
  var usedStyles: Set<String> = []
  /// The places of names of other scripts' styles, at which their keys are read.
  var importedRanges: Set<SourceRange> = []
  /// Whether the style of an item depends on a variable.
  var choosesStyles = false
  /// The list of the item that is being read; nil outside items.
  var list: ItemList?
  /// Where each name of an item or an output is first declared.
  var names: [NameSpace: [String: SourceRange]] = [:]
  /// The names under `markers`, which times may use before the markers themselves are read.
  var markerNames: Set<String> = []
  /// The namespace of the items that are being read.
  var itemNameSpace = NameSpace.items
  /// The number of bytes that values with replaced variables may still have in total.
  private var replacedBytesLeft = LanguageLimits.replacedBytes
  /// The number of unknown words that still get a suggestion and a list of the allowed words.
  var suggestionsLeft = LanguageLimits.suggestions

  /// The kind of the item whose keys are being read; nil outside items.
  var itemKind: ItemKeyword?
  /// Whether the item that is being read is in an `each`.
  var isInEach = false
  /// The entries of each named item, for `overrides`.
  var namedItems: [String: [NamedItem]] = [:]
  /// The shape of the canvas whose overrides are being read; nil for those of outputs.
  var overriddenShape: PictureShape?
  /// The keys that are overridden by shape, by the name of the item.
  var shapeChanges: [String: [PictureShape: [YAMLEntry]]] = [:]
  /// The same for subtitles.
  var namedSubtitles: [String: NamedSubtitles] = [:]
  /// Whether the text that is being read is markup, in which values of variables are only words.
  private(set) var isReadingMarkup = false
  /// Whether an item is being read again with the overrides of an output.
  var isOverriding = false
  /// The scalars that were replaced by a value of a list.
  var listedRanges: Set<SourceRange> = []

  /// The variables in each scalar that was read.
  private(set) var variableUses: [SourceRange: VariableUse] = [:]
  /// The last scalar in which a variable was replaced. Edits of the result would garble the source.
  private(set) var replacedRange: SourceRange?
  private(set) var isQuiet = false
  /// The number of discarded findings.
  private var discarded = 0
  private var isInsidePlanned = false

  init(source: SourceText, comments: [YAMLComment]) {
    self.source = source
    self.comments = comments
  }

  func report(_ diagnostic: Diagnostic) {
    if isQuiet { discarded += 1 } else { diagnostics.append(diagnostic) }
  }

  /// Adds a note to a finding that was reported, by its number.
  func add(_ note: Diagnostic.Note, toFinding number: Int) {
    if diagnostics.indices.contains(number) { diagnostics[number].notes.append(note) }
  }

  /// Whether a value can be read without findings; discards them.
  func isUnderstood(_ read: () -> Void) -> Bool {
    let before = discarded
    quietly(read)
    return discarded == before
  }

  /// Whether unknown words are compared with known ones; false while findings are discarded.
  var hasSuggestions: Bool { suggestionsLeft > 0 && !isQuiet }

  /// Reports that something is understood but cannot be rendered yet, once and not for everything inside it.
  func reportPlanned(_ message: String, at range: SourceRange, hint: String) {
    if !isInsidePlanned { report(Diagnostic(.notSupportedYet, message, at: range, hint: hint)) }
  }

  /// Counts the bytes of a value with replaced variables. Returns false if a script exceeds the limit, which
  /// is reported once, even while findings are discarded.
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

  /// Reads a value without reporting findings, which are already reported where it is written.
  func quietly<Result>(_ body: () -> Result) -> Result {
    let before = isQuiet
    isQuiet = true
    defer { isQuiet = before }
    return body()
  }

  /// Reads a text that is markup if `isMarkup`.
  func reading<Result>(markup isMarkup: Bool, _ body: () -> Result) -> Result {
    let before = isReadingMarkup
    isReadingMarkup = isMarkup
    defer { isReadingMarkup = before }
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

/// The scope in which a name is unique: all items, all outputs, or one sequence.
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
    // Most scalars contain no dollar sign.
    guard scalar.text.utf8.contains(UInt8(ascii: "$")) else { return plain }
    let replaced = replacingVariables(in: plain)
    if variables != nil {
      replacedRange = subject.node.range
      noteVariables(in: scalar.text, at: subject.node.range)
    }
    return replaced
  }

  /// Records the variables of a scalar.
  func noteVariables(in text: String, at range: SourceRange) {
    let use = variableUse(in: text)
    if !use.names.isEmpty { variableUses[range] = use }
  }

  /// The text of a key that is also a value, such as the time of a key frame. Keys have no variables.
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
      // Text for viewers may contain any character, and paths have their own rule.
      if grammar.production != "text" {
        reportInvisible(
          in: text, as: ["name", "usable-name"].contains(grammar.production) ? "the name" : "the value",
          .warning)
      } else {
        reportTypographicQuotes(around: text)
      }
      return value
    case .failure(let problem):
      guard !reportInvisible(in: text, as: "the value", .error),
        !reportTypographicQuotes(insteadOfQuotesIn: text, as: grammar)
      else { return nil }
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
      guard !reportInvisible(in: text, as: "the value", .error),
        !reportTypographicQuotes(insteadOfQuotesIn: text, as: grammar)
      else { return nil }
      let found = problem.diagnostic
      countSuggestion(for: found)
      let words = text.getsSuggestions ? "allowed: \(listing(form.words.map(\.text), last: "and"))" : nil
      let hint = found.hint ?? words
      report(found.with(fixes: isReplaced(text) ? [] : found.fixes, hint: hint))
      return nil
    }
  }

  /// Whether a variable was replaced in the text, so that its bytes differ from the source.
  private func isReplaced(_ text: ScalarText) -> Bool {
    text.range == replacedRange || listedRanges.contains(text.range)
  }

  private func countSuggestion(for found: Diagnostic) {
    if found.id == .unknownValue, hasSuggestions { suggestionsLeft -= 1 }
  }

  /// The offset of the text in the source; nil if folding or escapes changed its bytes.
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
