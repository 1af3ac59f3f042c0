import Glibc
import Processes
import TestSupport
import Testing

@Suite("A fork server")
struct ForkServerTests {
  @Test(
    "makes workers that differ from new programs only in what it has loaded; killed, it is not needed; stopped, it is gone"
  )
  func workers() throws {
    let lines = try probeLines("fork-server-parent")
    func worker(_ origin: String) -> [String] {
      // SIGXFSZ and SIGPIPE are not ignored: the parent's signals are not the worker's. What is ignored is the C
      // library's own: 32, and 33 until a process has had a thread.
      [
        origin, "tied", "/proc/self/exe|forked|PARENT||two words", "descriptors [0, 1, 2]",
        "SigBlk: 0000000000000000",
        origin == "forked" ? "SigIgn: 0000000080000000" : "SigIgn: 0000000180000000", "own group", "question",
        "exited with 7, an error",
      ]
    }
    let parent = try #require(lines.dropFirst(2).first?.split(separator: "|").dropFirst(2).first)
    let server = try #require(lines.first { $0.hasPrefix("server ") })
    #expect(
      lines.map { $0.replacing("|\(parent)|", with: "|PARENT|") }
        == worker("forked") + worker("forked") + [server] + worker("started") + worker("forked") + [
          "children -1"
        ])
    #expect(server != "server 0")
  }

  @Test("makes workers whose threads can meet at a value that is made at its first use")
  func meeting() throws {
    #expect(try probeLines("fork-server-of-threads") == ["met 8", "parted", "exited with 0, "])
  }

  @Test("ends with the process that it serves, and so do its workers")
  func end() throws {
    let loop = EventLoop(signals: nil)
    let parent = try loop.start(ChildCommand(probe, ["parent-with-server"]))
    let parentID = try #require(loop.processID(of: parent))
    var left: [Int32] = []
    let events = try collectEvents(loop) { event in
      guard case .line(_, let line) = event else { return }
      left = line.split(separator: " ").compactMap { Int32($0) }
      kill(parentID, SIGKILL)
    }
    #expect(events.last == .ended(parent, .ended(by: .kill), errorText: ""))
    #expect(left.count == 2)
    for process in left { #expect(isGone(process)) }
  }
}
