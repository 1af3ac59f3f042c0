import Processes
import TestSupport
import Testing

/// What paths on a command line mean, seen through `lint`: the wrong scripts that it names.
@Suite struct ScriptFilesTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    for name in [
      "films/b.edit", "films/a.edit", "films/deep/er/c.edit", "films/.hidden/d.edit", "films/.e.edit",
      "films/notes.yaml", "films/folder.edit/f.edit",
    ] {
      try place.write(name, "edit: 2\n")
    }
    let links = try place.shell(
      "ln -s .. films/deep/loop && ln -s ../a.edit films/deep/link.edit && mkfifo films/pipe.edit")
    try #require(links.exitCode == 0)
  }

  /// The scripts that have a finding, in the order they are named.
  private func scripts(_ line: String) throws -> [String] {
    let result = try place.shell(line)
    #expect(result.exitCode == 1, "\(result.errorText)")
    #expect(result.errorText == "")
    return result.text.split(separator: "\n").filter { $0.contains(": error: ") }
      .map { String($0.prefix { $0 != ":" }) }
  }

  @Test("Without a path every script below the working folder is meant, in the order of the paths")
  func workingFolder() throws {
    let all = ["a.edit", "b.edit", "deep/er/c.edit", "deep/link.edit", "folder.edit/f.edit"]
    #expect(try scripts("cd films && \"$editc\" lint") == all)
    #expect(try scripts("cd films && \"$editc\" lint .") == all)
  }

  @Test("A folder is searched, a file is taken whatever its name, and each is looked at once")
  func namedPaths() throws {
    #expect(try scripts("\"$editc\" lint films/deep/er") == ["films/deep/er/c.edit"])
    #expect(try scripts("\"$editc\" lint films/deep/link.edit") == ["films/deep/link.edit"])
    #expect(
      try scripts("\"$editc\" lint films/notes.yaml films/a.edit films/deep/er films/a.edit")
        == ["films/notes.yaml", "films/a.edit", "films/deep/er/c.edit"])
    #expect(try scripts("\"$editc\" lint films/.hidden films/deep/loop/deep/er").count == 2)
    #expect(
      try scripts("\"$editc\" lint - films/a.edit < films/b.edit") == ["<stdin>", "films/a.edit"])
  }

  @Test("A link out of the searched folder is refused, and the others are looked at")
  func linkOut() throws {
    let result = try place.editc("lint", "films/deep/")
    #expect(result.exitCode == 77)
    #expect(
      result.errorText
        == "editc: films/deep/link.edit is a symbolic link that leaves the searched folder; name it explicitly to read it\n"
    )
    #expect(result.text.contains("films/deep/er/c.edit:"))
  }

  @Test("Where there is no script, that is said")
  func nothing() throws {
    try makeFolder(place.path("empty"))
    let none = try place.shell("cd empty && \"$editc\" lint")
    #expect(none.exitCode == 66)
    #expect(none.errorText == "editc: no script (`*.edit`) in the folder . or below it\n")
    let link = try place.shell("ln -s nowhere empty/film.edit && \"$editc\" lint empty")
    #expect(link.exitCode == 66)
    #expect(link.errorText.contains("empty/film.edit: No such file or directory"))
  }
}
