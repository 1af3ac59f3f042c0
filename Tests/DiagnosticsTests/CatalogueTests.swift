import Diagnostics
import SourceText
import Testing

@Suite struct CatalogueTests {
  @Test("Every id is kebab-case and has a title and an explanation of its own")
  func everyEntry() {
    for id in DiagnosticID.allCases {
      let words = id.title.split(separator: " ")
      #expect((3...6).contains(words.count), "\(id.rawValue): \(id.title)")
      #expect(id.title.last != ".")
      let sentences = id.explanation.split(separator: ". ").count
      #expect((2...5).contains(sentences), "\(id.rawValue) has \(sentences) sentences")
      #expect(id.explanation.hasSuffix("."))
      #expect(!id.explanation.contains("  "), "\(id.rawValue)")
      #expect(id.rawValue.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") })
    }
    #expect(Set(DiagnosticID.allCases.map(\.title)).count == DiagnosticID.allCases.count)
    #expect(Set(DiagnosticID.allCases.map(\.explanation)).count == DiagnosticID.allCases.count)
  }

  @Test("Findings are sorted by place, whole-script ones first, doubles dropped, ties in order")
  func sorting() {
    let late = Diagnostic(.unknownKey, "late", at: SourceRange(9, 10))
    let early = Diagnostic(.unknownKey, "early", at: SourceRange(2, 3))
    let tied = Diagnostic(.wrongType, "tied", at: SourceRange(2, 3))
    let whole = Diagnostic(.missingKey, "whole", at: nil)
    let atStart = Diagnostic(.missingKey, "at start", at: SourceRange(0, 0))
    #expect(
      [late, early, late, tied, atStart, whole].sortedWithoutDoubles().map(\.message)
        == ["whole", "at start", "early", "tied", "late"])
  }
}
