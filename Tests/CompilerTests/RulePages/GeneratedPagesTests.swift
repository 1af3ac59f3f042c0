import Compiler
import Diagnostics
import FoundationEssentials
import TestSupport
import Testing

@Suite("docs/rules")
struct GeneratedRulePagesTests {
  @Test("holds the pages that editc explains its rules with", arguments: RulePages.all)
  func page(_ page: RulePage) throws {
    try expectFile("docs/rules/\(page.id.name).md", toHold: page.markdown)
  }

  @Test("lists the pages in its README, and holds no others")
  func index() throws {
    try expectFile("docs/rules/README.md", toHold: RulePages.markdownIndex)
    let files = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/docs/rules")
    #expect(Set(files) == Set(RulePages.all.map { $0.id.name + ".md" } + ["README.md"]))
  }
}
