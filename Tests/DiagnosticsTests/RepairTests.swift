import Basics
import Diagnostics
import TestSupport
import Testing

private func fix(_ edits: (Int, Int, String)..., isSafe: Bool = true) -> Diagnostic.Fix {
  Diagnostic.Fix(
    "write", edits.map { TextEdit(range: SourceRange($0, $1), replacement: $2) }, isSafe: isSafe)
}

private func finding(_ fixes: Diagnostic.Fix..., id: DiagnosticID = .unknownKey) -> Diagnostic {
  Diagnostic(id, "m", at: SourceRange(0, 1), fixes: fixes)
}

@Suite struct RepairTests {
  private func edited(_ diagnostics: Diagnostic...) -> String? {
    SourceText(name: "t", "0123456789").applying(SafeEdits(diagnostics).edits)
  }

  @Test("Repairs that leave each other alone are made together, in any order")
  func together() {
    #expect(edited(finding(fix((8, 9, "x"))), finding(fix((0, 1, "a"), (4, 5, "b")))) == "a123b567x9")
    #expect(edited(finding(fix((2, 4, "a"))), finding(fix((4, 6, "b")))) == "01ab6789")
  }

  @Test("Of repairs that overlap, or insert at one place, the first is made")
  func overlapping() {
    #expect(edited(finding(fix((2, 5, "a"))), finding(fix((4, 6, "b")))) == "01a56789")
    #expect(edited(finding(fix((2, 2, "a"))), finding(fix((2, 2, "b")))) == "01a23456789")
    #expect(edited(finding(fix((2, 4, "a"))), finding(fix((4, 4, "b")))) == "01a456789")
    // All of a repair or none of it.
    #expect(edited(finding(fix((2, 4, "a"))), finding(fix((0, 1, "b"), (3, 5, "c")))) == "01a456789")
    #expect(edited(finding(fix((0, 3, "a"), (2, 4, "b")))) == "0123456789")
  }

  @Test("One edit that two findings ask for is made once")
  func shared() {
    let both = SafeEdits([finding(fix((2, 4, "a"))), finding(fix((2, 4, "a")))])
    #expect(both.edits.count == 1)
    #expect(both.findings == 2)
  }

  @Test("A repair that a person has to choose is not made")
  func choices() {
    #expect(edited(finding(fix((0, 1, "a"), isSafe: false))) == "0123456789")
    #expect(edited(finding(fix((0, 1, "a")), fix((0, 1, "b")))) == "0123456789")
    #expect(edited(finding(fix((0, 1, "a")), fix((0, 1, "b"), isSafe: false))) == "a123456789")
    #expect(edited(finding(fix())) == "0123456789")
  }

  /// Replaces the first `from` of a text by `to`, as long as there is one.
  private func rewriting(_ pairs: [(from: String, to: String)]) -> (SourceText) -> [Diagnostic] {
    { source in
      pairs.compactMap { from, to in
        let bytes = Array(from.utf8)
        let start = source.bytes.indices.first { source.bytes[$0...].starts(with: bytes) }
        return start.map { finding(fix(($0, $0 + bytes.count, to))) }
      }
    }
  }

  @Test("A repair that uncovers another is followed by it")
  func rounds() {
    let repair = Repair(
      of: SourceText(name: "t", "a"), check: rewriting([("a", "b"), ("b", "c"), ("c", "d")]))
    #expect(repair.source.text == "d")
    #expect(repair.fixed == 3)
  }

  @Test("Repairs that go in circles, or change nothing, come to an end")
  func circles() {
    let circle = Repair(of: SourceText(name: "t", "a"), check: rewriting([("a", "b"), ("b", "a")]))
    #expect(["a", "b"].contains(circle.source.text))
    let same = Repair(of: SourceText(name: "t", "a"), check: rewriting([("a", "a")]))
    #expect(same.source.text == "a")
    #expect(same.fixed == 0)
    let outside = Repair(of: SourceText(name: "t", "a")) { _ in [finding(fix((7, 9, "x")))] }
    #expect(outside.source.text == "a")
  }

  @Test("A repair after which the text cannot be read is taken back and said")
  func harmful() {
    let repair = Repair(of: SourceText(name: "t", "a")) { source in
      source.text == "a" ? [finding(fix((0, 1, "{")))] : [finding(id: .yamlSyntax)]
    }
    #expect(repair.source.text == "a")
    #expect(repair.fixed == 0)
    #expect(repair.refused?.id == .yamlSyntax)
  }

  @Test("Thousands of repairs are gathered in no time")
  func many() {
    let findings = (0..<20_000).map { finding(fix(($0 * 3, $0 * 3 + 1, "xx"))) }
    let time = processorTime { #expect(SafeEdits(findings.shuffled()).edits.count == 20_000) }
    #expect(time < .seconds(20))
  }
}
