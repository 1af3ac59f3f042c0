import TestSupport
import Testing

@testable import CommandLineInterface

@Suite("Manual pages") struct ManualTests {
  @Test("mandoc finds nothing to say about any", .enabled(if: testsAll, "runs in `make test-all`"))
  func lint() throws {
    for page in [editc.manual] + editc.visibleCommands.map(editc.manual(of:)) {
      let result = try run(["mandoc", "-T", "lint"], input: Array(page.utf8))
      #expect(result.exitCode == 0 && result.text == "", "\(result.text)")
    }
  }

  @Test("show what is typed, character for character")
  func characters() throws {
    let command = Command(
      "odd", "Says 'no'.",
      details: """
        .start of a line, `~/x^2`, a\\b and "quoted".

          $ editc odd --x-y 'a b'
        """,
      examples: [.init("odd 'x'", "'Tis so.")]
    ) { _ in .done }
    let page = CommandLineProgram(name: "editc", version: "1", summary: "", commands: [command]).manual(
      of: command)
    let result = try run(
      ["man", "--encoding=UTF-8", "-l", "-"], environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"],
      input: Array(page.utf8))
    for words in [
      ".start of a line, `~/x^2`, a\\b and \"quoted\".", "  $ editc odd --x-y 'a b'", "'Tis so.", "Says 'no'",
    ] {
      #expect(result.text.contains(words), "\(result.text)")
    }
  }
}
