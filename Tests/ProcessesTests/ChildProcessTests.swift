import Glibc
import Processes
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  @Test(
    "An exit code and a signal are told apart",
    arguments: [
      ("exit 0", ProcessStatus.exited(0)), ("exit 130", .exited(130)), ("exit 255", .exited(255)),
      ("kill -9 $$", .ended(by: .kill)), ("kill -SEGV $$", .ended(by: Signal(SIGSEGV))),
      ("kill -PIPE $$", .ended(by: .brokenPipe)),
    ])
  func status(script: String, expected: ProcessStatus) throws {
    #expect(try ChildProcess(ChildCommand("/bin/sh", ["-c", script])).wait() == expected)
  }

  @Test("A program that is not there is an error with its name")
  func missingProgram() {
    #expect(throws: SystemError("start /nowhere/editc", code: ENOENT)) {
      try ChildProcess(ChildCommand("/nowhere/editc"))
    }
  }

  @Test("What a library prints does not get among the reports of a worker")
  func reports() throws {
    let result = try run([probe, "reports"])
    #expect(result.text == "from the worker\n")
    #expect(result.errorText == "from a library\n")
  }

  @Test("A kill reaches the child and what it has started")
  func killGroup() throws {
    let loop = EventLoop(signals: nil)
    let child = try loop.start(ChildCommand("/bin/sh", ["-c", "sleep 1000 & echo $!; wait"]))
    var grandchild: Int32 = 0
    let events = try collectEvents(loop) { event in
      guard case .line(_, let line) = event else { return }
      grandchild = Int32(line) ?? 0
      loop.kill(child)
    }
    #expect(events.last == .ended(child, .ended(by: .kill), errorText: ""))
    #expect(grandchild > 0)
    #expect(isGone(grandchild))
  }

  @Test("A child ends with the value that holds it")
  func deinitialised() throws {
    var child: ChildProcess? = try ChildProcess(ChildCommand("/bin/sleep", ["1000"]))
    let process = child?.processID ?? 0
    #expect(kill(process, 0) == 0)
    child = nil
    #expect(kill(process, 0) == -1)
    #expect(errno == ESRCH)
  }

  @Test("A child gets three descriptors, no blocked or ignored signal and a group of its own")
  func inheritance() throws {
    // A descriptor without O_CLOEXEC, as a library might leave open.
    let careless = open("/dev/null", O_RDONLY)
    defer { close(careless) }
    let loop = EventLoop(signals: nil)
    let child = try loop.start(ChildCommand(probe, ["descriptors"]))
    let events = try collectEvents(loop)
    #expect(
      events == [
        .line(from: child, "descriptors [0, 1, 2]"),
        .line(from: child, "SigBlk: 0000000000000000"),
        // The two signals that the C library keeps for its threads (32 and 33) and ignores until it has some.
        .line(from: child, "SigIgn: 0000000180000000"),
        .line(from: child, "own group"),
        .ended(child, .exited(0), errorText: ""),
      ])
  }

  @Test("A given environment is the child's whole environment")
  func environment() throws {
    let loop = EventLoop(signals: nil)
    let child = try loop.start(ChildCommand("/usr/bin/env", environment: ["TZ": "UTC", "A": "1=2"]))
    let lines = try collectEvents(loop).dropLast()
    #expect(Set(lines) == [.line(from: child, "TZ=UTC"), .line(from: child, "A=1=2")])
  }

  @Test("Our own executable starts ourselves")
  func ownExecutable() throws {
    #expect(try probeLines("parent-name") == [probe])
  }

  @Test("Killing a parent with SIGKILL leaves no worker behind")
  func noOrphan() throws {
    let loop = EventLoop(signals: nil)
    let parent = try loop.start(ChildCommand(probe, ["parent"]))
    let parentID = try #require(loop.processID(of: parent))
    var worker: Int32 = 0
    let events = try collectEvents(loop) { event in
      guard case .line(_, let line) = event else { return }
      worker = Int32(line.split(separator: " ").last ?? "") ?? 0
      // Only the parent: the worker leads a group of its own and hears nothing of it.
      if worker > 0 { kill(parentID, SIGKILL) }
    }
    #expect(events.last == .ended(parent, .ended(by: .kill), errorText: ""))
    #expect(worker > 0)
    #expect(isGone(worker))
  }

  @Test("A worker whose parent is already another process stops")
  func orphanFromTheStart() throws {
    #expect(try probeLines("worker", "1") == ["orphan"])
  }
}
