import Basics
import Diagnostics
import Testing

@Suite struct DiagnosticTests {
  @Test("Findings are sorted by place, whole-script ones first, doubles dropped, ties in order")
  func sorting() {
    let late = Diagnostic(.unknownKey, "late", at: SourceRange(9, 10))
    let early = Diagnostic(.unknownKey, "early", at: SourceRange(2, 3))
    let tied = Diagnostic(.wrongType, "tied", at: SourceRange(2, 3))
    let whole = Diagnostic(.missingKey, "whole", at: nil)
    let atStart = Diagnostic(.missingKey, "at start", at: SourceRange(0, 0))
    #expect(
      [late, early, late, tied, atStart, whole].sortedAndUnique().map(\.message)
        == ["whole", "at start", "early", "tied", "late"])
  }
}
