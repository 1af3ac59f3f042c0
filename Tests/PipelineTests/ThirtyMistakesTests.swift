import Basics
import Compiler
import Diagnostics
import Lowering
import Testing

/// The folder `thirty-mistakes-in-one-run` shows what is found; this shows what becomes of it.
@Suite("Thirty mistakes")
struct ThirtyMistakesTests {
  private let media: MediaTable
  private let script: String

  init() throws {
    let situation = PipelineCase(name: "thirty-mistakes-in-one-run")
    media = try MediaListing(situation.text("media.txt") ?? "").table
    script = try #require(situation.text("script.edit"))
  }

  @Test("are thirty findings in one run, each at a place of its own")
  func found() {
    let found = findings(in: script)
    #expect(found.count == 30)
    #expect(Set(found.map(\.range)).count == 30)
    #expect(found.allSatisfy { $0.range?.isEmpty == false })
    #expect(found.allSatisfy { $0.hint != nil || !$0.fixes.isEmpty || !$0.notes.isEmpty })
  }

  @Test("leave only those that need a person when every safe repair is made")
  func repaired() {
    let before = findings(in: script)
    let safe = before.filter { $0.fixes.contains(where: \.isSafe) }
    #expect(safe.count >= 9)
    let edits = safe.compactMap { $0.fixes.first(where: \.isSafe) }.flatMap(\.edits)
    guard let repaired = SourceText(name: "", script).applying(edits) else {
      Issue.record("two repairs are in each other's way")
      return
    }
    let after = findings(in: repaired)
    #expect(after.filter { $0.fixes.contains(where: \.isSafe) } == [])
    let needAPerson = before.filter { !$0.fixes.contains(where: \.isSafe) }
    #expect(after.map(\.message) == needAPerson.map(\.message))
  }

  private func findings(in script: String) -> [Diagnostic] {
    compile(SourceText(name: "script.edit", script), media: media).diagnostics
  }
}
