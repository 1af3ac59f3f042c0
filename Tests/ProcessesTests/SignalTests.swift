import Glibc
import Processes
import TestSupport
import Testing

@Suite struct SignalTests {
  @Test(
    "An interrupt ends the child, removes the temporary file and is raised again",
    arguments: [
      Signal.interrupt, .terminate, .hangUp,
    ])
  func interrupted(signal: Signal) throws {
    let scratch = try TemporaryFolder()
    let loop = EventLoop(signals: nil)
    let editc = try loop.start(ChildCommand(probe, ["interrupts", scratch.root]))
    var lines: [String] = []
    let events = try collectEvents(loop) { event in
      guard case .line(_, let line) = event else { return }
      lines.append(line)
      if lines.count == 1 {
        #expect((try? listFolder(scratch.root).count) == 1)
        loop.kill(editc, with: signal)
      }
    }
    #expect(events.last == .ended(editc, .ended(by: signal), errorText: ""))
    #expect(lines.count == 2)
    #expect(lines.last == "child ended by SIGKILL")
    let child = try #require(Int32(lines[0].split(separator: " ")[1]))
    #expect(isGone(child))
    #expect(try listFolder(scratch.root) == [])
  }

  @Test("A shell sees 128 and the signal's number")
  func shellStatus() throws {
    let scratch = try TemporaryFolder()
    let script = """
      "$0" interrupts "$1" > "$1/../lines-$$" & editc=$!
      while ! grep -q child "$1/../lines-$$"; do sleep 0.01; done
      kill -TERM $editc; wait $editc; echo $?; rm "$1/../lines-$$"
      """
    #expect(try run(["sh", "-c", script, probe, scratch.root]).text == "143\n")
  }

  @Test("Work without a loop sees a signal when it asks")
  func betweenFrames() throws {
    let loop = EventLoop(signals: nil)
    let editc = try loop.start(ChildCommand(probe, ["between-frames"]))
    let events = try collectEvents(loop) { event in
      if event == .line(from: editc, "working") { loop.kill(editc, with: .interrupt) }
    }
    #expect(
      events == [
        .line(from: editc, "working"), .line(from: editc, "received SIGINT"),
        .ended(editc, .ended(by: .interrupt), errorText: ""),
      ])
  }

  @Test("A signal that nohup switched off stays off")
  func nohup() throws {
    let loop = EventLoop(signals: nil)
    let editc = try loop.start(
      ChildCommand("/bin/sh", ["-c", "trap '' HUP; exec \"$0\" between-frames", probe]))
    let events = try collectEvents(loop) { event in
      guard event == .line(from: editc, "working") else { return }
      loop.kill(editc, with: .hangUp)
      loop.kill(editc, with: .terminate)
    }
    #expect(events.last == .ended(editc, .ended(by: .terminate), errorText: ""))
  }

  @Test("An interrupt is heard even where a shell switched it off for a command in the background")
  func interruptInTheBackground() throws {
    let loop = EventLoop(signals: nil)
    let editc = try loop.start(
      ChildCommand("/bin/sh", ["-c", "trap '' INT; exec \"$0\" between-frames", probe]))
    let events = try collectEvents(loop) { event in
      if event == .line(from: editc, "working") { loop.kill(editc, with: .interrupt) }
    }
    #expect(events.last == .ended(editc, .ended(by: .interrupt), errorText: ""))
  }

  @Test("Ctrl-Z stops the command and its child, and both go on together")
  func suspended() throws {
    let scratch = try TemporaryFolder()
    let loop = EventLoop(signals: nil)
    let editc = try loop.start(ChildCommand(probe, ["interrupts", scratch.root]))
    let editcID = try #require(loop.processID(of: editc))
    _ = try collectEvents(loop) { event in
      guard case .line(_, let line) = event, line.count < 20, let child = Int32(line.dropFirst(6)) else {
        return
      }
      kill(editcID, SIGTSTP)
      #expect(reaches("T", editcID))
      #expect(reaches("T", child))
      kill(editcID, SIGCONT)
      #expect(reaches("S", child))
      loop.kill(editc, with: .terminate)
    }
  }

  @Test("A reader that goes away is an error that the command can end by")
  func brokenPipe() throws {
    let loop = EventLoop(signals: nil)
    let script = "{ \"$0\" broken-pipe; echo $? >&2; } | head -1"
    let shell = try loop.start(ChildCommand("/bin/sh", ["-c", script, probe]))
    let events = try collectEvents(loop)
    #expect(events.first == .line(from: shell, "more"))
    #expect(
      events.last
        == .ended(shell, .exited(0), errorText: "cannot write <stdout>: Broken pipe\n141\n"))
  }

  /// Whether the process comes to this state, looked at for five seconds.
  private func reaches(_ state: String, _ process: Int32) -> Bool {
    for _ in 0..<500 {
      let bytes = (try? readFile("/proc/\(process)/stat", limit: 4096)) ?? []
      let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last ?? ""
      if fields.hasPrefix(" \(state)") { return true }
      usleep(10_000)
    }
    return false
  }
}
