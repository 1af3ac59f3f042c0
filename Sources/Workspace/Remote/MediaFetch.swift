import Basics
package import ContentDigest
package import EditScript
package import Network
package import Processes

/// How media are fetched.
package struct FetchOptions: Sendable {
  package var cache: CacheFolder
  /// Servers that have media by their digests.
  package var remotes: [RemoteTemplate] = []
  package var sandbox: SandboxPolicy
  /// Hosts that may have private addresses.
  package var privateHosts: [String] = []
  package var patience = NetworkPatience()
  package var program = ChildCommand(ChildProcess.ownExecutable)
  /// Whether servers are only asked.
  package var onlyAsks = false
  /// Whether files without a known digest are fetched, too.
  package var trustsFirst = false

  package init(cache: CacheFolder, sandbox: SandboxPolicy) {
    self.cache = cache
    self.sandbox = sandbox
  }
}

/// What became of a file.
package struct FetchedMedia: Sendable {
  package enum Outcome: Sendable {
    /// It was on this machine.
    case here
    /// It is in the content store now. `bytes` came over the network, the rest was there from before.
    case fetched(ContentDigest, byteCount: Int64, received: Int64, time: Duration, from: String)
    /// A server has a file of this size; nil if it does not state the size.
    case available(byteCount: Int64?, from: String)
    /// No server has it, or nothing states where it is.
    case failed
  }

  package let media: ListedMedia
  package var outcome = Outcome.failed
  /// The URLs that were tried in vain.
  package var problems: [(url: String, failure: NetworkFailure)] = []

  /// Nil unless its digest is known by now.
  package var digest: ContentDigest? {
    if case .fetched(let digest, _, _, _, _) = outcome { digest } else { media.digest }
  }
}

package enum FetchEvent: Sendable {
  /// A file is done.
  case done(FetchedMedia)
  /// Bytes so far, and bytes in all as far as they are known.
  case progress(bytes: Int64, of: Int64)
  case shortcoming(String)
}

