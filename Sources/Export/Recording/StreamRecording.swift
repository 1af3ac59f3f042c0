package import Basics
import LibAV
package import Processes

/// When the recording of a stream ends.
package struct StreamLimits: Sendable {
  package var schedule = RecordingSchedule()
  package var length: RationalTime?
  package var byteLimit: Int64?
  /// For how long editc tries to restore a lost connection; nil if that ends the recording.
  package var reconnect: RationalTime?

  package init(
    schedule: RecordingSchedule, length: RationalTime?, byteLimit: Int64?, reconnect: RationalTime?
  ) {
    self.schedule = schedule
    self.length = length
    self.byteLimit = byteLimit
    self.reconnect = reconnect
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
  /// Where connections were lost and restored.
  package var gaps: [StreamGap]
  package var end: RecordingEnd
  /// Why the recording could not continue; nil if it ended as wanted.
  package var failure: ExportError?
}

/// A part of a film that is missing, because the connection was lost.
package struct StreamGap: Hashable, Sendable {
  package var start: RationalTime
  package var length: RationalTime
}

/// Records what a server sends, as it is, until an end is reached or an order or a signal asks for it.
///
/// `words` start the process that receives it. If the file cannot grow any more or the stream fails, it is whole to
/// there, and the report has the reason.
package func recordStream(
  _ stream: RecordedStream, startedBy words: @escaping (RecordedStream) -> [String], _ target: OutputTarget,
  _ limits: StreamLimits, in loop: EventLoop, takeOrders: () -> [RecordingOrder],
  onEvent: (RecordingEvent) -> Void
) throws(ExportError) -> StreamReport {
  guard try waitForStart(limits.schedule, in: loop, takeOrders, onEvent) else {
    throw ExportError(.temporary, "nothing was recorded: it ended before its start")
  }
  let receiver = try StreamReceiver(stream, in: loop, startedBy: words)
  var recording = StreamFile(target, limits, name: stream.address.name)
  var (end, failure): (RecordingEnd?, ExportError?) = (nil, nil)
  do throws(ExportError) {
    let latest = limits.schedule.end(ClockReadings.now)
    while end == nil {
      // A last round: what arrived before the stream ended is in the film.
      let last = receiver.end
      while end == nil, let message = try receiver.nextMessage() {
        if let gap = try recording.add(message) {
          receiver.hasContinued()
          onEvent(.reconnected(missing: gap.length))
        }
        end = recording.endReason
      }
      if end != nil { break }
      let now = monotonicNanoseconds()
      if let last {
        if let patience = limits.reconnect, let ends = recording.ends, receiver.mayContinue {
          let isNew = receiver.disconnect(from: ends, at: now, for: patience, in: loop)
          recording.expectAnotherStart()
          if isNew { onEvent(.disconnected(last.failure, patience: patience)) }
        } else {
          let final = receiver.finalEnd(last)
          (end, failure) = (final.end, final.failure)
        }
      }
      if end == nil, let length = limits.length, receiver.place(at: now).map({ $0 >= length }) == true {
        end = .length
      }
      if let latest, now >= latest { end = .time }
      if takeOrders().contains(.stop) { end = .stop }
      if end == nil { try receiver.connectAgain(at: now, in: loop) }
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

/// The processes that receive a stream, one after the other, and the parts of a film that they make.
private final class StreamReceiver {
  let name: String
  private(set) var content: String
  private let stream: RecordedStream
  private let words: (RecordedStream) -> [String]
  /// Nil while there is none.
  private var child: EventLoop.ChildID?
  /// Nil until the stream is open.
  private var ring: SharedRing?
  /// Why nothing more comes from this process; nil while it may.
  private(set) var end: (end: RecordingEnd, failure: ExportError?)?
  /// Of the processes that have ended, and of the present one.
  private var earlier = StreamAlignment.Counts()
  private var present = StreamAlignment.Counts()
  private var part: [UInt8] = []
  /// What the sender's clock showed at the film's start.
  private var zero: RationalTime?
  /// When the last packet of this process arrived.
  private var lastPacket: Int64?
  /// Nil while the stream arrives.
  private var loss: Loss?

  private struct Loss {
    /// Why the connection was lost first.
    let end: (end: RecordingEnd, failure: ExportError?)
    let place: StreamContinuation
    let patience: RationalTime
    let deadline: Int64
    var nextTry: Int64
  }

  /// A fragment that is larger has no end.
  private static let mostBytes = 1 << 30
  /// In nanoseconds.
  private static let pauseBetweenTries: Int64 = 1_000_000_000

  init(
    _ stream: RecordedStream, in loop: EventLoop, startedBy words: @escaping (RecordedStream) -> [String]
  ) throws(ExportError) {
    (self.stream, self.words, name) = (stream, words, stream.address.name)
    let report: SourceReport
    let child: EventLoop.ChildID
    do throws(SystemError) {
      child = try loop.start(ChildCommand(ChildProcess.ownExecutable, words(stream)))
      report = try firstReport(of: child, in: loop, patience: 60)
    } catch { throw ExportError(error) }
    guard case .stream(let number, let content) = report else { throw report.error(of: name) }
    self.content = content
    self.child = child
    do throws(SystemError) {
      ring = try SharedRing(ofProcess: loop.processID(of: child) ?? 0, descriptor: number)
    } catch { throw ExportError(error) }
  }

  var counts: StreamAlignment.Counts {
    var all = earlier
    all.jumps += present.jumps
    all.damaged += present.damaged
    all.dropped += present.dropped
    all.longestGap = max(all.longestGap, present.longestGap)
    return all
  }

  /// The start of the film, then its fragments; nil if none is whole yet.
  func nextMessage() throws(ExportError) -> [UInt8]? {
    while let rest = ring?.read({ rest, bytes in
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

  // MARK: Another connection

  /// Whether the stream can go on after what has ended it.
  var mayContinue: Bool {
    // A playlist states its end; other servers do not tell it from an end of the connection.
    if end?.end == .stream, stream.address.transport == .hls { return false }
    return end?.failure?.kind != .refusedByPolicy && loss.map { monotonicNanoseconds() < $0.deadline } ?? true
  }

  /// Prepares another connection for a film whose tracks have these ends. False if the present one was made for that,
  /// too.
  func disconnect(
    from ends: [RationalTime], at now: Int64, for patience: RationalTime, in loop: EventLoop
  ) -> Bool {
    let isNew = loss == nil
    if let child { loop.kill(child) }
    if isNew, let end {
      let length = patience.rounded(toUnits: 1_000_000_000)?.value ?? 0
      loss = Loss(
        end: end,
        place: StreamContinuation(
          ends: ends, moment: lastPacket ?? now, zero: stream.address.transport == .hls ? zero : nil),
        patience: patience, deadline: now + length, nextTry: now)
    } else {
      loss?.nextTry = now + Self.pauseBetweenTries
    }
    earlier = counts
    present = StreamAlignment.Counts()
    (child, ring, end, lastPacket) = (nil, nil, nil, nil)
    part = []
    return isNew
  }

  /// The film has a part from the new connection.
  func hasContinued() { loss = nil }

  /// The place in the film of what a lost connection would give now; nil while it gives something.
  func place(at now: Int64) -> RationalTime? {
    ring == nil ? loss.flatMap { try? $0.place.place(at: now) } : nil
  }

  /// Starts the next try to connect, or ends the last one.
  func connectAgain(at now: Int64, in loop: EventLoop) throws(ExportError) {
    guard ring == nil, end == nil, let loss else { return }
    if now >= loss.deadline {
      end = loss.end
    } else if now >= loss.nextTry, child == nil {
      var stream = stream
      stream.continuation = loss.place
      do throws(SystemError) {
        child = try loop.start(ChildCommand(ChildProcess.ownExecutable, words(stream)))
      } catch { throw ExportError(error) }
    }
  }

  /// The end of a recording whose connection could not be restored, or that has ended without it.
  func finalEnd(
    _ last: (end: RecordingEnd, failure: ExportError?)
  ) -> (end: RecordingEnd, failure: ExportError?) {
    guard let loss, last.failure?.kind != .refusedByPolicy else { return last }
    let failure = loss.end.failure.map { failure in
      ExportError(
        failure.kind,
        "\(failure.message); it could not be received again within \(loss.patience.spelling)")
    }
    return (loss.end.end, failure)
  }

  // MARK: Reports

  /// Waits a moment. True if a signal has interrupted.
  func wait(in loop: EventLoop) throws(ExportError) -> Bool {
    let timer = loop.startTimer(after: .milliseconds(20))
    var isInterrupted = false
    do throws(SystemError) {
      while !isInterrupted, let event = try loop.next(), event != .timer(timer) {
        // A process that was given up can still say something.
        if let child = event.child, child != self.child { continue }
        switch event {
        case .interrupted: isInterrupted = true
        case .line(_, let line): try take(SourceReport(line), line, in: loop)
        case .ended(_, _, let words):
          end = end ?? (.failure, ExportError(.inputOutput, "\(name): its process has ended: \(words)"))
        default: break
        }
      }
    } catch { throw ExportError(error) }
    return isInterrupted
  }

  private func take(_ report: SourceReport?, _ line: String, in loop: EventLoop) throws(SystemError) {
    switch report {
    case .streamCounts(let counts)?: present = counts
    case .began(let time)?: zero = zero ?? time
    case .lastPacket(let moment)?: lastPacket = min(moment, monotonicNanoseconds())
    case .stream(let number, _)? where ring == nil:
      guard let child, let process = loop.processID(of: child) else { return }
      ring = try SharedRing(ofProcess: process, descriptor: number)
    case .ended?: end = (.stream, nil)
    case let report?: end = end ?? (.failure, report.error(of: name))
    case nil: end = (.failure, ExportError(.engine, "\(name): its process said \(line.prefix(80))"))
    }
  }
}

/// The film of a stream while it grows.
private struct StreamFile {
  private let target: OutputTarget
  private let limits: StreamLimits
  private let name: String
  /// Nil before its start has arrived.
  private var file: RecordingFile?
  private(set) var gaps: [StreamGap] = []
  /// What the next message is.
  private var next = Message.start

  private enum Message {
    /// The start of the film.
    case start
    /// The start of the film again, from another connection.
    case sameStart
    /// The first fragment of another connection.
    case firstFragment
    case fragment
  }

  init(_ target: OutputTarget, _ limits: StreamLimits, name: String) {
    (self.target, self.limits, self.name) = (target, limits, name)
  }

  /// After a connection was lost, the next one begins with the start of the film.
  mutating func expectAnotherStart() { next = .sameStart }

  /// Adds the start of the film or a fragment. Returns the gap that ends with it, if any.
  mutating func add(_ message: [UInt8]) throws(ExportError) -> StreamGap? {
    guard let file else {
      file = try RecordingFile(target, head: message)
      next = .fragment
      return nil
    }
    switch next {
    case .start, .sameStart:
      guard message == file.head else {
        throw ExportError(
          .inputOutput,
          "\(name): its form has changed since the connection was lost, so the film cannot continue")
      }
      next = .firstFragment
      return nil
    case .fragment: try file.add(message)
    case .firstFragment:
      let end = file.ends.max() ?? .zero
      try file.add(message)
      next = .fragment
      guard let start = file.fragmentStart, let length = try? start - end else { return nil }
      let gap = StreamGap(start: end, length: max(length, .zero))
      gaps.append(gap)
      return gap
    }
    return nil
  }

  /// The ends of its tracks; nil before its first fragment.
  var ends: [RationalTime]? { file.flatMap { $0.fragmentCount > 0 ? $0.ends : nil } }

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
      dropped: counts.dropped, longestGap: gaps.map(\.length).reduce(counts.longestGap, max), gaps: gaps,
      end: end,
      failure: failure)
  }
}
