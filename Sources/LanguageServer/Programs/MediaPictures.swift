import Basics
import Processes
import ScriptAnalysis
import Workspace

/// Small pictures of media, each made once by `editc frame`, a process of its own, and kept in the cache.
struct MediaPictures {
  /// Who waits for a picture that is being made, by its path.
  fileprivate var waiting: [String: [(DocumentURI?) -> Void]] = [:]
  /// Those that could not be made in this session.
  fileprivate var failed: Set<String> = []

  /// More at a time would slow down what a person waits for.
  fileprivate static let mostAtATime = 2
  /// A process that takes longer is ended.
  fileprivate static let longest = Duration.seconds(10)
}

extension LanguageServer {
  /// Gives a picture of a medium of a script as soon as there is one; nil if there will be none. Never waits itself.
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
