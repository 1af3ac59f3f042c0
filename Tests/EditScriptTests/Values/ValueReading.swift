import Diagnostics
import EditScript
import SourceText

/// A plain scalar that stands alone in its source.
func scalar(_ text: String) -> ScalarText {
  ScalarText(text: text, range: SourceRange(0, text.utf8.count), start: 0)
}

/// The value of a text, or nil.
func value<V>(_ grammar: ValueGrammar<V>, _ text: String) -> V? {
  try? grammar.read(scalar(text)).get()
}

/// What is said about a text that is no value.
struct Refusal: Equatable {
  var id: DiagnosticID
  var guilty: String
  /// The whole text after the first fix.
  var fixed: String?

  init(_ id: DiagnosticID, _ guilty: String, fixed: String? = nil) {
    self.id = id
    self.guilty = guilty
    self.fixed = fixed
  }
}

func refusal<V>(_ grammar: ValueGrammar<V>, _ text: String) -> Refusal? {
  guard case .failure(let problem) = grammar.read(scalar(text)) else { return nil }
  let source = SourceText(name: "test", text)
  let diagnostic = problem.diagnostic
  return Refusal(
    diagnostic.id, diagnostic.range.map { source[$0] } ?? "",
    fixed: diagnostic.fixes.first.flatMap { source.applying($0.edits) })
}

func diagnostic<V>(_ grammar: ValueGrammar<V>, _ text: String) -> Diagnostic? {
  guard case .failure(let problem) = grammar.read(scalar(text)) else { return nil }
  return problem.diagnostic
}

/// A small generator of numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
