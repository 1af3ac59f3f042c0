import Glibc
import Processes
import TestSupport
import Testing

@Suite struct EventLoopTests {
  @Test("Several children answer what they are sent, each in order")
  func workers() throws {
    let loop = EventLoop(signals: nil)
    let workers = try (0..<3).map { _ in try loop.start(ChildCommand("/bin/cat")) }
    for worker in workers {
      for number in 0..<100 { #expect(loop.send("line \(number)", to: worker)) }
      loop.closeInput(of: worker)
    }
    let events = try collectEvents(loop)
    for worker in workers {
      let own = events.filter { $0.child == worker }
      #expect(own.dropLast() == (0..<100).map { .line(from: worker, "line \($0)") }[...])
      #expect(own.last == .ended(worker, .exited(0), errorText: ""))
    }
  }

  @Test("Sending more than a pipe holds to a child that reads late neither waits nor loses a byte")
  func largeInput() throws {
    let loop = EventLoop(signals: nil)
    let child = try loop.start(ChildCommand("/bin/sh", ["-c", "sleep 0.2; wc -c"]))
    let line = String(repeating: "x", count: 999)
    for _ in 0..<1000 { #expect(loop.send(line, to: child)) }
    loop.closeInput(of: child)
    let events = try collectEvents(loop)
    #expect(events.first == .line(from: child, "1000000"))
  }

  @Test("What a child that does not read is sent is bounded, and then refused")
  func unreadInput() throws {
    let loop = EventLoop(signals: nil)
    let child = try loop.start(ChildCommand("/bin/sleep", ["1000"]))
    let line = String(repeating: "x", count: (1 << 20) - 1)
    // Four megabytes wait, and 64 kB are in the pipe.
    let accepted = (0..<10).filter { _ in loop.send(line, to: child) }.count
    #expect(accepted == 5)
    loop.kill(child)
    #expect(try collectEvents(loop).last == .ended(child, .ended(by: .kill), errorText: ""))
    #expect(!loop.send("late", to: child))
  }

  @Test("A child that closes its input, or ends, ends neither us nor the loop")
  func closedInput() throws {
    let loop = EventLoop(signals: nil)
    let child = try loop.start(ChildCommand("/bin/sh", ["-c", "exec 0<&-; echo closed; sleep 0.1; exit 4"]))
    let events = try collectEvents(loop) { event in
      if case .line = event {
        loop.send("one", to: child)
        loop.send("two", to: child)
      }
    }
    #expect(events == [.line(from: child, "closed"), .ended(child, .exited(4), errorText: "")])
  }

  @Test("A line past the limit is reported once, and the next one arrives")
  func longLine() throws {
    let loop = EventLoop(signals: nil, lineLimit: 10)
    let child = try loop.start(
      ChildCommand("/bin/sh", ["-c", "echo 0123456789; printf '%0100000d\\n' 1; echo after"]))
    #expect(
      try collectEvents(loop) == [
        .line(from: child, "0123456789"), .lineTooLong(from: child), .line(from: child, "after"),
        .ended(child, .exited(0), errorText: ""),
      ])
  }

  @Test("All that a child wrote arrives before its end, however fast it ends")
  func outputBeforeEnd() throws {
    for _ in 0..<20 {
      let loop = EventLoop(signals: nil)
      let child = try loop.start(ChildCommand("/bin/sh", ["-c", "seq 1 5000; echo why >&2; kill -9 $$"]))
      let events = try collectEvents(loop)
      #expect(events.count == 5001)
      #expect(events.last == .ended(child, .ended(by: .kill), errorText: "why\n"))
    }
  }

  @Test("Of standard error the last 16384 bytes are kept")
  func errorTail() throws {
    let loop = EventLoop(signals: nil)
    let child = try loop.start(
      ChildCommand("/bin/sh", ["-c", "head -c 300000 /dev/zero | tr '\\0' x >&2; echo end >&2"]))
    let expected = String(repeating: "x", count: 16384 - 4) + "end\n"
    #expect(try collectEvents(loop) == [.ended(child, .exited(0), errorText: expected)])
  }

  @Test("A grandchild that keeps the pipes open does not hold up the end of the child")
  func grandchild() throws {
    let loop = EventLoop(signals: nil)
    let child = try loop.start(ChildCommand("/bin/sh", ["-c", "sleep 30 & echo $!"]))
    var sleeper: Int32 = 0
    let events = try collectEvents(loop) { event in
      if case .line(_, let line) = event { sleeper = Int32(line) ?? 0 }
    }
    #expect(events.last == .ended(child, .exited(0), errorText: ""))
    if sleeper > 0 { kill(sleeper, SIGKILL) }
  }

  @Test("Timers come in the order of their moments, a cancelled one never")
  func timers() throws {
    let loop = EventLoop(signals: nil)
    let start = ContinuousClock.now
    let late = loop.startTimer(after: .milliseconds(60))
    let early = loop.startTimer(after: .milliseconds(20))
    let never = loop.startTimer(after: .milliseconds(40))
    loop.cancelTimer(never)
    #expect(try loop.next() == .timer(early))
    #expect(try loop.next() == .timer(late))
    #expect(ContinuousClock.now - start >= .milliseconds(60))
    #expect(try loop.next() == nil)
  }

  @Test("A watched descriptor is announced until it is no longer watched")
  func watched() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let loop = EventLoop(signals: nil)
    loop.watch(ends[0])
    try writeAll([1], to: ends[1], named: "pipe")
    #expect(try loop.next() == .readable(ends[0]))
    #expect(try loop.next() == .readable(ends[0]))
    loop.stopWatching(ends[0])
    #expect(try loop.next() == nil)
  }
}

extension EventLoop.Event {
  fileprivate var child: EventLoop.ChildID? {
    switch self {
    case .line(let child, _), .lineTooLong(let child), .ended(let child, _, _): child
    default: nil
    }
  }
}

@Suite struct LineSplitterTests {
  @Test("Lines are the same however the bytes arrive", arguments: 1...7)
  func chunks(size: Int) {
    let bytes = Array("ab\n\nlonger line\nc\nrest".utf8)
    var splitter = LineSplitter(limit: 5)
    var lines: [LineSplitter.Line] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines += splitter.append(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(lines == [.text("ab"), .text(""), .tooLong, .text("c")])
  }
}
