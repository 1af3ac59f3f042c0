import Basics
import Processes
import TestSupport
import Testing

/// What probes found is remembered between commands.
@Suite struct FactsCacheTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    // A file that has lain there for more than the two seconds within which nothing is remembered of it.
    try #require(
      try run(["ln", "-s", packageRoot + "/docs/holiday.jpg", place.path("old.jpg")]).exitCode == 0)
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 30}\n# editc: allow link-outside-folder\ntimeline: [{image: old.jpg, for: 1s}]\n"
    )
  }

  /// Whether a command opens the picture.
  private func opens(_ command: String) throws -> Bool {
    let result = try place.shell(
      "strace -f --seccomp-bpf -qq -e trace=openat,open -o calls \"$editc\" \(command)")
    try #require(result.exitCode == 0, "\(result.errorText)")
    return String(decoding: try place.bytes("calls"), as: UTF8.self)
      .contains("old.jpg\"")
  }

  private func kept() throws -> [String] {
    try run(["find", place.path("cache/editc/facts"), "-name", "*.facts"]).text.split(separator: "\n").map(
      String.init)
  }

  @Test("A file is opened once for all commands that want its facts, and again with --no-cache")
  func hits() throws {
    #expect(try opens("lint film.edit"))
    #expect(try kept().count == 1)
    for command in ["lint film.edit", "probe old.jpg", "probe --json old.jpg"] {
      #expect(try !opens(command), "\(command)")
      #expect(try opens(command + " --no-cache"), "\(command)")
    }
    #expect(try !opens("dump --stage composition film.edit"))
    #expect(
      try place.editc("probe", "old.jpg").text == place.editc("probe", "--no-cache", "old.jpg").text)
    #expect(try kept().count == 1)
  }

  @Test("The facts are those of the file's state: a changed, replaced or renamed-over file is looked at anew")
  func states() throws {
    try place.shell("cp old.jpg copy.jpg; touch -d '1 hour ago' copy.jpg; \"$editc\" probe copy.jpg").check()
    // Its times say that it has rested, but the one that nobody can set says that it has not.
    #expect(try kept() == [])
    try place.shell("\"$editc\" probe old.jpg").check()
    #expect(try kept().count == 1)
    try place.shell("ln -sf \(place.path(Footage.white)) old.jpg").check()
    #expect(try place.editc("probe", "old.jpg").text.hasPrefix("old.jpg: png, "))
  }

  @Test("Damaged, foreign and empty notes count as missing and are written anew")
  func damage() throws {
    #expect(try opens("lint film.edit"))
    let note = try #require(try kept().first)
    let whole = try readFile(note, limit: 1 << 20)
    for bytes in [
      [], Array(whole.dropLast(70)), whole.map { $0 == 0x38 ? 0x39 : $0 },
    ] {
      try AtomicFile.publish(bytes, at: note)
      #expect(try opens("lint film.edit"))
      #expect(try readFile(note, limit: 1 << 20) == whole)
      #expect(try !opens("lint film.edit"))
    }
  }

  @Test("The facts and digests of two files under each other's names count as missing")
  func exchanged() throws {
    try place.shell("\"$editc\" probe old.jpg").check()
    let first = try #require(try kept().first)
    let old = try readFile(first, limit: 1 << 20)
    // The entry of another file, whole, under the name of this one.
    let key = lastComponent(of: first).dropLast(".facts".count)
    let text = String(decoding: old, as: UTF8.self)
    try #require(text.hasPrefix("facts of \(key)\n"))
    let foreign = "facts of \(String(key.reversed()))\n" + text.drop { $0 != "\n" }.dropFirst()
    try AtomicFile.publish(Array(foreign.utf8), at: first)
    #expect(try opens("lint film.edit"))
    #expect(try readFile(first, limit: 1 << 20) == old)

    // The same for what is read to its end.
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline: [{image: old.jpg, for: 1s}]\noutputs: [{file: o.mp4}]\n"
    )
    try place.shell("\"$editc\" plan film.edit > plan").check()
    let notes = try run(["find", place.path("cache/editc/digests"), "-name", "*.sha256"]).text.split(
      separator: "\n")
    let note = try #require(notes.first.map(String.init))
    let lines = String(decoding: try readFile(note, limit: 1024), as: UTF8.self).split(separator: "\n")
    try #require(lines.count == 3)
    for bad in [
      "1 \(lines[0])\n\(lines[1])\n\(lines[2])\n", "\(lines[0])\n\(lines[2])\n\(lines[2])\n", "\(lines[1])",
    ] {
      try AtomicFile.publish(Array(bad.utf8), at: note)
      try place.shell("\"$editc\" plan film.edit | cmp - plan").check()
    }
  }

  @Test("A cache that cannot be written, made or found is no error")
  func unwritable() throws {
    try place.write("blocked", "a file, where a folder would have to be")
    let expected = try place.editc("probe", "old.jpg", "--no-cache").text
    for environment in [
      ["XDG_CACHE_HOME": place.path("blocked")], ["XDG_CACHE_HOME": "/proc/nowhere"],
      ["XDG_CACHE_HOME": "", "HOME": ""],
    ] {
      let probe = try place.editc("probe", "old.jpg", environment: environment)
      #expect(probe.exitCode == 0)
      #expect(probe.text == expected)
      #expect(probe.errorText == "")
      #expect(try place.editc("lint", "film.edit", environment: environment).text == "")
    }
  }

  @Test("What could not be read is not remembered")
  func failures() throws {
    try place.shell("ln -sf \(shellWord(packageRoot + "/README.md")) old.jpg").check()
    for _ in 0..<2 {
      #expect(try place.editc("probe", "old.jpg").exitCode == 65)
      #expect(try kept() == [])
    }
  }
}
