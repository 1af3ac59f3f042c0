import FoundationEssentials
import Glibc
import Processes

/// The processes that answer questions, kept for later questions.
final class InspectionCrew {
  /// A question in progress.
  struct Job: Sendable {
    let line: String
    let files: [String]
    let limit: Duration
  }

  private struct Worker {
    /// The files that it may read: those that were at these paths when it started, not later ones.
    let files: [String: FileIdentity?]
    let hasFilters: Bool
    var isReady = false
    /// The number of the question that it is answering.
    var job: Int?

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
  private let supervisor: Supervisor<InspectionLine>
  private var workers: [Supervisor<InspectionLine>.ID: Worker] = [:]

  init(program: ChildCommand, sandbox: SandboxPolicy, onShortcoming: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.onShortcoming = onShortcoming
    self.sandbox = sandbox
    let previous = signal(SIGPIPE, SIG_IGN)
    loop = EventLoop(signals: nil, lineLimit: InspectionLimits.lineBytes)
    signal(SIGPIPE, previous)
    supervisor = Supervisor(on: loop) { InspectionLine($0) }
  }

  /// Returns the answers, in the order of the questions. With `inTurn`, one process answers all.
  func carryOut(
    _ jobs: [Job], inTurn: Bool, withFilters: Bool
  ) throws(InspectionError) -> [Result<String, InspectionFailure>] {
    // Writing to a dead process must not end us; for the command's own output, the signal stays enabled.
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
    while replies.contains(where: { $0 == nil }) {
      while workers.count < most, workers.values.count(where: { $0.job == nil }) < waiting.count {
        try start(files: files, withFilters: withFilters)
      }
      for id in workers.keys.sorted().prefix(most) where workers[id]?.job == nil {
        if let job = waiting.popFirst() { give(job, jobs[job], to: id) }
      }
      guard let event = try next() else { break }
      for event in supervisor.take(event) ?? [] { try handle(event, jobs, &replies) }
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
    let id: Supervisor<InspectionLine>.ID
    do throws(SystemError) { id = try supervisor.start(.process(command), patience: nil) } catch {
      throw .system(error)
    }
    workers[id] = Worker(files: files, hasFilters: withFilters)
    let setup = InspectionSetup(
      readable: files.keys.sorted(), loadsFilters: withFilters, sandbox: sandbox.rawValue)
    // Strings and booleans can always be encoded.
    supervisor.send((try? setup.json()) ?? "", to: id)
  }

  private func give(_ number: Int, _ job: Job, to id: Supervisor<InspectionLine>.ID) {
    workers[id]?.job = number
    expect(job, of: id)
    supervisor.send(job.line, to: id)
  }

  /// Until it is ready, a process loads libraries, for which the question is not to blame.
  private func expect(_ job: Job, of id: Supervisor<InspectionLine>.ID) {
    var patience = InspectionLimits.patience
    if workers[id]?.isReady == true { patience.mostWork = job.limit }
    supervisor.expect(of: id, patience)
  }

  private func dismiss(_ id: Supervisor<InspectionLine>.ID) {
    workers[id] = nil
    supervisor.drop(id)
  }

  // MARK: Events

  private func handle(
    _ event: Supervisor<InspectionLine>.Event, _ jobs: [Job], _ replies: inout Replies
  ) throws(InspectionError) {
    let id = event.worker
    guard let worker = workers[id] else { return }
    switch event {
    case .report(.ready(let shortcomings), _):
      workers[id]?.isReady = true
      if let job = worker.job { expect(jobs[job], of: id) }
      shortcomings.forEach(onShortcoming)
    case .report(.refused(let reason), _):
      throw sandbox == .require ? .sandbox(reason) : .unavailable(reason)
    case .report(.answer(let json), _):
      guard let job = worker.job else { throw .engine("an answer without a question") }
      replies[job] = .success(json)
      workers[id]?.job = nil
      supervisor.expect(of: id, nil)
    case .noReport(let text, _): throw .engine("not an answer: \(text.prefix(100))")
    // The line is lost, so the process counts as crashed.
    case .lineTooLong: loop.kill(id)
    case .hanging(_, let silence):
      guard let job = worker.job else { return }
      replies[job] = .failure(
        silence.lack == .end ? .tooSlow(limit: jobs[job].limit) : .silent(InspectionLimits.silence))
      dismiss(id)
    case .ended(_, let status, let errorText):
      workers[id] = nil
      // One that waits for questions is replaced when there is one.
      if worker.isReady, worker.job == nil { return }
      // Libraries that cannot be loaded have a reason of their own.
      let hasCrashed = if case .ended = status { true } else { false }
      if let shortage = InspectionLimits.shortage, worker.isReady || hasCrashed {
        throw .unavailable("a process that reads media and fonts \(status); \(shortage)")
      }
      // A process that ends before reading any file mostly lacks a resource, usually memory.
      guard let job = worker.job, worker.isReady else {
        throw .unavailable("a process for reading media \(status)\(lastWords(errorText))")
      }
      replies[job] = .failure(.ended(status))
    }
  }

  private func lastWords(_ errorText: String) -> String {
    let words = errorText.split(separator: "\n").suffix(5).joined(separator: "\n  ")
    return words.isEmpty ? "" : ":\n  \(words)"
  }
}
