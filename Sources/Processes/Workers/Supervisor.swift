/// How a worker is reached, which decides what is a sign that it lives.
///
/// A third kind is known by nothing but its leases in a store (`segment`, Slurm). It has no lines, no process and no end that
/// could be seen, so it is none of these: `LeaseWatch` looks at it.
package enum WorkerLink: Sendable {
  /// A program on this machine. It lives as long as it computes.
  case process(ChildCommand)
  /// A line of a shell that starts a worker somewhere. It lives as long as it says something.
  case command(String)

  var command: ChildCommand {
    switch self {
    case .process(let command): command
    case .command(let line): ChildCommand("/bin/sh", ["-c", line])
    }
  }
}

/// Starts workers, reads what they report, notices those that hang, and forgets those that are let go. What is to be done about
/// it is the affair of a policy, which takes these events and answers with orders.
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
    /// A line that is no report.
    case noReport(String, from: ID)
    /// A line longer than the worker's limit in bytes; what it said is lost.
    case lineTooLong(limit: Int, from: ID)
    /// Said again in each round, as long as it lasts.
    case hanging(ID, Silence)
    /// The last event of a worker, which is forgotten.
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
  /// One timer for all workers that are looked at as often.
  private var timers: [Duration: EventLoop.TimerID] = [:]

  /// `read` returns nil for a line that is no report.
  package init(on loop: any ProcessLoop, read: @escaping (String) -> Report?) {
    self.loop = loop
    self.read = read
  }

  /// Whether there are workers that were not let go.
  package var isEmpty: Bool { workers.isEmpty }

  /// The limits are the longest line of the worker in bytes, and how much it may leave unread.
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

  /// The polite request to finish.
  package func closeInput(of id: ID) { loop.closeInput(of: id) }

  /// Kills a worker, and does not hear of it any more.
  package func drop(_ id: ID) {
    loop.kill(id)
    forget(id)
  }

  /// Lets a worker end by itself, and does not hear of it any more.
  package func release(_ id: ID) {
    loop.closeInput(of: id)
    forget(id)
  }

  private func forget(_ id: ID) {
    workers[id] = nil
    stopIdleTimers()
  }

  // MARK: Silence

  /// How long a worker may take for its next sign of life and its next step, from now on; nil for as long as it likes.
  package func expect(of id: ID, _ patience: Patience?) {
    workers[id]?.patience = patience
    workers[id]?.meter.begin(at: patience?.leastWork == nil ? .zero : loop.processorTime(of: id))
    if let round = patience?.round, timers[round] == nil { timers[round] = loop.startTimer(after: round) }
    stopIdleTimers()
  }

  /// Says that a worker has got further.
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

  /// What an event of the loop says of these workers; nil if it is about something else, or about one that was let go.
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
