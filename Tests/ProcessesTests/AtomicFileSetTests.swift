import Glibc
import TestSupport
import Testing

@testable import Processes

@Suite("Files that appear all or not at all")
struct AtomicFileSetTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func made(_ names: [String]) throws -> AtomicFileSet {
    let set = try AtomicFileSet(in: folder.root, named: "%02d.png")
    for name in names { try createFile(set.temporaryFolder + "/" + name, Array("new \(name)".utf8)) }
    return set
  }

  private func content(_ name: String) throws -> String {
    String(decoding: try readFile(folder.path(name), limit: 100), as: UTF8.self)
  }

  @Test("are not there until they are committed, and nothing is left of those that are not")
  func appearing() throws {
    var set: AtomicFileSet? = try made(["01.png", "02.png"])
    #expect(try listFolder(folder.root).filter { !$0.hasPrefix(".") } == [])
    set = nil
    #expect(try listFolder(folder.root) == [])
    set = try made(["01.png", "02.png"])
    try set?.commit(inPlaceOf: [])
    #expect(try listFolder(folder.root) == ["01.png", "02.png"])
    #expect(try content("02.png") == "new 02.png")
  }

  @Test("take the place of all earlier ones, and of nothing else")
  func replacing() throws {
    for name in ["01.png", "02.png", "03.png", "film.mp4"] { try folder.write(name, "old") }
    try made(["01.png", "02.png"]).commit(inPlaceOf: ["01.png", "02.png", "03.png"])
    #expect(try listFolder(folder.root) == ["01.png", "02.png", "film.mp4"])
    #expect(try content("01.png") == "new 01.png")
    #expect(try content("film.mp4") == "old")
  }

  @Test("leave everything as it was if one of them cannot appear")
  func failing() throws {
    for name in ["01.png", "02.png"] { try folder.write(name, "old") }
    // One that appeared in the meantime.
    #expect(throws: FileError.self) { try made(["01.png", "02.png"]).commit(inPlaceOf: ["01.png"]) }
    // One that is gone: the first has moved aside already.
    #expect(throws: FileError.self) {
      try made(["01.png", "02.png"]).commit(inPlaceOf: ["01.png", "02.png", "09.png"])
    }
    #expect(try listFolder(folder.root) == ["01.png", "02.png"])
    #expect(try content("01.png") == "old" && content("02.png") == "old")
  }

  @Test("are whole after the next command if the process is killed while they move")
  func killed() throws {
    // As it is after the first of three moves: two earlier pictures have moved aside, a third is still there.
    for name in ["01.png", "03.png"] { try folder.write(name, name == "01.png" ? "new 01.png" : "old") }
    let leftover = folder.path(".set.%02d.png.\(TemporaryOwner.thisProcess.name)-abcdefgh.partial")
    try makeFolder(leftover + "/.editc-replaced")
    try createFile(leftover + "/.editc-replaced/01.png", Array("old".utf8))
    for name in ["02.png"] { try createFile(leftover + "/" + name, Array("new \(name)".utf8)) }
    try createFile(leftover + "/.editc-moving", Array("03.png\0".utf8))
    Leftovers.removeFiles(in: folder.root)
    #expect(try listFolder(folder.root) == ["01.png", "02.png"])
    #expect(try content("01.png") == "new 01.png" && content("02.png") == "new 02.png")
  }

  @Test("a note that a process did not leave reaches no other folder")
  func strangeNote() throws {
    try folder.write("kept.txt", "kept")
    let pictures = folder.path("out")
    let leftover = pictures + "/.set.%02d.png.\(TemporaryOwner.thisProcess.name)-abcdefgh.partial"
    try makeFolder(leftover)
    try createFile(leftover + "/.editc-moving", Array("../kept.txt\0\(folder.path("kept.txt"))\0".utf8))
    Leftovers.removeFiles(in: pictures)
    #expect(try listFolder(pictures) == [])
    #expect(try content("kept.txt") == "kept")
  }

  @Test("are removed if the process was killed before, and kept while it lives")
  func leftovers() throws {
    let living = try made(["01.png"])
    let leftover = folder.path(".set.%02d.png.\(TemporaryOwner.thisProcess.name)-abcdefgh.partial")
    try makeFolder(leftover)
    try createFile(leftover + "/02.png", [])
    Leftovers.removeFiles(in: folder.root)
    #expect(try listFolder(folder.root).map { folder.path($0) } == [living.temporaryFolder])
  }

  @Test("go with the process that is ended by a signal")
  func interrupted() throws {
    let set = try made(["01.png"])
    OpenTemporaries.removeAll { $0.hasPrefix(folder.root) }
    #expect(try listFolder(folder.root) == [])
    _ = set
  }
}
