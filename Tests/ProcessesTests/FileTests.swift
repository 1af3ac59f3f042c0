import Glibc
import Processes
import TestSupport
import Testing

@Suite struct FileTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  private func kind(_ work: () throws -> Void) -> FileError.Kind? {
    #expect(throws: FileError.self) { try work() }?.kind
  }

  @Test("A file is read whole, up to the limit and not a byte further", arguments: [0, 1, 65536, 100_000])
  func limit(size: Int) throws {
    let path = try scratch.write("script.edit", String(repeating: "x", count: size))
    #expect(try readFile(path, limit: size).count == size)
    #expect(kind { _ = try readFile(path, limit: size - 1) } == .tooLarge)
  }

  @Test("Missing files, folders and endless devices have errors of their own")
  func readErrors() throws {
    #expect(kind { _ = try readFile(scratch.path("no.edit"), limit: 10) } == .missing)
    #expect(kind { _ = try readFile(scratch.root, limit: 10) } == .isFolder)
    #expect(kind { _ = try readFile("/dev/zero", limit: 1000) } == .tooLarge)
    let error = #expect(throws: FileError.self) { try readFile("/nowhere/a.edit", limit: 10) }
    #expect(error?.description == "cannot read /nowhere/a.edit: No such file or directory")
  }

  @Test("A pipe is read to its end, and a named pipe without a writer is an error")
  func pipes() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    try writeAll(Array("piped".utf8), to: ends[1], named: "pipe")
    close(ends[1])
    #expect(try readFile("/dev/fd/\(ends[0])", limit: 100) == Array("piped".utf8))

    mkfifo(scratch.path("fifo"), 0o600)
    let error = #expect(throws: FileError.self) { try readFile(scratch.path("fifo"), limit: 100) }
    #expect(
      error?.description
        == "cannot read \(scratch.path("fifo")): no program is writing to this named pipe; start that program first"
    )
    let late = try run([
      "sh", "-c", "(sleep 0.3; echo late > \"$1\") & exec \"$0\" read \"$1\"", probe, scratch.path("fifo"),
    ])
    #expect(late.text == "late\n")
    let empty = try run(["bash", "-c", "exec \"$0\" read <(true)", probe])
    #expect(empty.text == "" && empty.exitCode == 0)
  }

  @Test("Folders are made with those above them, again and again")
  func folders() throws {
    let deep = scratch.path("a/b/c/")
    try makeFolder(deep)
    try makeFolder(deep)
    #expect(try listFolder(scratch.path("a/b")) == ["c"])
    try scratch.write("file", "")
    #expect(kind { try makeFolder(scratch.path("file")) } == .alreadyExists)
    #expect(kind { try makeFolder(scratch.path("file/below")) } == .missing)
    #expect(kind { try makeFolder("/proc/nowhere") } != nil)
  }

  @Test(
    "Paths come apart at their last slash",
    arguments: [
      ("film.mp4", ".", "film.mp4"), ("out/film.mp4", "out", "film.mp4"), ("/film.mp4", "/", "film.mp4"),
      ("out/", ".", "out"), ("a/b/", "a", "b"), ("/", "/", "/"), ("", ".", ""),
    ])
  func components(path: String, expectedFolder: String, name: String) {
    #expect(folder(of: path) == expectedFolder)
    #expect(lastComponent(of: path) == name)
  }

  @Test("Errors name operation, path and cause")
  func descriptions() {
    #expect(
      FileError(.write, "out/film.mp4", .system(errno: ENOSPC)).description
        == "cannot write out/film.mp4: No space left on device")
    #expect(
      FileError(.read, "a.edit", .tooLarge(limit: 4_000_000)).description
        == "cannot read a.edit: larger than the limit of 4000000 bytes")
  }

  @Test("Lines are read one by one, and one without an end is not")
  func lineReader() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    try writeAll(
      Array("one\ntwo\n\(String(repeating: "x", count: 20))\nhalf".utf8), to: ends[1], named: "pipe")
    close(ends[1])
    var reader = LineReader(descriptor: ends[0], named: "<stdin>", limit: 10)
    #expect(try reader.next() == "one")
    #expect(try reader.next() == "two")
    var tooLarge: FileError?
    do throws(FileError) { _ = try reader.next() } catch { tooLarge = error }
    #expect(tooLarge == FileError(.read, "<stdin>", .tooLarge(limit: 10)))
    #expect(try reader.next() == nil)
  }

  @Test("A standard descriptor that was closed never becomes a file of ours")
  func standardDescriptors() throws {
    let script = "\"$0\" missing-output \"$1\" >&-; cat \"$1\""
    #expect(try run(["sh", "-c", script, probe, scratch.path("film.mp4")]).text == "film")
  }
}

@Suite struct TerminalFactsTests {
  @Test("A file is no terminal, has 80 columns and no colour")
  func file() throws {
    let number = open(try TemporaryFolder().write("out", ""), O_RDONLY)
    defer { close(number) }
    #expect(TerminalFacts(descriptor: number) == TerminalFacts(isTerminal: false))
  }

  @Test("A terminal is recognised and knows its width")
  func terminal() throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    defer { close(master) }
    // The C library's calls for pseudo terminals are not imported; these are what they do.
    let (unlock, openPeer): (UInt, UInt) = (0x4004_5431, 0x5441)
    var isLocked: Int32 = 0
    #expect(ioctl(master, unlock, &isLocked) == 0)
    let terminal = ioctl(master, openPeer, O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    var size = winsize()
    size.ws_col = 132
    #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    let facts = TerminalFacts(descriptor: terminal)
    #expect(facts.isTerminal)
    #expect(facts.width == 132)
  }

  @Test(
    "NO_COLOR and a dumb terminal forbid colour",
    arguments: [
      (nil, "xterm", true), ("", "xterm", true), ("1", "xterm", false), (nil, "dumb", false),
      (nil, nil, false),
    ])
  func colour(noColour: String?, terminal: String?, expected: Bool) {
    #expect(TerminalFacts.allowsColour(noColour: noColour, terminalType: terminal) == expected)
  }
}
