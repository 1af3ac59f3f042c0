import Glibc

/// Waits, on one thread and without polling, for the next event: a line from a child, its end, an interrupt,
/// a timer, a readable descriptor.
///
///     let loop = EventLoop(signals: try TerminationSignals())
///     let worker = try loop.start(ChildCommand(ChildProcess.ownExecutable, ["worker"]))
///     loop.send(#"{"render": 3}"#, to: worker)
///     while let event = try loop.next() { ... }
///
/// Releasing the loop kills children that are still running. A child's end is always its last event.
package final class EventLoop {
  package enum Event: Hashable, Sendable {
    /// A line of a child's standard output, without its line feed.
    case line(from: ChildID, String)
    /// A line longer than the loop's limit; its content is lost.
    case lineTooLong(from: ChildID)
    /// The child has ended and all of its output has been delivered; with the end of its standard error.
    case ended(ChildID, ProcessStatus, errorText: String)
    /// A signal asks us to end. Delivered before any other pending event.
    case interrupted(Signal)
    case timer(TimerID)
    /// A watched descriptor is readable, or its other end was closed.
    case readable(Int32)
    /// A descriptor that was waited for is writable, or its other end was closed.
    case writable(Int32)

    /// The child that the event is about, or nil.
    package var child: ChildID? {
      switch self {
      case .line(let child, _), .lineTooLong(let child), .ended(let child, _, _): child
      case .interrupted, .timer, .readable, .writable: nil
      }
    }
  }

  /// A child of this loop; never reused.
  package struct ChildID: Hashable, Comparable, Sendable {
    let number: Int

    package init(number: Int) { self.number = number }

    package static func < (a: ChildID, b: ChildID) -> Bool { a.number < b.number }
  }

  /// A timer of this loop; never reused.
  package struct TimerID: Hashable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }
  }

  private let signals: TerminationSignals?
  /// The default length limit of a child's lines, in bytes.
  package let lineLimit: Int
  private var children: [ChildID: WatchedChild] = [:]
  private var timers: [TimerID: SuspendingClock.Instant] = [:]
  private var watched: [Int32] = []
  private var awaited: Set<Int32> = []
  private var waiting: ArraySlice<Event> = []
  private var nextNumber = 0

  /// Without signals, an interrupt has its usual effect. `lineLimit` is in bytes.
  package init(signals: TerminationSignals?, lineLimit: Int = 65536) {
    // A child that no longer reads must not kill us.
    signal(SIGPIPE, SIG_IGN)
    self.signals = signals
    self.lineLimit = lineLimit
  }

  /// Returns the next event, or nil if none can occur any more: no children, no timers, nothing watched.
  ///
  /// Callers can continue after an error. If a pipe to a child failed, the child's end is still reported.
  package func next() throws(SystemError) -> Event? {
    while true {
      if let event = waiting.popFirst() {
        if case .ended(let child, _, _) = event { children[child] = nil }
        return event
      }
      if children.isEmpty, timers.isEmpty, watched.isEmpty { return nil }
      try waitOnce()
    }
  }
}

// MARK: - Children

extension EventLoop {
  /// The limits are the child's longest line in bytes, and how many bytes it may leave unread.
  package func start(
    _ command: ChildCommand, lineLimit: Int? = nil, unsentLimit: Int = usualUnsentLimit
  ) throws(SystemError) -> ChildID {
    let child = try WatchedChild(
      ChildProcess(command), lineLimit: lineLimit ?? self.lineLimit, unsentLimit: unsentLimit)
    let id = ChildID(number: takeNumber())
    children[id] = child
    return id
  }

  /// The children whose end has not been reported yet.
  package var runningChildren: [ChildID] { children.keys.sorted() }

  /// Sends a line to a child's standard input without ever blocking. Returns false if the child has ended,
  /// its input is closed, or it has left too much unread.
  @discardableResult
  package func send(_ line: String, to child: ChildID) -> Bool {
    children[child]?.send(Array(line.utf8) + [UInt8(ascii: "\n")]) ?? false
  }

  /// Closes a child's standard input once it has read everything: a polite request to finish.
  package func closeInput(of child: ChildID) {
    children[child]?.closeInput()
  }

