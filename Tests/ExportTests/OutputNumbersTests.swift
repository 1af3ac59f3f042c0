import Composition
import Export
import Processes
import TestSupport
import Testing

@Suite("The next free number of a file")
struct OutputNumbersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func numbers(_ names: String..., by numbers: OutputNumbers, in place: String = "") throws
    -> [Int64?]
  {
    numbers.numbers(
      of: try names.map { try #require(NumberedName($0)).inFolder(folder.path(place)) })
  }

  @Test("is one more than the highest, and the same for names with the same beginning")
  func highest() throws {
    for name in ["take-2.mp4", "take-9.en.srt", "take-2026-11-28.mp4", "other-30.mp4"] {
      try folder.write(name, "")
    }
    #expect(try numbers("take-%n.mp4", "take-%n-tall.mp4", "cut-%n.mp4", by: OutputNumbers()) == [10, 10, 1])
    try folder.write("take-11-tall.gif", "")
    #expect(try numbers("take-%n.mp4", "take-%n-tall.mp4", by: OutputNumbers()) == [12, 12])
    #expect(try listFolder(folder.root).allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("is reserved until it is released, and looking at it reserves nothing")
  func reserved() throws {
    let (first, second) = (OutputNumbers(reserving: true), OutputNumbers(reserving: true))
    #expect(try numbers("take-%n.mp4", by: first) == [1])
    #expect(try numbers("take-%n.mp4", by: first) == [1])
    #expect(try numbers("take-%n.mp4", by: OutputNumbers()) == [2])
    #expect(try numbers("take-%n.mp4", by: second) == [2])
    #expect(try numbers("take-%n-tall.mp4", by: OutputNumbers()) == [3])
    first.release()
    #expect(try numbers("take-%n.mp4", by: OutputNumbers()) == [1])
    second.release()
    #expect(try listFolder(folder.root) == [])
  }

  @Test("makes the folder of a reservation, and removes it again if nothing came into it")
  func folders() throws {
    let numbers = OutputNumbers(reserving: true)
    #expect(try self.numbers("take-%n.mp4", by: OutputNumbers(), in: "new/deep/") == [1])
    #expect(try listFolder(folder.root) == [])
    #expect(try self.numbers("take-%n.mp4", by: numbers, in: "new/deep/") == [1])
    numbers.release()
    #expect(try listFolder(folder.root) == [])
    #expect(try self.numbers("take-%n.mp4", by: numbers, in: "new/deep/") == [1])
    try folder.write("new/deep/take-1.mp4", "")
    numbers.release()
    #expect(try listFolder(folder.path("new/deep")) == ["take-1.mp4"])
  }

  @Test("of a render that is gone is free again")
  func abandoned() throws {
    // The kernel that runs, and no lock.
    let kernel = try String(decoding: readFile("/proc/sys/kernel/random/boot_id", limit: 64), as: UTF8.self)
      .filter { $0.isLetter || $0.isNumber }.prefix(12)
    try folder.write(".take-%n.1.partial", String(kernel))
    try folder.write(".take-%n.2.partial", "another one.")
    #expect(try numbers("take-%n.mp4", by: OutputNumbers()) == [1])
    let (first, second) = (OutputNumbers(reserving: true), OutputNumbers(reserving: true))
    #expect(try numbers("take-%n.mp4", by: first) == [1])
    // That of another machine may be alive.
    #expect(try numbers("take-%n.mp4", by: second) == [3])
  }

  @Test("is not reserved outside a root, whatever links lead there")
  func rooted() throws {
    try folder.write("in/film.edit", "")
    try folder.write("outside/take-41.mp4", "")
    #expect(try run(["ln", "-s", "../outside", folder.path("in/out")]).exitCode == 0)
    let root = try RootFolder(folder.path("in"))
    let name = try #require(NumberedName("take-%n.mp4"))
    let numbers = OutputNumbers(reserving: true)
    #expect(numbers.numbers(of: [name.inFolder(folder.path("in/out/"))], root: root) == [1])
    #expect(try listFolder(folder.path("outside")) == ["take-41.mp4"])
    #expect(numbers.numbers(of: [name.inFolder(folder.path("in/new/"))], root: root) == [1])
    #expect(try listFolder(folder.path("in/new")) == [".take-%n.1.partial"])
    numbers.release()
    #expect(try listFolder(folder.path("in")) == ["film.edit", "out"])
  }
}
