import Basics
import Processes
import ScriptAnalysis
import Workspace

/// Thumbnails of media, each created once by an `editc frame` process and cached.
struct MediaPictures {
  /// The callbacks that wait for a picture in progress, by its path.
  fileprivate var waiting: [String: [(DocumentURI?) -> Void]] = [:]
  /// The pictures that failed in this session.
  fileprivate var failed: Set<String> = []

  /// More processes at a time would slow down what a person is waiting for.
  fileprivate static let mostAtATime = 2
  /// The time after which a process is ended.
  fileprivate static let longest = Duration.seconds(10)
}

extension LanguageServer {
  /// Passes on a picture of a script's media as soon as there is one, or nil if there will be none. Never
  /// blocks.
  func picture(
    _ moment: MediaMoment, of script: String,
    then take: @escaping @Sendable (LanguageServer, DocumentURI?) -> Void
  ) {
    guard let cache = setup.cache else { return take(self, nil) }
    let file = normalizedPath(absolutePath(moment.file, from: script))
    compiler.look {
      cache.picture(ofFileAt: file, at: moment.time)
    } then: { server, picture in
      guard let picture else { return take(server, nil) }
      if picture.isThere { return take(server, DocumentURI(path: picture.path)) }
      server.make(picture.path, of: file, at: moment.time) { [unowned server] in take(server, $0) }
    }
  }

  private func make(
    _ path: String, of file: String, at time: RationalTime?, _ take: @escaping (DocumentURI?) -> Void
  ) {
    if pictures.waiting[path] != nil {
      pictures.waiting[path]?.append(take)
      return
    }
    guard !pictures.failed.contains(path), pictures.waiting.count < MediaPictures.mostAtATime else {
      return take(nil)
    }
    let words = [
      "frame", file, "--at", time?.spelling ?? "50%", "-o", path, "--force", "--max-size", "320x240",
      "--quality", "80",
    ]
    var limit: EventLoop.TimerID?
    let child = try? start(words) { [unowned self] status, _ in
      if let limit { cancel(limit) }
      if !status.isSuccess { pictures.failed.insert(path) }
      for take in pictures.waiting.removeValue(forKey: path) ?? [] {
        take(status.isSuccess ? DocumentURI(path: path) : nil)
      }
    }
    guard let child else { return take(nil) }
    pictures.waiting[path] = [take]
    limit = after(MediaPictures.longest) { [unowned self] in loop.kill(child) }
  }
}
