import Processes
import TestSupport
import Testing

@Suite("Watching files", .timeLimit(.minutes(10)))
struct FileWatchTests {
  private let folder: TemporaryFolder
  private let watch: FileWatch
  private let loop = EventLoop(signals: nil)

  init() throws {
    folder = try TemporaryFolder()
    watch = try FileWatch()
    loop.watch(watch.descriptor)
  }

  /// Whether something that was waited for happens before a moment has passed.
  private func isTold() throws -> Bool {
    let timer = loop.startTimer(after: .milliseconds(200))
    defer { loop.cancelTimer(timer) }
    while let event = try loop.next(), event != .timer(timer) {
      if watch.takeChanges() { return true }
    }
    return false
  }

  private func write(_ name: String) throws { try AtomicFile.publish([1, 2], at: folder.path(name)) }

  @Test("A file that is written, replaced, removed or comes back is told, and no other one")
  func file() throws {
    try write("film.edit")
    watch.watch([folder.path("film.edit")])
    #expect(try !isTold())
    try write("other.edit")
    #expect(try !isTold())
    try write("film.edit")
    #expect(try isTold())
    try removeFile(folder.path("film.edit"))
    #expect(try isTold())
    try write("film.edit")
    #expect(try isTold())
  }

  @Test("A file is waited for whose folder does not exist yet")
  func missingFolder() throws {
    watch.watch([folder.path("media/deep/clip.mp4")])
    try makeFolder(folder.path("media"))
    #expect(try isTold())
    watch.watch([folder.path("media/deep/clip.mp4")])
    try makeFolder(folder.path("media/deep"))
    #expect(try isTold())
    watch.watch([folder.path("media/deep/clip.mp4")])
    try write("media/deep/clip.mp4")
    #expect(try isTold())
  }

  @Test("Files of another list are told no more")
  func otherList() throws {
    try makeFolder(folder.path("a"))
    try makeFolder(folder.path("b"))
    watch.watch([folder.path("a/one")])
    watch.watch([folder.path("b/two")])
    try write("a/one")
    #expect(try !isTold())
    try write("b/two")
    #expect(try isTold())
  }
}
