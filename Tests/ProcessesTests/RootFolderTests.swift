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
}
