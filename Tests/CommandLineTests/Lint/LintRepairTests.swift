import Glibc
import Processes
import TestSupport
import Testing

/// `editc lint --fix` and `--diff`.
@Suite struct LintRepairTests {
  private let place: Workplace
  /// Mistakes that need no person, in a text where bytes, code points and lines are not the same.
  private static let wrong = """
    edit: 1
    canvas: {siz: 64x36, rate: 30}  # editc: allow no-sond, upscaled
    timeline:
      - {note: "é 😀", colour: red, for: 2.5 s}
      - color: blue
        for: 1,5s
        opacty: 1 → 0
    outputs: [{file: "😀.mp4"}]

    """
  private static let right = """
    edit: 1
    canvas: {size: 64x36, rate: 30}
    timeline:
      - {note: "é 😀", color: red, for: 2.5s}
      - color: blue
        for: 1.5s
        opacity: 1 -> 0
    outputs: [{file: "😀.mp4"}]

    """

  init() throws {
    place = try Workplace()
    try place.write("film.edit", Self.wrong)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try place.bytes(name), as: UTF8.self)
  }

  @Test("What is clearly meant is mended, and then nothing is left to report")
  func fix() throws {
    let fixed = try place.editc("lint", "--fix", "film.edit")
    #expect(fixed.exitCode == 0)
    #expect(fixed.text == "")
    #expect(fixed.errorText == "editc: film.edit: 9 findings fixed\n")
    #expect(try text("film.edit") == Self.right)
    let again = try place.editc("lint", "--fix", "film.edit")
    #expect(again.text + again.errorText == "")
    #expect(try place.leftovers() == [])
  }

  @Test("git applies the difference to the same end, and showing it changes nothing")
  func diff() throws {
    let before = FileIdentity(ofFileAt: place.path("film.edit"))
    let diff = try place.editc("lint", "--diff", "film.edit")
    #expect(diff.exitCode == 1)
    #expect(diff.errorText == "editc: film.edit: 9 findings would be fixed\n")
    #expect(FileIdentity(ofFileAt: place.path("film.edit")) == before)
    let git = try run(["git", "apply", "-"], in: place.root, input: diff.output)
    #expect(git.exitCode == 0, "\(git.errorText)")
    #expect(try text("film.edit") == Self.right)
    let none = try place.editc("lint", "--diff", "film.edit")
    #expect(none.exitCode == 0)
    #expect(none.text + none.errorText == "")
  }

  @Test("A reader of SARIF makes the same repairs from lines and columns")
  func sarif() throws {
    // Suppressions are judged once the errors are gone: their repair takes a second log.
    for _ in 0..<3 {
      _ = try place.editc(
        "lint", "--format", "sarif", "--output-file", "log.sarif", "film.edit")
      #expect(try SARIFJudge.problems(inLogAt: place.path("log.sarif")) == "")
      #expect(try SARIFJudge.apply(logAt: place.path("log.sarif"), to: place.root) == "")
    }
    #expect(try text("film.edit") == Self.right)
  }

  @Test("Standard input is printed mended, and what remains is said beside it")
  func standardInput() throws {
    let fixed = try place.editc("lint", "--fix", "-", input: Self.wrong + "nothing: 1\n")
    #expect(fixed.exitCode == 1)
    // Behind an error others may hide, so that no comment is called unused yet.
    let comment = "30}  # editc: allow no-sound, upscaled\n"
    #expect(fixed.text == Self.right.replacing("30}\n", with: comment) + "nothing: 1\n")
    #expect(fixed.errorText.contains("<stdin>:9:1: error: `nothing` is not a key"))
    let right = try place.editc("lint", "--fix", "-", input: Self.right)
    #expect(right.text == Self.right)
    #expect(right.errorText == "")
    let diff = try place.editc("lint", "--diff", "-", input: Self.wrong)
    #expect(diff.text.hasPrefix("--- a/<stdin>\n+++ b/<stdin>\n@@ "))
  }

  @Test("Rights, links, byte-order marks and line ends stay as they are")
  func keepsTheRest() throws {
    let lines = "\u{FEFF}" + Self.wrong.replacing("\n", with: "\r\n")
    try place.write("crlf.edit", lines)
    let prepared = try place.shell("chmod 640 crlf.edit && ln -s crlf.edit link.edit")
    try #require(prepared.exitCode == 0)
    let diff = try place.editc("lint", "--diff", "crlf.edit")
    #expect(try place.editc("lint", "--fix", "link.edit").exitCode == 0)
    #expect(
      try place.bytes("crlf.edit") == Array(("\u{FEFF}" + Self.right.replacing("\n", with: "\r\n")).utf8))
    let facts = try place.shell("stat -c %a crlf.edit; readlink link.edit")
    #expect(facts.text == "640\ncrlf.edit\n")
    try place.write("crlf.edit", lines)
    #expect(try run(["git", "apply", "-"], in: place.root, input: diff.output).exitCode == 0)
    #expect(try text("crlf.edit") == "\u{FEFF}" + Self.right.replacing("\n", with: "\r\n"))
  }

  @Test("Repairs that leave a choice are left to a person")
  func choices() throws {
    let text = "edit: 1\ntimeline:\n  - {color: red, for: 2}\n"
    try place.write("choice.edit", text)
    let result = try place.editc("lint", "--fix", "choice.edit")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("[bare-number]"))
    #expect(result.errorText == "")
    #expect(try self.text("choice.edit") == text)
  }

  @Test("Only what is asked for is mended")
  func only() throws {
    let result = try place.editc(
      "lint", "--fix", "--rule", "number-syntax", "--rule", "wrong-unit", "--rule",
      "look-alike-character", "film.edit")
    #expect(result.exitCode == 0)
    #expect(
      try text("film.edit")
        == Self.wrong.replacing("1,5s", with: "1.5s").replacing("2.5 s", with: "2.5s")
        .replacing("→", with: "->"))
  }

  @Test("A text that cannot be read is left alone")
  func unreadable() throws {
    for wrong in ["edit: 1\ntimeline: [\n", "\u{0}", "edit: 1\n\t- a\n"] {
      try place.write("broken.edit", wrong)
      let result = try place.editc("lint", "--fix", "broken.edit")
      #expect(result.exitCode == 1)
      let after = try text("broken.edit")
      #expect(after == wrong || result.errorText.contains("fixed"))
    }
    try place.write("latin.edit", [UInt8]("edit: 1\nnote: caf".utf8) + [0xE9, 0x0A])
    let before = try place.bytes("latin.edit")
    #expect(try place.editc("lint", "--fix", "latin.edit").exitCode == 1)
    #expect(try place.bytes("latin.edit") == before)
    let printed = try place.shell("\"$editc\" lint --fix - < latin.edit")
    #expect(printed.output == before)
  }

  @Test("A file that may not be written is not, and says so")
  func writeProtected() throws {
    try #require(try place.shell("mkdir closed && cp film.edit closed && chmod 555 closed").exitCode == 0)
    defer { _ = try? place.shell("chmod 755 closed") }
    // Root may write everywhere; nobody may not, who needs a copy: only its owner may enter the folders of some builds.
    let line = "lint --fix --no-media closed/film.edit; echo $?"
    let result =
      getuid() == 0
      ? try place.shell(
        "cp \"$editc\" copied && chmod 755 . && setpriv --reuid 65534 --clear-groups bash -c './copied \(line)'"
      )
      : try place.shell("\"$editc\" \(line)")
    #expect(result.text.hasSuffix("73\n") || result.text.hasSuffix("74\n"), "\(result.text)")
    #expect(result.errorText.contains("closed/film.edit"))
    #expect(try text("closed/film.edit") == Self.wrong)
  }
}
