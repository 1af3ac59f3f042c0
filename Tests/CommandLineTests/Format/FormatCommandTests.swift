import Glibc
import Processes
import TestSupport
import Testing

/// `editc fmt` on files: what it writes, what it leaves alone, and what it tells the shell.
@Suite struct FormatCommandTests {
  private static let odd = "edit: 1\ntimeline:\n- take: 2.50s .. 5s # why\n  clip: 'a.mp4'\n"
  private static let usual = "edit: 1\ntimeline:\n  - clip: a.mp4\n    take: 2.5s..5s  # why\n"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func format(_ arguments: String..., input: String = "") throws -> ProgramResult {
    try run([builtEditc, "fmt"] + arguments, in: folder.root, input: Array(input.utf8))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try readFile(folder.path(name), limit: 1 << 20), as: UTF8.self)
  }

  @Test("Without a name it formats every script below the folder, and says which ones")
  func allScripts() throws {
    try folder.write("a.edit", Self.odd)
    try folder.write("deep/er/b.edit", Self.odd)
    try folder.write("usual.edit", Self.usual)
    try folder.write("notes.txt", Self.odd)
    let result = try format()
    #expect(result.exitCode == 0)
    #expect(result.text == "")
    #expect(result.errorText == "editc: a.edit: formatted\neditc: deep/er/b.edit: formatted\n")
    for name in ["a.edit", "deep/er/b.edit", "usual.edit"] { #expect(try text(name) == Self.usual) }
    #expect(try text("notes.txt") == Self.odd)
    let again = try format()
    #expect(again.exitCode == 0 && again.text == "" && again.errorText == "")
  }

  @Test("Standard input comes out on standard output, also where nothing changes")
  func standardInput() throws {
    for script in [Self.odd, Self.usual] {
      let result = try format("-", input: script)
      #expect(result.exitCode == 0 && result.text == Self.usual && result.errorText == "")
    }
    let broken = try format("-", input: "edit: [\n")
    #expect(broken.exitCode == 1)
    #expect(broken.text == "")
    #expect(broken.errorText.contains("<stdin>: not formatted, because it is not valid YAML"))
    #expect(try format("-", "-").exitCode == 2)
  }

  @Test("--check names what is not in its usual form, and writes nothing")
  func check() throws {
    try folder.write("a.edit", Self.odd)
    try folder.write("b.edit", Self.usual)
    let result = try format("--check")
    #expect(result.exitCode == 1)
    #expect(result.text == "a.edit\n")
    #expect(result.errorText == "")
    #expect(try text("a.edit") == Self.odd)
    #expect(try format("--check", "b.edit").exitCode == 0)
    #expect(try format("--check", "-", input: Self.odd).text == "<stdin>\n")
  }

  @Test("--diff is a patch that git applies, and writes nothing")
  func difference() throws {
    try folder.write("deep/a.edit", Self.odd)
    let result = try format("--diff")
    #expect(result.exitCode == 1)
    #expect(try text("deep/a.edit") == Self.odd)
    let patch = try run(["git", "apply", "-"], in: folder.root, input: result.output)
    #expect(patch.exitCode == 0, "\(patch.errorText)")
    #expect(try text("deep/a.edit") == Self.usual)
    #expect(try format("--diff").exitCode == 0)
  }

  @Test(
    "What cannot be read as YAML stays, has its finding, and does not keep the others from being formatted")
  func broken() throws {
    let script = "edit: 1\ntimeline: [{clip: a.mp4]\n"
    try folder.write("broken.edit", script)
    try folder.write("odd.edit", Self.odd)
    let result = try format()
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("broken.edit:2:"))
    #expect(result.errorText.contains("[yaml-syntax]"))
    #expect(try text("broken.edit") == script)
    #expect(try text("odd.edit") == Self.usual)
    #expect(try format("missing.edit", "broken.edit").exitCode == 66)
  }

  @Test("A script with mistakes in it is formatted all the same")
  func mistakes() throws {
    let result = try format("-", input: "edit: 1\ntimelin: [ {clp: 2.50s} ]\n")
    #expect(result.exitCode == 0)
    #expect(result.text == "edit: 1\ntimelin: [{clp: 2.50s}]\n")
  }

  @Test("Line ends and byte-order marks of other systems are no usual form")
  func otherSystems() throws {
    try folder.write("a.edit", "\u{FEFF}" + Self.usual)
    try folder.write("b.edit", Self.usual.split(separator: "\n").joined(separator: "\r\n") + "\r\n")
    #expect(try format("--check").text == "a.edit\nb.edit\n")
    #expect(try format().exitCode == 0)
    #expect(try text("a.edit") == Self.usual)
    #expect(try text("b.edit") == Self.usual)
  }

  @Test("A file keeps its rights, a link stays a link, and nothing is left behind")
  func rights() throws {
    try folder.write("real/a.edit", Self.odd)
    #expect(chmod(folder.path("real/a.edit"), 0o640) == 0)
    #expect(symlink("real/a.edit", folder.path("link.edit")) == 0)
    #expect(try format("link.edit").errorText == "editc: link.edit: formatted\n")
    #expect(try text("real/a.edit") == Self.usual)
    let facts = try run(["stat", "-c", "%a %F", "real/a.edit", "link.edit"], in: folder.root)
    #expect(facts.text == "640 regular file\n777 symbolic link\n")
    #expect(try listFolder(folder.path("real")) == ["a.edit"])
  }
}
