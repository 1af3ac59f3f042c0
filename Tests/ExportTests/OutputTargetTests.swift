import Export
import Processes
import TestSupport
import Testing

@Suite struct OutputTargetTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func kind(_ name: String, force: Bool = false, media: [String] = []) throws -> ExportError.Kind? {
    let identities = media.compactMap { FileIdentity(ofFileAt: folder.path($0)) }
    do throws(ExportError) {
      try OutputTarget(path: folder.path(name), replacesExisting: force).check(sparing: identities)
      return nil
    } catch { return error.kind }
  }

  @Test("A check leaves nothing behind, not even the folders that it had to make")
  func leavesNothing() throws {
    #expect(try kind("new/deep/film.mp4") == nil)
    #expect(try listFolder(folder.root) == [])
  }

  @Test("An old film is in the way unless it may be replaced, and stays as it is")
  func oldFilm() throws {
    try folder.write("film.mp4", "old")
    #expect(try kind("film.mp4") == .cannotCreate)
    #expect(try kind("film.mp4", force: true) == nil)
    #expect(try readFile(folder.path("film.mp4"), limit: 10) == Array("old".utf8))
  }

  @Test("What a film is made from is never replaced, by whatever name")
  func media() throws {
    try folder.write("beach.mp4", "media")
    #expect(try run(["ln", folder.path("beach.mp4"), folder.path("same.mp4")]).exitCode == 0)
    #expect(try run(["ln", "-s", "beach.mp4", folder.path("link.mp4")]).exitCode == 0)
    for name in ["beach.mp4", "same.mp4", "link.mp4", "./beach.mp4"] {
      #expect(try kind(name, force: true, media: ["beach.mp4"]) == .refusedByPolicy, "\(name)")
    }
  }

  @Test("Folders, devices and places below a file are no targets")
  func otherThings() throws {
    try folder.write("file", "")
    #expect(try run(["mkdir", folder.path("folder.mp4")]).exitCode == 0)
    #expect(try run(["mkfifo", folder.path("pipe.mp4")]).exitCode == 0)
    for name in ["folder.mp4", "pipe.mp4", "file/film.mp4"] {
      #expect(try kind(name, force: true) == .cannotCreate, "\(name)")
    }
  }
}
