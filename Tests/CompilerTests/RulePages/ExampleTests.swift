import Basics
import Compiler
import Diagnostics
import Testing

@Suite("The pages of rules and their examples")
struct PageExampleTests {
  /// Findings that an example of one rule cannot be had without.
  private static let company: [DiagnosticID: Set<DiagnosticID>] = [
    .flashFrame: [.offFrameGrid], .referenceCycle: [.notSupportedYet], .unknownName: [.notSupportedYet],
    .unusedSequence: [.notSupportedYet], .codecNotInContainer: [.notSupportedYet],
    .unknownSuppression: [.absolutePath],
  ]

  @Test("show a script that is wrong and one that is right, for every kind of finding")
  func isComplete() {
    let incomplete = RulePages.all.filter { $0.wrong.isEmpty || $0.right.isEmpty }.map(\.id)
    #expect(incomplete == [])
    #expect(RulePages.all.map(\.id) == Rules.ids)
  }

  @Test("give exactly the messages that stand with them, and nothing beside", arguments: RulePages.all)
  func messages(_ page: RulePage) throws {
    let allowed = Self.company[page.id] ?? []
    for example in page.examples {
      let checked = try CheckedExample(example)
      let found = checked.diagnostics
      #expect(found.filter { $0.id == page.id }.map(\.message) == example.messages, "\(example.script)")
      let others = found.filter { $0.id != page.id && !(example.isWrong && allowed.contains($0.id)) }
      #expect(others.map { "\($0.id.name): \($0.message)" } == [], "\(example.script)")
    }
  }

  @Test("lose the finding when one of its fixes is applied", arguments: RulePages.all)
  func fixes(_ page: RulePage) throws {
    for example in page.wrong {
      let checked = try CheckedExample(example)
      for finding in checked.findings.last?.diagnostics ?? [] {
        for fix in finding.fixes {
          let text = try #require(checked.source.applying(fix.edits), "\(fix.title)")
          // A file whose path was repaired is not in the listing under its new name.
          let again = try CheckedExample(example.with(text))
            .diagnostics
            .filter { $0.id != .mediaNotChecked }
          let left = again.count { $0.id == finding.id && $0.message == finding.message }
          let before = checked.diagnostics.count { $0.id == finding.id && $0.message == finding.message }
          #expect(left == before - 1, "\(finding.message): \(fix.title)\n\(text)")
          #expect(again.count < checked.diagnostics.count, "\(fix.title)\n\(text)")
        }
      }
    }
  }

  @Test(
    "are without findings when all safe fixes are applied to what only needs them", arguments: RulePages.all)
  func safeFixes(_ page: RulePage) throws {
    for example in page.wrong {
      let checked = try CheckedExample(example)
      let safe = checked.diagnostics.flatMap(\.fixes).filter(\.isSafe)
      guard checked.diagnostics.allSatisfy({ $0.fixes.contains(where: \.isSafe) }) else { continue }
      let text = try #require(checked.source.applying(safe.flatMap(\.edits)))
      let again = try CheckedExample(example.with(text))
      #expect(again.diagnostics.map(\.message) == [], "\(text)")
    }
  }

  @Test("need the media exactly where the page says so", arguments: RulePages.all)
  func media(_ page: RulePage) throws {
    for example in page.wrong {
      let blind = try CheckedExample(example.with(example.script, media: ""))
        .diagnostics.filter { $0.id == page.id }
      #expect(blind.isEmpty == page.id.needsMedia, "\(example.script)")
    }
  }
}

extension RulePage: CustomTestStringConvertible {
  package var testDescription: String { id.name }
}
