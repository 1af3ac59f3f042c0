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

/// Compares a file of the checkout with what should be in it, or writes it when goldens are refreshed.
private func expectFile(_ path: String, toHold text: String) throws {
  let url = URL(filePath: packageRoot + "/" + path)
  if ProcessInfo.processInfo.environment["EDITC_UPDATE_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
  let written = (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) }
  #expect(written == text, "\(path) is out of date: run the tests with EDITC_UPDATE_GOLDENS=1")
}
