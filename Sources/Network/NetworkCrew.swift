import Glibc
package import Processes

/// The worker processes that make requests, for an event loop. Each works on one request at a time.
///
///     let crew = NetworkCrew(on: loop, sandbox: .whenAvailable)
///     let id = crew.begin(NetworkRequest(.get, url, byteCount: 691_424), file.number)
///     while let event = try loop.next() {
///       for event in try crew.take(event) ?? [] { ... }
///     }
package final class NetworkCrew {
  /// A request of this crew.
  package struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  package enum Event {
    /// How many bytes the file has so far.
    case progress(ID, Int64)
    case answered(ID, NetworkAnswer)
    case failed(ID, NetworkFailure)
    /// A restriction that this kernel does not support.
    case shortcoming(String)
  }

  private struct Job {
    let id: ID
    let request: NetworkRequest
    let file: Int32
  }

  private struct Worker {
    let channel: DescriptorChannel
    var job: Job?
  }

  private let loop: any ProcessLoop
  private let supervisor: Supervisor<NetworkReport>
  private let program: ChildCommand
  private let sandbox: SandboxPolicy
  private let privateHosts: [String]
  private let mostWorkers: Int
  private var workers: [EventLoop.ChildID: Worker] = [:]
  private var waiting: [Job] = []
  private var nextNumber = 0

  /// Longer than any pause between two lines of a worker that is well.
  private static let patience = Patience(round: .seconds(5), life: 24, progress: .max)
  package static let usualWorkers = 4

  package init(
    on loop: any ProcessLoop, program: ChildCommand = ChildCommand(ChildProcess.ownExecutable),
    sandbox: SandboxPolicy, privateHosts: [String] = [], mostWorkers: Int = usualWorkers
  ) {
    self.loop = loop
    self.program = program
    self.sandbox = sandbox
    self.privateHosts = privateHosts
    self.mostWorkers = mostWorkers
    supervisor = Supervisor(on: loop) { NetworkReport(line: $0) }
  }

  /// Whether nothing was asked that is not answered yet.
  package var isIdle: Bool { waiting.isEmpty && workers.values.allSatisfy { $0.job == nil } }

  /// Whether a request would start at once.
  package var hasRoom: Bool { workers.values.count { $0.job != nil } + waiting.count < mostWorkers }

  /// Starts a request. The caller keeps `file` open until its answer; a HEAD request needs none.
  package func begin(_ request: NetworkRequest, _ file: Int32?) throws(SystemError) -> ID {
    let id = ID(number: nextNumber)
    nextNumber += 1
    // A message always carries a file.
    waiting.append(Job(id: id, request: request, file: file ?? 2))
    try assign()
    return id
  }

  private func assign() throws(SystemError) {
    while !waiting.isEmpty {
      guard let free = workers.keys.sorted().first(where: { workers[$0]?.job == nil }) else {
        guard workers.count < mostWorkers else { return }
        try start()
        continue
      }
      let job = waiting.removeFirst()
      workers[free]?.job = job
      supervisor.expect(of: free, Self.patience)
      // If it cannot be sent, the worker has ended, which is reported next.
      _ = workers[free]?.channel.send(job.request.line, job.file)
    }
  }

  private func start() throws(SystemError) {
    var command = program
    let channel = try DescriptorChannel()
    command.arguments += ["network-worker", "--parent", "\(ownProcessID)", "--sandbox", sandbox.rawValue]
    command.arguments += privateHosts.flatMap { ["--allow-private", $0] }
    command.channel = channel
    workers[try supervisor.start(.process(command), patience: nil)] = Worker(channel: channel)
  }

  /// The events of requests in an event of the loop; nil if it is about something else.
  package func take(_ event: EventLoop.Event) throws(SystemError) -> [Event]? {
    guard let events = supervisor.take(event) else { return nil }
    let taken = events.flatMap(handle)
    try assign()
    return taken
  }

  private func handle(_ event: Supervisor<NetworkReport>.Event) -> [Event] {
    let worker = event.worker
    let job = workers[worker]?.job
    switch event {
    case .report(.ready(let shortcomings), _): return shortcomings.map { .shortcoming($0) }
    case .report(.progress(let count), _): return job.map { [.progress($0.id, count)] } ?? []
    case .report(.answer(let answer), _):
      free(worker)
      return job.map { [.answered($0.id, answer)] } ?? []
    case .report(.failure(let failure), _):
      free(worker)
      return job.map { [.failed($0.id, failure)] } ?? []
    case .report(.refused(let reason), _): return drop(worker, reason, .refused)
    case .noReport, .lineTooLong: return drop(worker, "the network process said something unexpected")
    case .hanging: return drop(worker, "the network process is hanging")
    case .ended(_, let status, let errorText):
      let words = errorText.split(separator: "\n").last.map { ": \($0)" } ?? ""
      return drop(worker, "the network process \(status)\(words)")
    }
  }

  private func free(_ worker: EventLoop.ChildID) {
    workers[worker]?.job = nil
    supervisor.expect(of: worker, nil)
  }

  /// Forgets a worker. Its request fails; without a request, the next one would be as useless.
  private func drop(
    _ worker: EventLoop.ChildID, _ reason: String, _ kind: NetworkFailure.Kind = .unavailable
  ) -> [Event] {
    let job = workers.removeValue(forKey: worker)?.job
    supervisor.drop(worker)
    return job.map { [.failed($0.id, NetworkFailure(kind, reason))] } ?? []
  }
}
