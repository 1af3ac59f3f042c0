import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// The files that a render writes: their rights, their names, and that each is one of its own.
@Suite struct OutputFileTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("short.edit", script(["film.mp4"]))
  }

  private func script(_ files: [String]) -> String {
    """
    edit: 1
    canvas: {size: 160x90, rate: 25}
    timeline: [{color: red, for: 0.2s}]
    outputs: [\(files.map { "{file: \($0)}" }.joined(separator: ", "))]
    """
  }

  @Test("A film that replaces another one has its mode", arguments: ["600", "640", "664", "444"])
  func mode(mode: String) throws {
    let result = try place.shell(
      "umask 022; echo old > film.mp4; chmod \(mode) film.mp4; \"$editc\" render short.edit --force; echo $?; "
        + "stat -c %a film.mp4; stat -c %s film.mp4")
    #expect(result.text.hasPrefix("0\n\(mode)\n"), "\(result.text)\(result.errorText)")
    #expect(!result.text.hasSuffix("\n4\n"))
  }

  @Test("While it is made, a film can be read by nobody who could not read the one that it replaces")
  func modeMeanwhile() throws {
    let result = try place.shell(
      """
      umask 022; echo old > film.mp4; chmod 600 film.mp4
      strace -f -qq -e trace=openat -o calls "$editc" render short.edit --force
      grep -E '"[^"]*\\.film\\.mp4\\.[^"]*partial", [A-Z_|]*O_EXCL' calls | grep -vc 0600
      """)
    #expect(result.text == "0\n", "\(result.text)")
  }

  @Test("The owner of a replaced film stays", .enabled(if: getuid() == 0, "only root can give files away"))
  func owner() throws {
    let result = try place.shell(
      "echo old > film.mp4; chown 1234:2345 film.mp4; \"$editc\" render short.edit --force; "
        + "stat -c %u:%g film.mp4")
    #expect(result.text == "1234:2345\n")
  }

  @Test("Two outputs that are one file through a link are refused before anything is rendered")
  func links() throws {
    try place.write("there/film.mp4", "old")
    try #require(symlink("there", place.path("link")) == 0)
    try #require(symlink("there/film.mp4", place.path("link.mp4")) == 0)
    for names in [["there/film.mp4", "link.mp4"], ["there/new.mp4", "link/new.mp4"]] {
      try place.write("two.edit", script(names))
      let result = try place.editc("render", "two.edit", "--force")
      #expect(result.exitCode == 73)
      #expect(
        result.errorText
          == "editc: \(names[0]) and \(names[1]) are the same file; give each output its own file\n")
      #expect(!isThere(place.path("cache/editc/segments")))
    }
    #expect(try place.bytes("there/film.mp4") == Array("old".utf8))
  }

  @Test("A name that no file can have is refused before anything is rendered")
  func longName() throws {
    let name = String(repeating: "x", count: 252) + ".mp4"
    let result = try place.editc("render", "short.edit", "-o", name)
    #expect(result.exitCode == 73)
    #expect(result.errorText == "editc: cannot create \(name): File name too long\n")
    #expect(!isThere(place.path("cache/editc/segments")))
    #expect(try place.editc("render", "short.edit", "-o", String(name.dropFirst())).exitCode == 0)
  }

  @Test("Names that are not UTF-8 are refused by their bytes, before anything is read or written")
  func foreignNames() throws {
    // The cache has what the libraries of this machine reported, whatever is asked.
    func files() throws -> [String] { try listFolder(place.root).filter { $0 != "cache" } }
    let before = try files()
    for line in [
      "probe $'bad\\xff.mp4'", "render short.edit -o $'bad\\xff.mp4'", "lint $'bad\\xff.edit'",
      "frame $'bad\\xff.mp4' --at 0s -o x.png",
    ] {
      let result = try place.shell("\"$editc\" \(line)")
      #expect(result.exitCode == 2, "\(line)")
      #expect(result.errorText.contains("is not UTF-8: 'bad\\xff."), "\(line): \(result.errorText)")
    }
    for name in ["XDG_CACHE_HOME", "TMPDIR"] {
      let result = try place.shell("\(name)=$PWD/$'bad\\xff' \"$editc\" render short.edit")
      #expect(result.exitCode == 78)
      #expect(result.errorText.contains("the path in \(name) is not UTF-8"))
    }
    #expect(try files() == before)

    // A script in a folder cannot be opened by its name; the others are checked.
    let result = try place.shell(
      "mkdir sub; cp short.edit sub/good.edit; cp short.edit sub/$'b\\xfe.edit'; \"$editc\" lint sub")
    #expect(result.exitCode == 66)
    #expect(result.errorText.contains("editc: the name of sub/b\\xfe.edit is not UTF-8"))
  }

  @Test("A link with a name in UTF-8 reaches a file whose name is not")
  func linkToForeignName() throws {
    let result = try place.shell(
      """
      mkdir there; cp \(Footage.counter) there/$'bad\\xff.mp4'; ln -s there/$'bad\\xff.mp4' good.mp4
      "$editc" probe good.mp4 > facts; echo $?; rm good.mp4; ln -s $'there/new\\xff.mp4' out.mp4
      echo old > there/$'new\\xff.mp4'; "$editc" render short.edit -o out.mp4 --force; echo $?; ls there | wc -l
      """)
    #expect(result.text == "0\n73\n2\n", "\(result.text)\(result.errorText)")
    #expect(
      result.errorText == "editc: cannot open out.mp4: a name in its path is not UTF-8; rename it\n")
  }
}
