import Basics
import Diagnostics
import ScriptWriting
import Testing

/// A script in its usual form; the reason is recorded where there is none.
func formatted(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> String? {
  do throws(FormattingProblem) {
    return try format(SourceText(name: "test.edit", text)).text
  } catch {
    Issue.record("\(error) in\n\(text)", sourceLocation: sourceLocation)
    return nil
  }
}

/// Two texts: what somebody wrote, and its usual form, which stays as it is.
func check(_ written: String, becomes usual: String, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(formatted(written) == usual, sourceLocation: sourceLocation)
  #expect(formatted(usual) == usual, sourceLocation: sourceLocation)
}

func checkStays(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(formatted(text) == text, sourceLocation: sourceLocation)
}
