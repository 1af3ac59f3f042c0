import Composition
import LibAV
import Synchronization
import Testing

@testable import Export

@Suite struct ItemQueueTests {
  private final class Log: Sendable {
    private let events = Mutex<[String]>([])
    var all: [String] { events.withLock(\.self) }
    func add(_ event: String) { events.withLock { $0.append(event) } }
  }

  private let log = Log()
  private let failure = ExportError(.temporary, "the disk is full")

  private func frame() throws -> VideoFrame {
    try VideoFrame.allocate(size: PixelSize(width: 16, height: 16), layout: .rgb24, color: .sRGB) { _ in }
  }

  /// Fails at the frame with a number, or at the end.
  private func queue(failingAtFrame failing: Int? = nil, failsAtEnd: Bool = false) -> ItemQueue<VideoFrame> {
    var count = 0
    return ItemQueue(
      { [log, failure] _ throws(ExportError) in
        defer { count += 1 }
        if count == failing { throw failure }
        log.add("frame \(count)")
      },
      end: { [log, failure] () throws(ExportError) in
        if failsAtEnd { throw failure }
        log.add("end")
      }, whenDone: { [log] in log.add($0.map { "failed: \($0.message)" } ?? "done") })
  }

  @Test func processesFramesInOrder() throws {
    let queue = queue()
    for _ in 0..<4 { try queue.send(frame()) }
    try queue.finish()
    #expect(log.all == ["frame 0", "frame 1", "frame 2", "frame 3", "end", "done"])
  }

  @Test(arguments: [true, false])
  func reportsWhatFailsAfterTheLastFrame(atEnd: Bool) throws {
    let queue = queue(failingAtFrame: atEnd ? nil : 1, failsAtEnd: atEnd)
    for _ in 0..<2 { try queue.send(frame()) }
    queue.close()
    #expect(throws: failure) { try queue.finish() }
    #expect(log.all == ["frame 0"] + (atEnd ? ["frame 1"] : []) + ["failed: the disk is full"])
  }

  @Test func leavesErrorsOfTheCallerToTheCaller() throws {
    let own = ExportError(.badData, "the clip is damaged")
    let healthy = queue()
    try healthy.send(frame())
    #expect(healthy.cancel(own) == own)
    let failing = queue(failingAtFrame: 0)
    try failing.send(frame())
    while (try? failing.send(frame())) != nil {}
    #expect(failing.cancel(own) == failure)
    #expect(log.all.allSatisfy { $0 == "frame 0" }, "\(log.all)")
  }
}
