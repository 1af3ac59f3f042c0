/// How a worker is reached, which determines its signs of life.
///
/// Workers of `segment` and Slurm are only known by their leases in a store. They have no lines, process or
/// visible end, so they are not listed here: `LeaseWatch` observes them.
package enum WorkerLink: Sendable {
  /// A program on this machine. Using CPU time is its sign of life.
  case process(ChildCommand)
  /// A shell command that starts a worker somewhere. Output is its sign of life.
  case command(String)

  var command: ChildCommand {
    switch self {
    case .process(let command): command
    case .command(let line): ChildCommand("/bin/sh", ["-c", line])
    }
  }
}

/// Starts workers, reads their reports, detects those that hang, and forgets those that are released. A
/// policy receives these events and decides what to do, by sending orders.
///
///     let workers = Supervisor(on: loop) { WorkReport(message: $0) }
///     let worker = try workers.start(.process(command), patience: WorkerLimits.patience)
///     workers.send(order.line, to: worker)
///     while let event = try loop.next() {
///       for event in workers.take(event) ?? [] { ... }
///     }
package final class Supervisor<Report> {
  package typealias ID = EventLoop.ChildID

  package enum Event {
    case report(Report, from: ID)
    /// A line that is not a report.
    case noReport(String, from: ID)
    /// A line longer than the worker's limit in bytes; its content is lost.
    case lineTooLong(limit: Int, from: ID)
    /// Repeated in each round while it lasts.
    case hanging(ID, Silence)
    /// The last event of a worker, which is then forgotten.
    case ended(ID, ProcessStatus, errorText: String)

    package var worker: ID {
      switch self {
      case .report(_, let id), .noReport(_, let id), .lineTooLong(_, let id), .hanging(let id, _),
        .ended(let id, _, _):
        id
      }
    }
  }

  private struct Worker {
    let lineLimit: Int
    /// Nil while nothing is expected of it.
    var patience: Patience?
    var meter = SilenceMeter()
  }

  private let loop: any ProcessLoop
  private let read: (String) -> Report?
  private var workers: [ID: Worker] = [:]
  /// One timer for all workers with the same round.
  private var timers: [Duration: EventLoop.TimerID] = [:]

  /// `read` returns nil for a line that is not a report.
  package init(on loop: any ProcessLoop, read: @escaping (String) -> Report?) {
    self.loop = loop
    self.read = read
  }

  /// Whether all workers have ended or been released.
  package var isEmpty: Bool { workers.isEmpty }

  /// The limits are the worker's longest line in bytes, and how many bytes it may leave unread.
  package func start(
    _ link: WorkerLink, lineLimit: Int? = nil, unsentLimit: Int = EventLoop.usualUnsentLimit,
    patience: Patience?
  ) throws(SystemError) -> ID {
    let id = try loop.start(link.command, lineLimit: lineLimit, unsentLimit: unsentLimit)
    workers[id] = Worker(lineLimit: lineLimit ?? loop.lineLimit)
    expect(of: id, patience)
    return id
  }

  package func send(_ line: String, to id: ID) { loop.send(line, to: id) }

  /// Politely requests the worker to finish.
  package func closeInput(of id: ID) { loop.closeInput(of: id) }

  /// Kills a worker and ignores its further events.
  package func drop(_ id: ID) {
    loop.kill(id)
    forget(id)
  }

  /// Lets a worker end by itself and ignores its further events.
  package func release(_ id: ID) {
    loop.closeInput(of: id)
    forget(id)
  }

  private func forget(_ id: ID) {
    workers[id] = nil
    stopIdleTimers()
  }

  // MARK: Hanging workers

  /// Sets how long a worker may take for its next sign of life and its next progress, from now on; nil for no
  /// limit.
  package func expect(of id: ID, _ patience: Patience?) {
    workers[id]?.patience = patience
    workers[id]?.meter.begin(at: patience?.leastWork == nil ? .zero : loop.processorTime(of: id))
    if let round = patience?.round, timers[round] == nil { timers[round] = loop.startTimer(after: round) }
    stopIdleTimers()
  }

  /// Records that a worker has made progress.
  package func progress(_ id: ID) { workers[id]?.meter.progress() }

  private func stopIdleTimers() {
    for (round, timer) in timers where !workers.values.contains(where: { $0.patience?.round == round }) {
      loop.cancelTimer(timer)
      timers[round] = nil
    }
  }

  private func countRound(_ round: Duration) -> [Event] {
    timers[round] = loop.startTimer(after: round)
    return workers.keys.sorted().compactMap { id in
      guard let patience = workers[id]?.patience, patience.round == round else { return nil }
      let time = patience.leastWork == nil ? .zero : loop.processorTime(of: id)
      return workers[id]?.meter.countRound(at: time, patience).map { .hanging(id, $0) }
    }
  }

  // MARK: Events

  /// The events of these workers in an event of the loop; nil if it is about something else, or about a
  /// released worker.
  package func take(_ event: EventLoop.Event) -> [Event]? {
    if case .timer(let timer) = event {
      return timers.first { $0.value == timer }.map { countRound($0.key) }
    }
    guard let id = event.child, let worker = workers[id] else { return nil }
    workers[id]?.meter.hear()
    switch event {
    case .line(_, let line): return [read(line).map { .report($0, from: id) } ?? .noReport(line, from: id)]
    case .lineTooLong: return [.lineTooLong(limit: worker.lineLimit, from: id)]
    case .ended(_, let status, let errorText):
      forget(id)
      return [.ended(id, status, errorText: errorText)]
    case .interrupted, .timer, .readable, .writable: return nil
    }
  }
}
