import ContentDigest
import Network
import Processes

/// Loads entries from a server into a store, several at once. What does not come is made here.
///
/// The bytes of an entry have its name in the store only after their digest, its key and its own digest were compared.
final class SegmentDownload {
  private struct Job {
    let entry: SharedEntry
    let step: Step
    /// The part of the file that has come.
    var part = 0.0

    enum Step {
      case asking(MemoryFile)
      case loading(ActionResult, AtomicFile)
    }
  }

  private let server: SegmentServer
  private let store: SegmentStore
  private let loop: EventLoop
  private let crew: NetworkCrew
  private let failuresLeft: Int
  private let secondsToMakeOne: Double
  private let onShortcoming: (String) -> Void
  private var waiting: ArraySlice<SharedEntry>
  private var jobs: [NetworkCrew.ID: Job] = [:]
  private var isStoreUnusable = false

  /// The entries that have an answer, and those of them that are in the store now.
  private(set) var answered: Set<ContentDigest> = []
  private(set) var loaded: Set<ContentDigest> = []
  private(set) var byteCount: Int64 = 0
  private(set) var unsignedCount = 0
  private(set) var failures: [String] = []
  /// Whether the entries come more slowly than they can be made.
  private(set) var isTooSlow = false

  private static let mostRequests = 8
  /// The time that a server gets before it must be faster than this machine.
  private static let start = Duration.seconds(10)
  private static let round = Duration.seconds(1)

  /// - Parameter secondsToMake: The time to make all entries here.
  init(
    _ entries: [SharedEntry], from server: SegmentServer, into store: SegmentStore,
    signals: TerminationSignals?,
    failuresLeft: Int, secondsToMake: Double, onShortcoming: @escaping (String) -> Void
  ) {
    self.server = server
    self.store = store
    self.failuresLeft = failuresLeft
    self.onShortcoming = onShortcoming
    secondsToMakeOne = secondsToMake / Double(max(1, entries.count))
    waiting = entries[...]
    loop = EventLoop(signals: signals)
    crew = server.crew(on: loop, mostWorkers: min(entries.count, Self.mostRequests))
  }

  private var isOver: Bool {
    waiting.isEmpty && jobs.isEmpty || failures.count >= failuresLeft || isStoreUnusable || isTooSlow
  }

  /// Returns the signal that stopped it; nil once everything that the server has is in the store, or it was given up.
  func run() throws(SystemError) -> Signal? {
    defer { loop.endChildren() }
    let begin = loop.now
    var timer = loop.startTimer(after: Self.round)
    try startRequests()
    while !isOver, let event = try loop.next() {
      if case .interrupted(let signal) = event { return signal }
      if event == .timer(timer) {
        timer = loop.startTimer(after: Self.round)
        isTooSlow = isSlower(after: loop.now - begin)
      }
      for event in try crew.take(event) ?? [] { try handle(event) }
      if !isOver { try startRequests() }
    }
    return nil
  }

  private func isSlower(after time: Duration) -> Bool {
    let part = jobs.values.reduce(Double(loaded.count)) { $0 + $1.part }
    return time > Self.start && time / .seconds(1) > part * secondsToMakeOne
  }

  private func startRequests() throws(SystemError) {
    while crew.hasRoom, let entry = waiting.popFirst() {
      let file = try MemoryFile()
      jobs[try crew.begin(server.asking(for: entry.key), file.descriptor)] = Job(
        entry: entry, step: .asking(file))
    }
  }

  private func handle(_ event: NetworkCrew.Event) throws(SystemError) {
    switch event {
    case .shortcoming(let sentence): onShortcoming(sentence)
    case .progress(let id, let count):
      if case .loading(let result, _)? = jobs[id]?.step {
        jobs[id]?.part = Double(count) / Double(max(1, result.byteCount))
      }
    case .failed(let id, let failure):
      guard let job = jobs.removeValue(forKey: id) else { return }
      switch failure.kind {
      case .missing: answered.insert(job.entry.key)
      case .file: isStoreUnusable = true
      case .otherBytes, .refused, .denied, .unavailable: fail(job.entry, failure.reason)
      }
    case .answered(let id, _):
      guard let job = jobs.removeValue(forKey: id) else { return }
      switch job.step {
      case .asking(let file): try load(job.entry, file.bytes(limit: ActionResult.mostBytes))
      case .loading(let result, let file): keep(job.entry, result, file)
      }
    }
  }

  private func fail(_ entry: SharedEntry, _ reason: String) {
    answered.insert(entry.key)
    failures.append(reason)
  }

  /// Loads the file that an answer names.
  private func load(_ entry: SharedEntry, _ answer: [UInt8]) throws(SystemError) {
    guard let result = ActionResult(answer), result.byteCount <= entry.mostBytes else {
      return fail(entry, "the server sent something else than an entry")
    }
    guard isTrusted(result, for: entry.key) else {
      answered.insert(entry.key)
      unsignedCount += 1
      return
    }
    let path = store.path(of: entry.key)
    let file: AtomicFile
    do throws(FileError) {
      try makeFolder(Processes.folder(of: path))
      file = try AtomicFile(at: path, takesRights: false)
    } catch {
      isStoreUnusable = true
      return
    }
    jobs[try crew.begin(server.loading(result), file.descriptor)] = Job(
      entry: entry, step: .loading(result, file))
  }

  private func isTrusted(_ result: ActionResult, for entry: ContentDigest) -> Bool {
    guard let key = server.key else { return true }
    return (try? result.signature(for: entry, by: key)) == result.signature
  }

  private func keep(_ entry: SharedEntry, _ result: ActionResult, _ file: AtomicFile) {
    guard (try? digest(ofFileAt: file.temporaryPath)) == result.digest,
      StoreEntryReader.isIntact(file.temporaryPath, key: entry.key)
    else { return fail(entry, "the server sent other bytes than those of the entry") }
    do throws(FileError) { try file.commit(replacing: true, syncing: false) } catch {
      isStoreUnusable = true
      return
    }
    answered.insert(entry.key)
    loaded.insert(entry.key)
    byteCount += result.byteCount
  }
}
