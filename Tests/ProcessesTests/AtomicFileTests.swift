import Glibc
import Processes
import TestSupport
import Testing

@Suite struct AtomicFileTests {
  private let scratch: TemporaryFolder
  private let path: String

  init() throws {
    scratch = try TemporaryFolder()
    path = scratch.path("film.mp4")
  }

  private var names: [String] { get throws { try listFolder(scratch.root) } }
  private var text: String { get throws { String(decoding: try readFile(path, limit: 1000), as: UTF8.self) } }

  @Test("A file has its name only once it is committed")
  func appearsWhole() throws {
    let file = try AtomicFile(at: path)
    try file.write(Array("whole".utf8))
    #expect(access(path, F_OK) != 0)
    let name = lastComponent(of: file.temporaryPath)
    #expect(name.hasPrefix(".film.mp4."))
    #expect(name.hasSuffix(".partial"))
    try file.commit(replacing: false)
    #expect(try names == ["film.mp4"])
    #expect(try text == "whole")
  }

  @Test("A file that is not committed leaves nothing, and the old one as it was")
  func discarded() throws {
    try scratch.write("film.mp4", "old")
    var file: AtomicFile? = try AtomicFile(at: path)
    try file?.write(Array("new".utf8))
    #expect(try names.count == 2)
    file = nil
    #expect(try names == ["film.mp4"])
    #expect(try text == "old")
  }

  @Test("Replacing takes the old file away; not replacing refuses and keeps it")
  func replacing() throws {
    try scratch.write("film.mp4", "old")
    let error = #expect(throws: FileError.self) {
      try AtomicFile.publish(Array("new".utf8), at: path, replacing: false)
    }
    #expect(error?.kind == .alreadyExists)
    #expect(error?.description == "cannot create \(path): File exists")
    #expect(try text == "old")
    try AtomicFile.publish(Array("new".utf8), at: path, replacing: true)
    #expect(try text == "new")
    #expect(try names == ["film.mp4"])
  }

  @Test("A file that another program has written since it was read is not replaced")
  func changed() throws {
    try scratch.write("film.mp4", "of a person")
    let error = #expect(throws: FileError.self) {
      try AtomicFile.replaceContent(Array("old".utf8), of: path, with: Array("new".utf8))
    }
    #expect(error?.kind == .changed)
    #expect(try text == "of a person")
    #expect(try names == ["film.mp4"])
    try AtomicFile.replaceContent(Array("of a person".utf8), of: path, with: Array("new".utf8))
    #expect(try text == "new")
  }

  @Test("No save of another program gets lost while a file is replaced", arguments: [true, false])
  func savesInBetween(byRenaming: Bool) async throws {
    let person = Array("of a person".utf8)
    for round in 0..<rounds(500, quick: 100) {
      try scratch.write("film.mp4", "old")
      let save = Task.detached { [path] in
        usleep(UInt32(round % 50) * 10)
        if byRenaming {
          try? AtomicFile.publish(person, at: path, syncing: false)
        } else {
          let file = open(path, O_WRONLY | O_TRUNC)
          write(file, person, person.count)
          close(file)
        }
      }
      try? AtomicFile.replaceContent(Array("old".utf8), of: path, with: Array("new".utf8))
      await save.value
      #expect(try text == "of a person", "round \(round)")
    }
    #expect(try names == ["film.mp4"])
  }

  @Test("The file has the mode that the umask leaves")
  func mode() throws {
    let script = "umask 027; \"$0\" limits file 1000000 \"$1\"; stat -c %a \"$1\""
    #expect(try run(["sh", "-c", script, probe, path]).text == "done\n640\n")
  }

  @Test(
    "A file that replaces another one has its mode, whatever the umask", arguments: [0o600, 0o666, 0o400])
  func modeOfOld(mode: mode_t) throws {
    try scratch.write("film.mp4", "old")
    chmod(path, mode)
    try AtomicFile.publish(Array("new".utf8), at: path)
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o7777 == mode)
    #expect(try text == "new")
  }

  @Test("A link to the film stays a link, and the film behind it is replaced")
  func link() throws {
    try scratch.write("elsewhere/film.mp4", "old")
    symlink("elsewhere/film.mp4", path)
    try AtomicFile.publish(Array("new".utf8), at: path)
    var facts = stat()
    #expect(lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(try readFile(scratch.path("elsewhere/film.mp4"), limit: 10) == Array("new".utf8))
    #expect(try listFolder(scratch.path("elsewhere")) == ["film.mp4"])
  }

  @Test("Folders and devices are never replaced")
  func specialFiles() throws {
    let onFolder = #expect(throws: FileError.self) { try AtomicFile(at: scratch.root) }
    #expect(onFolder?.kind == .isFolder)
    let onDevice = #expect(throws: FileError.self) { try AtomicFile(at: "/dev/null") }
    #expect(onDevice?.description == "cannot create /dev/null: not a regular file")

    // One that comes into being while we write is not taken for the old film either.
    let file = try AtomicFile(at: path)
    try makeFolder(path)
    let late = #expect(throws: FileError.self) { try file.commit(replacing: true) }
    #expect(late?.kind == .isFolder)
  }

  @Test("Without its folder a file cannot be begun, and the error says so")
  func missingFolder() {
    let error = #expect(throws: FileError.self) { try AtomicFile(at: "/nowhere/film.mp4") }
    #expect(error?.kind == .missing)
    #expect(error?.description == "cannot create /nowhere/film.mp4: No such file or directory")
  }

  @Test("A long name still has room for a temporary one")
  func longName() throws {
    let name = String(repeating: "ü", count: 125) + ".mp4"
    try AtomicFile.publish([1], at: scratch.path(name))
    #expect(try names == [name])
  }
}

