import TestSupport
import Testing

@testable import Processes

@Suite("A folder that all files have to be in")
struct RootFolderTests {
  private let scratch: TemporaryFolder
  private let root: RootFolder

  init() throws {
    scratch = try TemporaryFolder()
    try makeFolder(scratch.path("root/films"))
    try makeFolder(scratch.path("other"))
    _ = try scratch.write("root/films/a.edit", "inside")
    _ = try scratch.write("other/a.edit", "outside")
    root = try RootFolder(scratch.path("root"))
  }

  private func read(_ path: String) throws(FileError) -> String {
    String(decoding: try root.read(scratch.path(path), limit: 100), as: UTF8.self)
  }

  @Test("gives the bytes of files in it, links followed, and of no other")
  func reading() throws {
    #expect(try read("root/films/../films/a.edit") == "inside")
    #expect(try run(["ln", "-s", scratch.path("root/films"), scratch.path("other/link")]).exitCode == 0)
    #expect(try read("other/link/a.edit") == "inside")
    #expect(try run(["ln", "-s", "../other/a.edit", scratch.path("root/out.edit")]).exitCode == 0)
    let errors: [(String, FileError.Kind)] = [
      ("root/out.edit", .outsideRoot), ("other/a.edit", .outsideRoot), ("root/no.edit", .missing),
      ("root", .isFolder),
    ]
    for (path, kind) in errors {
      let error = #expect(throws: FileError.self) { try read(path) }
      #expect(error?.kind == kind, "\(path)")
    }
  }

  @Test("gives no bytes of a file that a link leads to since the links were followed")
  func race() throws {
    let path = scratch.path("root/films/a.edit")
    let found = Array(try #require(try realPath(path)).utf8)
    #expect(try root.read(path, foundAt: found, limit: 100) == Array("inside".utf8))
    let folder = scratch.path("root/films")
    #expect(try run(["mv", folder, folder + "2"]).exitCode == 0)
    #expect(try run(["ln", "-s", scratch.path("other"), folder]).exitCode == 0)
    let error = #expect(throws: FileError.self) { try root.read(path, foundAt: found, limit: 100) }
    #expect(error?.kind == .outsideRoot)
  }

  private func exchange(_ folder: String, with other: String) throws {
    #expect(try run(["mv", scratch.path(folder), scratch.path(folder) + "2"]).exitCode == 0)
    #expect(try run(["ln", "-s", scratch.path(other), scratch.path(folder)]).exitCode == 0)
  }

  @Test("makes files in it, with the folders that are missing, and none elsewhere")
  func writing() throws {
    let file = try AtomicFile(at: scratch.path("root/films/new/deep/b.mp4"), beneath: root)
    try file.write(Array("film".utf8))
    try file.commit(replacing: false)
    #expect(try read("root/films/new/deep/b.mp4") == "film")
    #expect(try listFolder(scratch.path("root/films/new/deep")) == ["b.mp4"])
    #expect(try run(["ln", "-s", "../other", scratch.path("root/link")]).exitCode == 0)
    #expect(try run(["ln", "-s", "../../other/a.edit", scratch.path("root/films/c.mp4")]).exitCode == 0)
    #expect(try run(["ln", "-s", "nowhere", scratch.path("root/films/d.mp4")]).exitCode == 0)
    for path in [
      "other/x.mp4", "root/../other/x.mp4", "root/link/x.mp4", "root/link/new/x.mp4", "root/films/c.mp4",
      "root/films/d.mp4", "root/no/../../other/x.mp4",
    ] {
      let error = #expect(throws: FileError.self) {
        try AtomicFile(at: scratch.path(path), beneath: root)
      }
      #expect(error?.kind == .outsideRoot, "\(path): \(String(describing: error))")
    }
    let set = #expect(throws: FileError.self) {
      try AtomicFileSet(in: scratch.path("root/link"), named: "%d.png", beneath: root)
    }
    #expect(set?.kind == .outsideRoot)
    #expect(try listFolder(scratch.path("other")) == ["a.edit"])
  }

  @Test("makes a file where it was begun, though a link leads elsewhere by then")
  func writingRace() throws {
    let file = try AtomicFile(at: scratch.path("root/films/b.mp4"), beneath: root)
    try makeFolder(scratch.path("root/many"))
    let set = try AtomicFileSet(in: scratch.path("root/many"), named: "%d.png", beneath: root)
    try file.write(Array("film".utf8))
    try createFile(set.temporaryFolder + "/1.png", [1])
    try exchange("root/films", with: "other")
    try exchange("root/many", with: "other")
    try file.commit(replacing: true)
    try set.commit(inPlaceOf: [])
    #expect(try listFolder(scratch.path("other")) == ["a.edit"])
    #expect(try listFolder(scratch.path("root/films2")) == ["a.edit", "b.mp4"])
    #expect(try listFolder(scratch.path("root/many2")) == ["1.png"])
  }

  @Test("holds no folder or file that a link leads to since the links were followed")
  func holdingRace() throws {
    let path = scratch.path("root/films")
    let found = Array(try #require(try realPath(path)).utf8)
    try exchange("root/films", with: "other")
    #expect(throws: FileError.self) { try root.hold(folderAt: found, named: path) }
    #expect(try run(["ln", "-s", "../other/a.edit", scratch.path("root/film")]).exitCode == 0)
    #expect(throws: FileError.self) { try root.hold(existing: scratch.path("root/film")) }
  }

  @Test("knows which paths name its files, links not followed")
  func naming() throws {
    for (path, isNamed) in [
      ("root/x", true), ("root/link/x", true), ("root/a/../x", true), ("root/../x", false),
      ("other/x", false),
      ("rooted/x", false),
    ] { #expect(root.names(scratch.path(path)) == isNamed, "\(path)") }
  }
}
