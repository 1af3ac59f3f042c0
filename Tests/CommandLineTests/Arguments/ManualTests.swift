import TestSupport
import Testing

@testable import CommandLineInterface

@Suite("Manual pages", .enabled(if: OtherProgram.mandoc.isPresent, "mandoc is not installed"))
struct ManualTests {
  @Test("mandoc finds nothing to say about any")
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
    let program = CommandLineProgram(name: "editc", version: "1", summary: "", groups: [("Odd", [command])])
    let page = program.manual(of: command)
    let result = try run(["mandoc", "-T", "utf8", "-O", "width=80"], input: Array(page.utf8))
    // Bold letters are struck twice.
    let text = result.text.replacing(/.\x08/, with: "")
    for words in [
      ".start of a line, `~/x^2`, a\\b and \"quoted\".", "  $ editc odd --x-y 'a b'", "'Tis so.", "Says 'no'",
    ] {
      #expect(text.contains(words), "\(text)")
    }
  }
}
