package import ContentDigest
package import EditScript
package import Network
import Processes

/// Sends media to a server that names files by their digests; the server is asked first what it has.
package final class MediaPush {
  package struct File: Hashable, Sendable {
    package let path: String
    package let digest: ContentDigest

    package init(path: String, digest: ContentDigest) {
      (self.path, self.digest) = (path, digest)
    }
  }

  package enum Outcome: Sendable {
    case sent(byteCount: Int64)
    case present
    case failed(NetworkFailure)
  }

  private struct Job {
    let index: Int
    let url: String
    let content: SentFile
    let isAsking: Bool
  }

  private let remote: RemoteTemplate
  private let crew: NetworkCrew
  private let loop: EventLoop
  private let patience: NetworkPatience
  private var jobs: [NetworkCrew.ID: Job] = [:]
  private var outcomes: [Int: Outcome] = [:]
  private let onShortcoming: (String) -> Void

  private static let mostRequests = 2

  package init(_ options: FetchOptions, to remote: RemoteTemplate, onShortcoming: @escaping (String) -> Void)
  {
    self.remote = remote
    self.onShortcoming = onShortcoming
    patience = options.patience
    loop = EventLoop(signals: nil)
    crew = NetworkCrew(
      on: loop, program: options.program, sandbox: options.sandbox, privateHosts: options.privateHosts,
      mostWorkers: Self.mostRequests)
  }

  /// Returns what became of each file, in their order.
  package func send(_ files: [File]) throws(WorkspaceError) -> [Outcome] {
    defer { loop.endChildren() }
    do throws(SystemError) {
      var waiting = Array(files.enumerated())[...]
      while outcomes.count < files.count {
        while crew.hasRoom, let (index, file) = waiting.popFirst() { try ask(index, file) }
        guard !jobs.isEmpty else { continue }
        guard let event = try loop.next() else { break }
        for event in try crew.take(event) ?? [] { try handle(event, files) }
      }
    } catch { throw .system(error) }
    let missing = Outcome.failed(NetworkFailure(.unavailable, "there was no answer"))
    return files.indices.map { outcomes[$0] ?? missing }
  }

  private func ask(_ index: Int, _ file: File) throws(SystemError) {
    guard let content = SentFile(file.path) else {
      outcomes[index] = .failed(NetworkFailure(.file, "it cannot be read"))
      return
    }
    guard let url = remote.url(sha256: file.digest.hex, md5: nil) else {
      outcomes[index] = .failed(NetworkFailure(.file, "the URL does not contain its SHA-256"))
      return
    }
    var request = NetworkRequest(.head, url)
    request.patience = patience
    jobs[try crew.begin(request, nil)] = Job(index: index, url: url, content: content, isAsking: true)
  }

  private func handle(_ event: NetworkCrew.Event, _ files: [File]) throws(SystemError) {
    switch event {
    case .progress: break
    case .shortcoming(let sentence): onShortcoming(sentence)
    case .failed(let id, let failure):
      guard let job = jobs.removeValue(forKey: id) else { return }
      guard job.isAsking, failure.kind == .missing else {
        outcomes[job.index] = .failed(failure)
        return
      }
      var request = NetworkRequest(
        .put, job.url, byteCount: job.content.byteCount, digest: files[job.index].digest.hex)
      request.patience = patience
      jobs[try crew.begin(request, job.content.descriptor.number)] = Job(
        index: job.index, url: job.url, content: job.content, isAsking: false)
    case .answered(let id, let answer):
      guard let job = jobs.removeValue(forKey: id) else { return }
      if !job.isAsking {
        outcomes[job.index] = .sent(byteCount: job.content.byteCount)
      } else if let count = answer.byteCount, count != job.content.byteCount {
        outcomes[job.index] = .failed(
          NetworkFailure(.otherBytes, "the server has a file of \(count) bytes under this digest"))
      } else {
        outcomes[job.index] = .present
      }
    }
  }
}
