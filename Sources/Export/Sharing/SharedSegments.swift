import Basics
import Composition
import ContentDigest
import Network
package import Processes
package import RenderPlan

/// The segments that this machine and others exchange by a server, during the renders of one command.
///
/// Segments that the server has are not made here, and it gets those that are. A server that is away, slow, full or
/// wrong only costs a little time.
package final class SharedSegments {
  private let server: SegmentServer
  private let signals: TerminationSignals?
  private let secondsToMake: (RenderPlan) -> Double?
  private let onEvent: (RenderEvent) -> Void
  /// Nil if new segments are not sent.
  private var upload: SegmentUpload?
  private var failures: [String] = []
  private var warnings: Set<String> = []
  /// Whether the server is asked for segments.
  private var isAsked = true
  private var answered: Set<ContentDigest> = []
  /// The files in the store that came from the server for the current film.
  private var loaded: [String] = []
  /// Whether segments of the current film came from the server.
  package private(set) var hasLoaded = false

  private static let mostFailures = 3
  /// The time to send what is left when all films are finished.
  private static let lastWait = Duration.seconds(10)

  /// `secondsToMake` is the time to make what a plan lacks; nil if there is no estimate.
  package init(
    _ server: SegmentServer, signals: TerminationSignals?,
    secondsToMake: @escaping (RenderPlan) -> Double?,
    onEvent: @escaping (RenderEvent) -> Void
  ) {
    self.server = server
    self.signals = signals
    self.secondsToMake = secondsToMake
    self.onEvent = onEvent
    if server.isWritten { upload = SegmentUpload(to: server) }
  }

  private var failuresLeft: Int { Self.mostFailures - failures.count }

  /// Counts failures and reports the first one. After some, the server is given up.
  private func count(_ reasons: [String], _ consequence: String) {
    if failures.isEmpty, let reason = reasons.first {
      warn("the cache at \(server.name) failed (\(reason)); \(consequence)")
    }
    failures += reasons
    if failuresLeft <= 0 { upload = nil }
  }

  /// Several processes can report the same sentence.
  private func warn(_ sentence: String) {
    if warnings.insert(sentence).inserted { onEvent(.shortcoming(sentence)) }
  }
}

// MARK: - Loading

extension SharedSegments {
  func beginFilm() {
    loaded = []
    hasLoaded = false
  }

  /// Loads the missing entries that the server has, and marks them in the plan. If the whole first pass of a film is
  /// there, this is the plan of the second one. Returns the signal that stopped it.
  func complete(_ plan: inout RenderPlan, in store: SegmentStore) throws(ExportError) -> Signal? {
    while isAsked, failuresLeft > 0 {
      let missing = plan.missingSharedEntries.filter { !answered.contains($0.key) }
      if missing.isEmpty { return nil }
      let download = SegmentDownload(
        missing, from: server, into: store, signals: signals, failuresLeft: failuresLeft,
        secondsToMake: secondsToMake(plan) ?? plan.lengthInSeconds, onShortcoming: warn)
      do throws(SystemError) {
        if let signal = try download.run() { return signal }
      } catch {
        // Of processes or memory, which the render reports if it lacks them, too.
        isAsked = false
      }
      take(download, of: missing.count, in: store)
      plan = plan.marking(inStore: plan.keysInStore.union(download.loaded))
      guard plan.isFirstPass, plan.segments.allSatisfy(\.isInStore) else { return nil }
      plan = try store.secondPass(of: plan)
    }
    return nil
  }

  private func take(_ download: SegmentDownload, of count: Int, in store: SegmentStore) {
    answered.formUnion(download.answered)
    loaded += download.loaded.map { store.path(of: $0) }
    self.count(download.failures, "missing segments are rendered here")
    if download.isTooSlow {
      isAsked = false
      warn("the cache at \(server.name) is slower than this machine; missing segments are rendered here")
    }
    if download.unsignedCount > 0 {
      warn(
        "the cache at \(server.name) has segments without the signature of EDITC_CACHE_KEY; they are rendered here"
      )
    }
    guard !download.loaded.isEmpty else { return }
    hasLoaded = true
    onEvent(
      .note(
        "\(download.loaded.count) of \(count) missing segments and sounds came from the cache at \(server.name)"
          + " (\(download.byteCount) bytes)"))
  }

  /// Removes the entries of the server from the store, because the film could not be made with them. Returns the
  /// server's name; nil if there are none.
  func takeBack() -> String? {
    guard !loaded.isEmpty else { return nil }
    for path in loaded { try? removeFile(path) }
    loaded = []
    isAsked = false
    return server.name
  }
}

// MARK: - Sending

extension SharedSegments {
  /// Sends on a loop until `pause`.
  func work(on loop: EventLoop) { upload?.work(on: loop) }

  func pause() { upload?.pause() }

  func take(_ event: EventLoop.Event) {
    upload?.take(event)
    countUploadFailures()
  }

  /// Sends the entries of orders that were made here.
  func send(_ orders: [WorkOrder], of plan: RenderPlan, in store: SegmentStore) {
    guard let upload, !orders.isEmpty else { return }
    let shared = Set(plan.missingSharedEntries.map(\.key))
    for key in orders.compactMap({ plan.key(of: $0) }) where shared.contains(key) {
      upload.add(key, at: store.place(of: key))
    }
    countUploadFailures()
  }

  private func countUploadFailures() {
    guard let failures = upload?.takeFailures(), !failures.isEmpty else { return }
    count(failures.map(\.reason), "not all new segments are sent there")
  }

  /// Waits a little until everything is sent. Returns the signal that stopped it.
  package func finish() -> Signal? {
    guard upload?.isDone == false else { return nil }
    let loop = EventLoop(signals: signals)
    defer { loop.endChildren() }
    work(on: loop)
    countUploadFailures()
    let end = loop.startTimer(after: Self.lastWait)
    while upload?.isDone == false, let event = try? loop.next(), event != .timer(end) {
      if case .interrupted(let signal) = event { return signal }
      take(event)
    }
    if let left = upload?.unsentCount, left > 0 {
      warn(
        "\(left == 1 ? "1 new segment was" : "\(left) new segments were") not sent to the cache at \(server.name)"
          + " within \(Self.lastWait.components.seconds) s")
    }
    return nil
  }
}

extension RenderPlan {
  /// A film that nothing is known of takes as long to make as to watch.
  fileprivate var lengthInSeconds: Double {
    let rate = composition.canvas.rate
    return Double(frames.count) * Double(rate.seconds) / Double(rate.frames)
  }
}
