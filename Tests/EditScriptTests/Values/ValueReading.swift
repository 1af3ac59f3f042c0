import Basics
import Diagnostics
import EditScript
import TestSupport

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