/// Fetches absent media into the content store, several at once.
///
/// The bytes of a file appear under its name in the store only after their digest was compared.
package final class MediaFetch {
  private struct Job {
    var result: FetchedMedia
    var urls: ArraySlice<String>
    var partial: PartialFile?
    var begin = SuspendingClock.now
    var received: Int64 = 0
    var progress: Int64 = 0
    /// Whether the whole file was fetched again after other bytes came.
    var isSecondTry = false
    var isDone = false
  }

  private let options: FetchOptions
  private let loop: EventLoop
  private let crew: NetworkCrew
  private let onEvent: (FetchEvent) -> Void
  private var jobs: [Job] = []
  private var requests: [NetworkCrew.ID: Int] = [:]
  /// The files that another command is fetching.
  private var busy: [Int] = []
  private var unbegun: ArraySlice<Int> = []
  private var undone = 0
  /// Of all files that were not here: the bytes so far, and those known to come.
  private var bytes: Int64 = 0
  private var bytesInAll: Int64 = 0

  private static let busyPause = Duration.milliseconds(500)
  private static let renewal = Duration.seconds(10)

  package init(_ options: FetchOptions, onEvent: @escaping (FetchEvent) -> Void) {
    self.options = options
    self.onEvent = onEvent
    loop = EventLoop(signals: nil)
    crew = NetworkCrew(
      on: loop, program: options.program, sandbox: options.sandbox, privateHosts: options.privateHosts)
  }

  /// Returns what became of each file, in their order.
  package func carryOut(_ media: [ListedMedia]) throws(WorkspaceError) -> [FetchedMedia] {
    jobs = media.map { Job(result: FetchedMedia(media: $0), urls: urls(of: $0)[...]) }
    undone = jobs.count
    bytesInAll = media.reduce(0) { $0 + ($1.isHere ? 0 : $1.byteCount ?? 0) }
    for index in jobs.indices where media[index].isHere { finish(index, .here) }
    unbegun = jobs.indices.filter { !jobs[$0].isDone }[...]
    var timer = loop.startTimer(after: Self.busyPause)
    var sinceRenewal = Duration.zero
    try begin()
    while undone > 0 {
      guard let event = try next() else { break }
      if event == .timer(timer) {
        timer = loop.startTimer(after: Self.busyPause)
        sinceRenewal += Self.busyPause
        unbegun = busy[...] + unbegun
        busy = []
        if sinceRenewal >= Self.renewal {
          for job in jobs { job.partial?.renewLease() }
          sinceRenewal = .zero
        }
      }
      for event in try take(event) { try handle(event) }
      try begin()
    }
    loop.endChildren()
    return jobs.map(\.result)
  }

  /// The URLs of a file in the script, then those on servers that name files by their digests.
  private func urls(of media: ListedMedia) -> [String] {
    media.urls + options.remotes.compactMap { $0.url(sha256: media.digest?.hex, md5: media.md5) }
  }

  private func next() throws(WorkspaceError) -> EventLoop.Event? {
    do throws(SystemError) { return try loop.next() } catch { throw .system(error) }
  }

  private func take(_ event: EventLoop.Event) throws(WorkspaceError) -> [NetworkCrew.Event] {
    do throws(SystemError) { return try crew.take(event) ?? [] } catch { throw .system(error) }
  }

  // MARK: Beginning

  private func begin() throws(WorkspaceError) {
    while crew.hasRoom, let index = unbegun.popFirst() { try begin(index) }
  }

  private func begin(_ index: Int) throws(WorkspaceError) {
    let media = jobs[index].result.media
    guard !jobs[index].urls.isEmpty, media.digest != nil || options.trustsFirst || options.onlyAsks else {
      return finish(index, .failed)
    }
    if options.onlyAsks { return try request(index) }
    // Another file of the script with the same bytes, or another command, may have fetched it.
    if let digest = media.digest, isThere(path(of: digest)) { return finish(index, .here) }
    let path =
      if let digest = media.digest { path(of: digest) } else { try path(ofURL: jobs[index].urls.first ?? "") }
    do throws(FileError) {
      switch try PartialFile.open(path) {
      case .busy: return busy.append(index)
      case .opened(let partial): jobs[index].partial = partial
      }
    } catch { throw .file(error) }
    jobs[index].begin = .now
    if media.byteCount != nil, jobs[index].partial?.byteCount == media.byteCount {
      return try check(index, url: nil, nil)
    }
    try request(index)
  }

  private func path(of digest: ContentDigest) -> String { options.cache.path(ofMedia: digest) }

  /// The place of bytes whose digest is not known yet.
  private func path(ofURL url: String) throws(WorkspaceError) -> String {
    do throws(DigestFailure) {
      let name = try ContentDigest.of(text: url).hex
      return "\(options.cache.media)/\(name.prefix(2))/from-\(name)"
    } catch { throw .digest(error) }
  }

  /// Asks the next server.
  private func request(_ index: Int) throws(WorkspaceError) {
    guard let url = jobs[index].urls.first else { return fail(index) }
    let media = jobs[index].result.media
    var request = NetworkRequest(
      options.onlyAsks ? .head : .get, url, byteCount: media.byteCount, resumes: media.digest != nil)
    request.patience = options.patience
    do throws(SystemError) {
      requests[try crew.begin(request, jobs[index].partial?.file.number)] = index
    } catch { throw .system(error) }
  }

  // MARK: Answers

  private func handle(_ event: NetworkCrew.Event) throws(WorkspaceError) {
    switch event {
    case .shortcoming(let sentence): onEvent(.shortcoming(sentence))
    case .progress(let id, let count):
      guard let index = requests[id] else { return }
      progress(index, to: count)
    case .answered(let id, let answer):
      guard let index = requests.removeValue(forKey: id), let url = jobs[index].urls.first else { return }
      jobs[index].received += answer.receivedBytes
      if options.onlyAsks {
        finish(index, .available(byteCount: answer.byteCount, from: url))
      } else {
        try check(index, url: url, answer)
      }
    case .failed(let id, let failure):
      guard let index = requests.removeValue(forKey: id) else { return }
      try tryNext(index, failure)
    }
  }

  /// Compares the digest of all bytes, and gives the file its name.
  private func check(_ index: Int, url: String?, _ answer: NetworkAnswer?) throws(WorkspaceError) {
    guard let partial = jobs[index].partial else { return }
    let media = jobs[index].result.media
    let found = try partial.digest()
    let byteCount = partial.byteCount
    guard found == media.digest ?? found else {
      partial.empty()
      guard let url else { return try request(index) }
      if !jobs[index].isSecondTry {
        jobs[index].isSecondTry = true
        return try request(index)
      }
      return try tryNext(
        index, otherBytes(found, byteCount, than: media, url, answer?.encoding.map { "compressed by \($0)" }))
    }
    // Of a first download, DVC knows more than nothing. MD5 is no proof, so the lock gets the SHA-256.
    if media.digest == nil, let md5 = media.md5, try partial.md5() != md5 {
      partial.empty()
      return try tryNext(
        index, NetworkFailure(.otherBytes, "these are other bytes than those in the `.dvc` file"))
    }
    do throws(FileError) { try partial.publish(as: path(of: found)) } catch { throw .file(error) }
    try MediaDigests.note(found, ofFileAt: path(of: found), in: options.cache.digests)
    finish(
      index,
      .fetched(
        found, byteCount: byteCount, received: jobs[index].received, time: .now - jobs[index].begin,
        from: url ?? ""))
  }

  private func otherBytes(
    _ found: ContentDigest, _ byteCount: Int64, than media: ListedMedia, _ url: String, _ remark: String?
  ) -> NetworkFailure {
    let wanted = media.byteCount.map { " of \($0)" } ?? ""
    let digests = "digest \(found.hex.prefix(8))..., not \(media.digest?.hex.prefix(8) ?? "")..."
    let words = ["\(byteCount)\(wanted) bytes", digests, remark].compactMap(\.self).joined(separator: ", ")
    return NetworkFailure(.otherBytes, "these are other bytes (\(words))")
  }

  private func tryNext(_ index: Int, _ failure: NetworkFailure) throws(WorkspaceError) {
    if let url = jobs[index].urls.popFirst() { jobs[index].result.problems.append((url, failure)) }
    jobs[index].isSecondTry = false
    // What came may be the beginning of another file.
    if failure.kind == .otherBytes { jobs[index].partial?.empty() }
    try request(index)
  }

  private func fail(_ index: Int) {
    if let partial = jobs[index].partial,
      partial.byteCount == 0 || jobs[index].result.media.digest == nil
    {
      partial.remove()
    }
    finish(index, .failed)
  }

  private func finish(_ index: Int, _ outcome: FetchedMedia.Outcome) {
    jobs[index].result.outcome = outcome
    jobs[index].isDone = true
    jobs[index].partial = nil
    undone -= 1
    onEvent(.done(jobs[index].result))
    if case .fetched(_, let byteCount, _, _, _) = outcome { progress(index, to: byteCount) }
  }

  private func progress(_ index: Int, to count: Int64) {
    bytes += count - jobs[index].progress
    jobs[index].progress = count
    onEvent(.progress(bytes: bytes, of: max(bytes, bytesInAll)))
  }
}
