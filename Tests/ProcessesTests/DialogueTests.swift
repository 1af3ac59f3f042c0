import Glibc
import Processes
import Synchronization
import Testing

@Suite("Dialogues and threads beside an event loop")
struct DialogueTests {
  private func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test("say what fits, and the rest when the other end reads")
  func saying() throws {
    let (input, output) = (try makePipe(), try makePipe())
    defer { for end in [input.reading, input.writing, output.reading, output.writing] { close(end) } }
    let dialogue = try Dialogue(input: input.reading, output: output.writing)
    let loop = EventLoop(signals: nil)
    loop.watch(input.reading)
    #expect(dialogue.receive() == .nothingYet)
    // More than a pipe holds.
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    dialogue.send(bytes)
    #expect(dialogue.hasUnsent)
    var heard: [UInt8] = []
    while heard.count < bytes.count {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = read(output.reading, &buffer, buffer.count)
      try #require(count > 0)
      heard += buffer[..<count]
      guard dialogue.hasUnsent else { continue }
      loop.waitUntilWritable(output.writing)
      #expect(try loop.next() == .writable(output.writing))
      dialogue.flush()
    }
    #expect(heard == bytes)
    #expect(dialogue.canSend)
    try writeAll([1, 2], to: input.writing, named: "pipe")
    #expect(try loop.next() == .readable(input.reading))
    #expect(dialogue.receive() == .bytes([1, 2]))
  }

  @Test("end where the other end is closed")
  func ends() throws {
    let (input, output) = (try makePipe(), try makePipe())
    defer { for end in [input.reading, output.writing] { close(end) } }
    _ = EventLoop(signals: nil)
    let dialogue = try Dialogue(input: input.reading, output: output.writing)
    close(input.writing)
    close(output.reading)
    #expect(dialogue.receive() == .end)
    dialogue.send([1])
    #expect(!dialogue.canSend)
  }

  @Test("do work in its order on another thread, and ring when it is done")
  func threads() throws {
    let thread = try WorkThreads()
    let bell = try Doorbell()
    let loop = EventLoop(signals: nil)
    loop.watch(bell.descriptor)
    let done = Numbers()
    for number in 0..<1000 {
      thread.perform {
        done.add(number)
        bell.ring()
      }
    }
    while done.all.count < 1000 {
      #expect(try loop.next() == .readable(bell.descriptor))
      bell.silence()
    }
    #expect(done.all == Array(0..<1000))
  }

  @Test("go on with other work while a piece of it hangs")
  func hangingWork() throws {
    let threads = try WorkThreads(3)
    let bell = try Doorbell()
    let loop = EventLoop(signals: nil)
    loop.watch(bell.descriptor)
    let (done, pipe) = (Numbers(), try makePipe())
    defer { for end in [pipe.reading, pipe.writing] { close(end) } }
    for _ in 0..<2 {
      threads.perform {
        var byte: UInt8 = 0
        _ = read(pipe.reading, &byte, 1)
      }
    }
    for number in 0..<10 {
      threads.perform {
        done.add(number)
        bell.ring()
      }
    }
    while done.all.count < 10 {
      #expect(try loop.next() == .readable(bell.descriptor))
      bell.silence()
    }
    #expect(done.all == Array(0..<10))
    write(pipe.writing, "12", 2)
  }

  @Test("see the end of another process")
  func processes() throws {
    let child = try ChildProcess(ChildCommand("/bin/sleep", ["60"]))
    let watch = try #require(ProcessWatch(child.processID))
    let loop = EventLoop(signals: nil)
    loop.watch(watch.descriptor)
    child.kill(.kill)
    #expect(try loop.next() == .readable(watch.descriptor))
    #expect(ProcessWatch(0) == nil)
    #expect(ProcessWatch(-1) == nil)
    #expect(ProcessWatch(.max) == nil)
  }
}

private final class Numbers: Sendable {
  private let numbers = Mutex<[Int]>([])

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  var all: [Int] { numbers.withLock { $0 } }
}
