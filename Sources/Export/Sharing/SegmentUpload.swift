import ContentDigest
import Network
import Processes

/// Sends entries to a server: first the file, then under the entry's key which file it is.
final class SegmentUpload {
  private struct Entry {
    let key: ContentDigest
    let path: String
  }

  private struct Job {
    let entry: Entry
    let step: Step

    enum Step {
      case asking
      case sendingFile(ActionResult, SentFile)
      case sendingResult(MemoryFile)
    }
  }

  private let server: SegmentServer
  /// Whether the server is asked first which entries it has.
  private let asksFirst: Bool
  private var crew: NetworkCrew?
  private var waiting: [Entry] = []
  private var jobs: [NetworkCrew.ID: Job] = [:]
  private var known: Set<ContentDigest> = []
  private var failures: [NetworkFailure] = []
  private(set) var sentCount = 0
  /// The entries that the server had.
  private(set) var presentCount = 0

  private static let mostRequests = 2

  init(to server: SegmentServer, asksFirst: Bool = false) {
    self.server = server
    self.asksFirst = asksFirst
  }

  var isDone: Bool { waiting.isEmpty && jobs.isEmpty }
  var unsentCount: Int { waiting.count + jobs.count }

  /// Sends on a loop until `pause`.
  func work(on loop: EventLoop) {
    crew = server.crew(on: loop, mostWorkers: Self.mostRequests)
    start()
  }

  /// Sends nothing more on the loop; what was under way begins again later.
  func pause() {
    crew = nil
    waiting = jobs.values.map(\.entry) + waiting
    jobs = [:]
  }

  func add(_ key: ContentDigest, at path: String) {
    guard known.insert(key).inserted else { return }
    waiting.append(Entry(key: key, path: path))
    start()
  }

  /// The failures since the last call.
  func takeFailures() -> [NetworkFailure] {
    defer { failures = [] }
    return failures
  }

  func take(_ event: EventLoop.Event) {
    attempt { crew throws(SystemError) in
      for event in try crew.take(event) ?? [] { try handle(event, crew) }
    }
    start()
  }

  private func start() {
    while let crew, crew.hasRoom, !waiting.isEmpty {
      let entry = waiting.removeFirst()
      attempt { crew throws(SystemError) in
        if asksFirst {
          jobs[try crew.begin(server.checking(entry.key), nil)] = Job(entry: entry, step: .asking)
        } else {
          try send(entry, crew)
        }
      }
    }
  }

  /// Counts an error of this machine as a failure.
  private func attempt(_ work: (NetworkCrew) throws(SystemError) -> Void) {
    guard let crew else { return }
    do throws(SystemError) { try work(crew) } catch {
      failures.append(NetworkFailure(.unavailable, "\(error)"))
    }
  }

  private func send(_ entry: Entry, _ crew: NetworkCrew) throws(SystemError) {
    // An entry that is gone, or cannot be read, is not sent.
    guard let file = SentFile(entry.path), let result = result(for: entry, file) else { return }
    jobs[try crew.begin(server.sending(result), file.descriptor.number)] = Job(
      entry: entry, step: .sendingFile(result, file))
  }

  private func result(for entry: Entry, _ file: SentFile) -> ActionResult? {
    guard let found = try? digest(ofFileAt: entry.path) else { return nil }
    var result = ActionResult(digest: found, byteCount: file.byteCount)
    guard let key = server.key else { return result }
    guard let signature = try? result.signature(for: entry.key, by: key) else { return nil }
    result.signature = signature
    return result
  }

  private func handle(_ event: NetworkCrew.Event, _ crew: NetworkCrew) throws(SystemError) {
    switch event {
    // Processes that decode media report the same.
    case .shortcoming, .progress: break
    case .failed(let id, let failure):
      guard let job = jobs.removeValue(forKey: id) else { return }
      if case .asking = job.step, failure.kind == .missing { return try send(job.entry, crew) }
      failures.append(failure)
    case .answered(let id, _):
      guard let job = jobs.removeValue(forKey: id) else { return }
      switch job.step {
      case .asking: presentCount += 1
      case .sendingFile(let result, _):
        let file = try MemoryFile(result.bytes)
        guard let request = try? server.sending(result.bytes, under: job.entry.key) else { return }
        jobs[try crew.begin(request, file.descriptor)] = Job(entry: job.entry, step: .sendingResult(file))
      case .sendingResult: sentCount += 1
      }
    }
  }
}
