package import Basics
import LibAV
package import Processes

/// The times and the size at which the recording of a stream ends.
package struct StreamLimits: Sendable {
  package var schedule = RecordingSchedule()
  package var length: RationalTime?
  package var byteLimit: Int64?

  package init(schedule: RecordingSchedule, length: RationalTime?, byteLimit: Int64?) {
    self.schedule = schedule
    self.length = length
    self.byteLimit = byteLimit
  }
}

/// What the recording of a stream contains.
package struct StreamReport: Sendable {
  /// The codecs of the tracks, and their sizes and sample rates.
  package var content: String
  package var frames: Int64
  package var length: RationalTime
  package var byteCount: Int64
  package var fragmentCount: Int
  package var jumps: Int64
  package var damaged: Int64
  package var dropped: Int64
  package var longestGap: RationalTime
  package var end: RecordingEnd
  /// Why the recording could not continue; nil if it ended as wanted.
  package var failure: ExportError?
}

/// Records what a server sends, as it is, until an end is reached or an order or a signal asks for it.
///
/// `words` start the process that receives it. If the file cannot grow any more or the stream fails, it is whole to
/// there, and the report has the reason.
package func recordStream(
  _ stream: RecordedStream, startedBy words: [String], _ target: OutputTarget, _ limits: StreamLimits,
  in loop: EventLoop, takeOrders: () -> [RecordingOrder], onEvent: (RecordingEvent) -> Void
) throws(ExportError) -> StreamReport {
  guard try waitForStart(limits.schedule, in: loop, takeOrders, onEvent) else {
    throw ExportError(.temporary, "nothing was recorded: it ended before its start")
  }
  let receiver = try StreamReceiver(stream.address.name, words, in: loop)
  var recording = StreamFile(target, limits)
  var (end, failure): (RecordingEnd?, ExportError?) = (nil, nil)
  do throws(ExportError) {
    let latest = limits.schedule.end(ClockReadings.now)
    while end == nil {
      // A last round: what arrived before the stream ended is in the film.
      let last = receiver.end
      while end == nil, let message = try receiver.nextMessage() {
        try recording.add(message)
        end = recording.endReason
      }
      if end != nil { break }
      if let last { (end, failure) = (last.end, last.failure) }
      if let latest, monotonicNanoseconds() >= latest { end = .time }
      if takeOrders().contains(.stop) { end = .stop }
      if try receiver.wait(in: loop) { end = .signal }
      onEvent(.progress(recording.progress))
    }
  } catch { (end, failure) = (.failure, error) }
  return try recording.finish(receiver, end ?? .failure, failure)
}

/// False if it has been ended before.
private func waitForStart(
  _ schedule: RecordingSchedule, in loop: EventLoop, _ takeOrders: () -> [RecordingOrder],
  _ onEvent: (RecordingEvent) -> Void
) throws(ExportError) -> Bool {
  let opened = monotonicNanoseconds()
  while true {
    let clocks = ClockReadings.now
    guard let start = schedule.start(opened: opened, clocks), start > clocks.monotonic else { return true }
    onEvent(.waiting(start - clocks.monotonic))
    let timer = loop.startTimer(after: .milliseconds(100))
    do throws(SystemError) {
      while let event = try loop.next(), event != .timer(timer) {
        if case .interrupted = event { return false }
      }
    } catch { throw ExportError(error) }
    if takeOrders().contains(.stop) { return false }
  }
}

/// The process that receives a stream, and the parts of a film that it makes.
private final class StreamReceiver {
  let name: String
  let content: String
  private let child: EventLoop.ChildID
  private let ring: SharedRing
  /// Why nothing more comes; nil while it may.
  private(set) var end: (end: RecordingEnd, failure: ExportError?)?
  private(set) var counts = StreamAlignment.Counts()
  private var part: [UInt8] = []

  /// A fragment that is larger has no end.
  private static let mostBytes = 1 << 30

