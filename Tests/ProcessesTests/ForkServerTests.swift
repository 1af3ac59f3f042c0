import Glibc
import Processes
import Testing

@Suite("Copies of the program")
struct ForkServerTests {
  @Test("The server makes a copy of the program, and none without a server")
  func copies() throws {
    #expect(try probeLines("with-server", "start", "own-name") == [probe, "copy", "exited with 0"])
    #expect(try probeLines("start", "own-name") == [probe, "exited with 0"])
  }

  @Test("A copy has no other descriptors and signals than a program that was loaded")
  func descriptors() throws {
    let copy = try probeLines("with-server", "start", "descriptors")
    #expect(copy.first == "descriptors [0, 1, 2]")
    #expect(copy.dropFirst(2).first?.hasSuffix("0000000") == true, "\(copy)")
    #expect(copy.suffix(2) == ["own group", "exited with 0"])
    // The C library ignores its two signals (32 and 33) in a program that was loaded.
    let loaded = try probeLines("start", "descriptors")
    #expect(copy.filter { !$0.hasPrefix("SigIgn") } == loaded.filter { !$0.hasPrefix("SigIgn") })
  }

  @Test("If the server was killed, the program is loaded")
  func killedServer() throws {
    #expect(
      try probeLines("with-server", "start-without-server")
        == [probe, "copy", "exited with 0", probe, "exited with 0"])
  }

  @Test("Threads of a copy can wait for each other")
  func threads() throws {
    for _ in 0..<5 {
      #expect(try probeLines("with-server", "start", "contention") == ["100000", "exited with 0"])
    }
  }

  @Test("Killing the parent of a copy leaves neither the copy nor the server behind")
  func noOrphan() throws {
    let loop = EventLoop(signals: nil)
    let parent = try loop.start(ChildCommand(probe, ["with-server", "parent"]))
    let parentID = try #require(loop.processID(of: parent))
    var children: [Int32] = []
    let events = try collectEvents(loop) { event in
      guard case .line = event else { return }
      let list = (try? readFile("/proc/\(parentID)/task/\(parentID)/children", limit: 1000)) ?? []
      children = String(decoding: list, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
      kill(parentID, SIGKILL)
    }
    #expect(events.last == .ended(parent, .ended(by: .kill), errorText: ""))
    #expect(children.count == 2)
    #expect(children.allSatisfy(isGone))
  }
}
