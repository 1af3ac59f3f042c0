import FoundationEssentials
import Glibc
import Processes

/// The processes that answer questions, kept for the next ones.
final class InspectionCrew {
  /// A question on its way.
  struct Job: Sendable {
    let line: String
    let files: [String]
    let limit: Duration
  }

  private struct Worker {
    /// The files that it may read: those that were at these paths when it began, and no later ones.
    let files: [String: FileIdentity?]
    let hasFilters: Bool
    var isReady = false
    /// The number of the question that it answers.
    var job: Int?
    /// Of the process, when it got the question.
    var timeBefore = Duration.zero
    /// Of the process, when it was last looked at, and since when it has stayed the same.
    var lastTime = Duration.zero
    var idleSince = SuspendingClock.now

    func mayRead(_ wanted: [String: FileIdentity?]) -> Bool {
      wanted.allSatisfy { path, identity in
        guard let own = files[path] else { return false }
        guard let own, let identity else { return own == nil && identity == nil }
        return own.isSameFile(as: identity)
      }
    }
  }

  private typealias Replies = [Result<String, InspectionFailure>?]

  private let program: ChildCommand
  private let sandbox: SandboxPolicy
  private let onShortcoming: @Sendable (String) -> Void
  private let loop: EventLoop
  private var workers: [EventLoop.ChildID: Worker] = [:]

  init(program: ChildCommand, sandbox: SandboxPolicy, onShortcoming: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.onShortcoming = onShortcoming
    self.sandbox = sandbox
    let previous = signal(SIGPIPE, SIG_IGN)
    loop = EventLoop(signals: nil, lineLimit: InspectionLimits.lineBytes)
    signal(SIGPIPE, previous)
  }

  /// The answers, in the order of the questions. `inTurn`: one process answers all.
  func carryOut(
    _ jobs: [Job], inTurn: Bool, withFilters: Bool
  ) throws(InspectionError) -> [Result<String, InspectionFailure>] {
    // A process that died must not end us while we write to it; for the command's own output, the signal stays.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    do throws(InspectionError) {
      return try answers(to: jobs, most: inTurn ? 1 : Self.mostWorkers, withFilters: withFilters)
    } catch {
      for id in workers.keys.sorted() { dismiss(id) }
      throw error
    }
  }

  private static let mostWorkers = max(1, ProcessInfo.processInfo.activeProcessorCount)
  private static let round = Duration.milliseconds(100)

  private func answers(
    to jobs: [Job], most: Int, withFilters: Bool
  ) throws(InspectionError) -> [Result<String, InspectionFailure>] {
    let files = Dictionary(
      jobs.flatMap(\.files).map { ($0, FileIdentity(ofFileAt: $0)) }, uniquingKeysWith: { first, _ in first })
    for (id, worker) in workers where !worker.mayRead(files) || withFilters && !worker.hasFilters {
      dismiss(id)
    }
    var waiting = jobs.indices[...]
    var replies: Replies = Array(repeating: nil, count: jobs.count)
    var timer = loop.startTimer(after: Self.round)
    defer { loop.cancelTimer(timer) }
    while replies.contains(where: { $0 == nil }) {
      while workers.count < most, workers.values.count(where: { $0.job == nil }) < waiting.count {
        try start(files: files, withFilters: withFilters)
      }
      for id in workers.keys.sorted().prefix(most) where workers[id]?.job == nil {
        if let job = waiting.popFirst() { give(job, jobs[job].line, to: id) }
      }
      guard let event = try next() else { break }
      if case .timer = event {
        stopHangingWorkers(jobs, &replies)
        timer = loop.startTimer(after: Self.round)
      } else {
        try handle(event, &replies)
      }
    }
    return replies.map { $0 ?? .failure(.ended(.unknown)) }
  }

  private func next() throws(InspectionError) -> EventLoop.Event? {
    do throws(SystemError) { return try loop.next() } catch { throw .system(error) }
  }

  // MARK: Processes

  private func start(files: [String: FileIdentity?], withFilters: Bool) throws(InspectionError) {
    var command = program
    command.arguments += ["inspect", "--parent", "\(ownProcessID)"]
    let id: EventLoop.ChildID
    do throws(SystemError) { id = try loop.start(command) } catch { throw .system(error) }
    workers[id] = Worker(files: files, hasFilters: withFilters)
    let setup = InspectionSetup(
      readable: files.keys.sorted(), loadsFilters: withFilters, sandbox: sandbox.rawValue)
    // Strings and booleans can always be encoded.
    loop.send((try? setup.json()) ?? "", to: id)
  }

  private func give(_ job: Int, _ line: String, to id: EventLoop.ChildID) {
    let time = loop.processID(of: id).flatMap(processorTime) ?? .zero
    workers[id]?.job = job
    workers[id]?.timeBefore = time
    workers[id]?.lastTime = time
    workers[id]?.idleSince = .now
    loop.send(line, to: id)
  }

  /// Its end is announced later, and is of no interest then.
  private func dismiss(_ id: EventLoop.ChildID) {
    workers[id] = nil
    loop.kill(id)
  }

  // MARK: Events

  private func handle(_ event: EventLoop.Event, _ replies: inout Replies) throws(InspectionError) {
    switch event {
    case .line(let id, let text):
      guard let worker = workers[id] else { return }
      switch InspectionLine(text) {
      case .ready(let shortcomings):
        workers[id]?.isReady = true
        shortcomings.forEach(onShortcoming)
      case .refused(let reason): throw sandbox == .require ? .sandbox(reason) : .unavailable(reason)
      case .answer(let json):
        guard let job = worker.job else { throw .engine("an answer without a question") }
        replies[job] = .success(json)
        workers[id]?.job = nil
      case nil: throw .engine("not an answer: \(text.prefix(100))")
      }
    case .lineTooLong(let id):
      // What it says is lost, so it counts as crashed.
      loop.kill(id)
    case .ended(let id, let status, let errorText):
      guard let worker = workers.removeValue(forKey: id) else { return }
      // What stops a process before it reads any file is lack of something: of memory, mostly.
      guard worker.isReady else {
        throw .unavailable("a process that was to read media \(status)\(lastWords(errorText))")
      }
      guard let job = worker.job else { return }
      if let shortage = InspectionLimits.shortage {
        throw .unavailable("a process that reads media and fonts \(status); \(shortage)")
      }
      replies[job] = .failure(.ended(status))
    case .timer, .interrupted, .readable, .writable: break
    }
  }

  private func lastWords(_ errorText: String) -> String {
    let words = errorText.split(separator: "\n").suffix(5).joined(separator: "\n  ")
    return words.isEmpty ? "" : ":\n  \(words)"
  }

  private func stopHangingWorkers(_ jobs: [Job], _ replies: inout Replies) {
    for (id, var worker) in workers {
      guard let job = worker.job, let time = loop.processID(of: id).flatMap(processorTime) else { continue }
      if time - worker.lastTime >= .milliseconds(1) {
        worker.lastTime = time
        worker.idleSince = .now
        workers[id] = worker
      }
      if worker.isReady, time - worker.timeBefore > jobs[job].limit {
        replies[job] = .failure(.tooSlow(limit: jobs[job].limit))
        dismiss(id)
      } else if .now - worker.idleSince > InspectionLimits.silence {
        replies[job] = .failure(.silent(InspectionLimits.silence))
        dismiss(id)
      }
    }
  }
}