  init(_ name: String, _ words: [String], in loop: EventLoop) throws(ExportError) {
    self.name = name
    let report: SourceReport
    do throws(SystemError) {
      child = try loop.start(ChildCommand(ChildProcess.ownExecutable, words))
      report = try firstReport(of: child, in: loop, patience: 60)
    } catch { throw ExportError(error) }
    guard case .stream(let number, let content) = report else { throw report.error(of: name) }
    self.content = content
    do throws(SystemError) {
      ring = try SharedRing(ofProcess: loop.processID(of: child) ?? 0, descriptor: number)
    } catch { throw ExportError(error) }
  }

  /// The start of the film, then its fragments; nil if none is whole yet.
  func nextMessage() throws(ExportError) -> [UInt8]? {
    while let rest = ring.read({ rest, bytes in
      part += bytes
      return rest
    }) {
      guard rest >= 0, part.count <= Self.mostBytes else {
        throw ExportError(.engine, "\(name): its process gives a false size")
      }
      if rest == 0 {
        defer { part = [] }
        return part
      }
    }
    return nil
  }

  /// Waits a moment. True if a signal has interrupted.
  func wait(in loop: EventLoop) throws(ExportError) -> Bool {
    let timer = loop.startTimer(after: .milliseconds(20))
    var isInterrupted = false
    do throws(SystemError) {
      while !isInterrupted, let event = try loop.next(), event != .timer(timer) {
        switch event {
        case .interrupted: isInterrupted = true
        case .line(child, let line): take(SourceReport(line), line)
        case .ended(child, _, let words):
          end = end ?? (.failure, ExportError(.engine, "\(name): its process has ended: \(words)"))
        default: break
        }
      }
    } catch { throw ExportError(error) }
    return isInterrupted
  }

  private func take(_ report: SourceReport?, _ line: String) {
    switch report {
    case .streamCounts(let counts)?: self.counts = counts
    case .ended?: end = (.stream, nil)
    case let report?: end = (.failure, report.error(of: name))
    case nil: end = (.failure, ExportError(.engine, "\(name): its process said \(line.prefix(80))"))
    }
  }
}

/// The film of a stream while it grows.
private struct StreamFile {
  private let target: OutputTarget
  private let limits: StreamLimits
  /// Nil before its start has arrived.
  private var file: RecordingFile?

  init(_ target: OutputTarget, _ limits: StreamLimits) {
    (self.target, self.limits) = (target, limits)
  }

  mutating func add(_ message: [UInt8]) throws(ExportError) {
    if let file { try file.add(message) } else { file = try RecordingFile(target, head: message) }
  }

  /// Why the film ends; nil if it may grow.
  var endReason: RecordingEnd? {
    guard let file, file.fragmentCount > 0 else { return nil }
    if let length = limits.length, file.length >= length { return .length }
    if let limit = limits.byteLimit, file.byteCountAfterNextFragment > limit { return .size }
    return nil
  }

  var progress: RecordingProgress {
    RecordingProgress(
      frames: Int64(file?.pictureCount ?? 0), length: file?.length ?? .zero, byteCount: file?.end ?? 0,
      isPaused: false, look: 0, levels: [])
  }

  func finish(
    _ receiver: StreamReceiver, _ end: RecordingEnd, _ failure: ExportError?
  ) throws(ExportError) -> StreamReport {
    guard let file, file.fragmentCount > 0 else {
      throw failure
        ?? ExportError(.temporary, "nothing was recorded: no picture has arrived that can be decoded")
    }
    let byteCount = try file.finish(after: failure)
    let counts = receiver.counts
    return StreamReport(
      content: receiver.content, frames: Int64(file.pictureCount), length: file.length, byteCount: byteCount,
      fragmentCount: file.fragmentCount, jumps: counts.jumps, damaged: counts.damaged,
      dropped: counts.dropped, longestGap: counts.longestGap, end: end, failure: failure)
  }
}