@Suite(.enabled(if: hasStrace, "strace is not installed"))
struct AtomicFileFaultTests {
  private let scratch: TemporaryFolder
  private let path: String

  init() throws {
    scratch = try TemporaryFolder()
    path = scratch.path("film.mp4")
  }

  private var names: [String] { get throws { try listFolder(scratch.root) } }
  private var text: String {
    get throws { String(decoding: try readFile(path, limit: 1000), as: UTF8.self) }
  }

  @Test(
    "When the folder cannot be brought to the disk, what was there before is there again",
    arguments: [
      nil, "old",
    ])
  func folderSyncFails(old: String?) throws {
    if let old { try scratch.write("film.mp4", old) }
    // The second fsync is the folder's.
    let result = try run(
      ["strace", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO:when=2"]
        + [probe, "limits", "file", "1000000", path])
    #expect(result.text == "other cannot write \(path): Input/output error\n")
    #expect(try names == (old == nil ? [] : ["film.mp4"]))
    if let old { #expect(try text == old) }
  }

  @Test(
    "A file system that knows neither exchange nor refusal gets the same result",
    arguments: [
      false, true,
    ])
  func plainFileSystem(isThere: Bool) throws {
    if isThere { try scratch.write("film.mp4", "old") }
    let result = try run(
      ["strace", "-qq", "-o", "/dev/null", "-e", "trace=renameat2", "-e", "inject=renameat2:error=EINVAL"]
        + [probe, "publish", path, isThere ? "replacing" : "new"])
    #expect(result.text == "done\n")
    #expect(try names == ["film.mp4"])
    #expect(try text == "whole")
  }

  @Test("Killed at any system call, the target is the old file or the whole new one")
  func killedAnywhere() throws {
    for call in ["openat", "write", "fsync", "renameat2", "unlink"] {
      for moment in 1...4 {
        try scratch.write("film.mp4", "old")
        let inject = "inject=\(call):signal=KILL:when=\(moment)"
        _ = try run(
          ["strace", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", inject]
            + [probe, "publish", path, "replacing"])
        #expect(try ["old", "whole"].contains(text))
      }
    }
  }
}

@Suite struct LeftoverTests {
  @Test("A temporary file is removed once the process that made it is gone, and not before")
  func unlocked() throws {
    let scratch = try TemporaryFolder()
    let live = try AtomicFile(at: scratch.path("a.mp4"))
    let dead = try run([probe, "abandon", scratch.path("b.mp4")])
    #expect(dead.text == "made\n")
    #expect(try listFolder(scratch.root).count == 2)
    Leftovers.removeFiles(in: scratch.root)
    #expect(try listFolder(scratch.root) == [lastComponent(of: live.temporaryPath)])
    try live.commit(replacing: false)
    #expect(try listFolder(scratch.root) == ["a.mp4"])
  }

  @Test("Only names of exactly the form that editc gives are leftovers")
  func names() throws {
    let scratch = try TemporaryFolder()
    let own = lastComponent(of: try AtomicFile(at: scratch.path("a.mp4")).temporaryPath)
    let others = [
      ".partial", ".a.partial", String(own.dropFirst()), own + "x", own.replacing("-", with: "_"),
      own.replacing(".a.mp4.", with: "."), ".A" + own.dropFirst(8).uppercased(),
    ]
    for name in others { try scratch.write(name, "") }
    try makeFolder(scratch.path(".folder" + own.dropFirst(6)))
    symlink("nowhere", scratch.path(".link" + own.dropFirst(6)))
    let before = try listFolder(scratch.root)
    Leftovers.removeFiles(in: scratch.root)
    #expect(try listFolder(scratch.root) == before)
    try scratch.write(own, "")
    Leftovers.removeFiles(in: scratch.root)
    #expect(try listFolder(scratch.root) == before)
  }

  @Test("An abandoned folder is removed with what is in it; links in it are not followed")
  func folders() throws {
    let scratch = try TemporaryFolder()
    try scratch.write("precious/film.mp4", "film")
    for name in ["used", "abandoned"] {
      try scratch.write("\(Leftovers.folderPrefix("x"))\(name)/segments/ab/entry", "")
      symlink(scratch.path("precious"), scratch.path("\(Leftovers.folderPrefix("x"))\(name)/link"))
    }
    let use = UseLock(of: scratch.path("\(Leftovers.folderPrefix("x"))used"))
    Leftovers.removeFolders(in: scratch.root, prefix: "x")
    #expect(try listFolder(scratch.root) == ["precious", "\(Leftovers.folderPrefix("x"))used"])
    #expect(try listFolder(scratch.path("precious")) == ["film.mp4"])
    _ = consume use
    // A process that another test is just starting holds the lock until it becomes its program.
    for _ in 0..<200 where try listFolder(scratch.root) != ["precious"] {
      Leftovers.removeFolders(in: scratch.root, prefix: "x")
      usleep(10_000)
    }
    #expect(try listFolder(scratch.root) == ["precious"])
  }

  @Test("What a killed worker left is removed by its owner's name; others' files stay")
  func owner() throws {
    let scratch = try TemporaryFolder()
    let worker = TemporaryOwner()
    let named = try #require(TemporaryOwner(name: worker.name))
    let other = try AtomicFile(at: scratch.path("a.mp4"))
    let left = try AtomicFile(at: scratch.path("b.mp4"), owner: named)
    try worker.removeLeftovers(in: scratch.root)
    #expect(try listFolder(scratch.root) == [lastComponent(of: other.temporaryPath)])
    #expect(throws: FileError.self) { try left.commit(replacing: true) }
  }

  @Test("Old leftovers are removed, young ones and finished files stay")
  func age() throws {
    let scratch = try TemporaryFolder()
    for name in [".a.mp4.x-1.partial", ".b.mp4.x-2.partial", "c.mp4", "d.partial"] {
      let path = try scratch.write(name, "")
      if name != ".b.mp4.x-2.partial" { _ = try run(["touch", "-d", "2 hours ago", path]) }
    }
    try TemporaryOwner.removeLeftovers(in: scratch.root, olderThan: 3600)
    #expect(try listFolder(scratch.root) == [".b.mp4.x-2.partial", "c.mp4", "d.partial"])
  }

  @Test(
    "An owner's name comes from outside and is only letters and digits",
    arguments: [
      "", "a/b", "..", "A", "a b", String(repeating: "a", count: 33),
    ])
  func badName(name: String) {
    #expect(TemporaryOwner(name: name) == nil)
  }
}