  /// Sends a signal to a child; its end is reported as an event.
  package func kill(_ child: ChildID, with signal: Signal = .kill) {
    children[child]?.process.kill(signal)
  }

  package func processID(of child: ChildID) -> Int32? { children[child]?.process.processID }
}

// MARK: - Timers and other descriptors

extension EventLoop {
  /// Starts a timer, which fires once. Time during which the machine was suspended, or the command by Ctrl-Z,
  /// does not count.
  package func startTimer(after duration: Duration) -> TimerID {
    let id = TimerID(number: takeNumber())
    timers[id] = .now + duration
    return id
  }

  package func cancelTimer(_ timer: TimerID) {
    timers[timer] = nil
    waiting.removeAll { $0 == .timer(timer) }
  }

  /// Reports that the descriptor is readable, as long as it is. The caller keeps its ownership.
  package func watch(_ descriptor: Int32) {
    if !watched.contains(descriptor) { watched.append(descriptor) }
  }

  /// Reports once that the descriptor is writable. The caller keeps its ownership.
  package func waitUntilWritable(_ descriptor: Int32) {
    awaited.insert(descriptor)
  }

  package func stopWatching(_ descriptor: Int32) {
    watched.removeAll { $0 == descriptor }
    waiting.removeAll { $0 == .readable(descriptor) }
  }

  private func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }
}

// MARK: - Waiting

extension EventLoop {
  private func waitOnce() throws(SystemError) {
    var entries: [pollfd] = []
    if let signals { entries.append(pollfd(fd: signals.queue.number, events: Int16(POLLIN), revents: 0)) }
    for descriptor in watched { entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    for descriptor in awaited.sorted() {
      entries.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
    }
    let awaitedEnd = entries.count
    for child in children.values { entries += child.pollEntries }
    let result = poll(&entries, nfds_t(entries.count), millisecondsToNextTimer)
    guard result >= 0 || errno == EINTR else { throw SystemError("wait for events") }

    takeSignals()
    let awaitedEntries = entries[(awaitedEnd - awaited.count)..<awaitedEnd]
    let writable = awaitedEntries.filter { $0.revents != 0 }.map(\.fd)
    entries.removeSubrange((awaitedEnd - awaited.count)..<awaitedEnd)
    let ready = Set(entries.lazy.filter { $0.revents != 0 }.map(\.fd))
    for id in children.keys.sorted() { try serve(id, ready) }
    takeTimers()
    waiting += watched.filter(ready.contains).map(Event.readable)
    awaited.subtract(writable)
    waiting += writable.map(Event.writable)
  }

  private func serve(_ id: ChildID, _ ready: Set<Int32>) throws(SystemError) {
    guard let child = children[id] else { return }
    for line in child.serve(ready) {
      switch line {
      case .text(let text): waiting.append(.line(from: id, text))
      case .tooLong: waiting.append(.lineTooLong(from: id))
      }
    }
    if let failure = child.takeFailure() { throw failure }
    guard let status = child.endedWith else { return }
    waiting.append(.ended(id, status, errorText: child.errorText))
  }

  private func takeSignals() {
    while let signal = signals?.next() {
      if signal == .suspend { suspend() } else { waiting.append(.interrupted(signal)) }
    }
  }

  /// Ctrl-Z: the children, which do not receive it, are stopped and continued with us.
  private func suspend() {
    let before = SuspendingClock.now
    for child in children.values { child.process.kill(.stop) }
    suspendThisProcess()
    for child in children.values { child.process.kill(.resume) }
    let pause = SuspendingClock.now - before
    timers = timers.mapValues { $0 + pause }
  }

  private func takeTimers() {
    let now = SuspendingClock.now
    let due = timers.filter { $0.value <= now }.sorted { $0.value < $1.value }
    for (id, _) in due {
      timers[id] = nil
      waiting.append(.timer(id))
    }
  }

  /// Rounded up, so that a timer is due when the wait for it ends. -1 waits without a limit.
  private var millisecondsToNextTimer: Int32 {
    guard let first = timers.values.min() else { return -1 }
    let left = (first - SuspendingClock.now) / .milliseconds(1)
    return Int32(clamping: Int(max(0, min(left.rounded(.up), 1_000_000_000))))
  }
}
