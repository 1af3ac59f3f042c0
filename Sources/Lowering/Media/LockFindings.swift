import Basics
import Diagnostics
import EditScript

extension LoweringContext {
  /// Reports the difference between a file and the lock.
  mutating func reportDifference(of file: Located<String>) {
    guard let lock = table.lock, let finding = lock.findings[file.value] else { return }
    switch finding {
    case .missing:
      report(
        .notInLock(file, lock))
    case .otherContent(let difference):
      report(
        .otherThanLocked(file, difference, lock))
    case .otherFacts(let difference):
      report(
        .lockHasOtherFacts(file, difference, lock))
    }
  }

  /// Reports problems of the whole lock, once.
  mutating func reportLock(recorded recordedFiles: [Located<String>]) {
    guard let lock = table.lock else { return }
    if let problem = lock.problem {
      report(
        .lockIsUnreadable(problem, lock))
    }
    let sources = recordedFiles.map { source(of: $0.value) }
    let others = zip(recordedFiles, sources).filter { $0.1 == nil }.map(\.0)
    if let first = others.first {
      report(.factsAreFromLock(missing(others, lock), at: first.range))
    }
    let fetched = zip(recordedFiles, sources).filter { $0.1 != nil }
    if let (first, source) = fetched.first, let source {
      report(.mediaAreNotFetched(missing(fetched.map(\.0), lock), at: first.range, hint: source.hint))
    }
  }

  private func missing(_ files: [Located<String>], _ lock: LockComparison) -> String {
    files.count == 1
      ? "'\(files[0].value)' is missing; its facts come from \(lock.name)"
      : "\(files.count) media files are missing; their facts come from \(lock.name)"
  }

  /// Where a file can be fetched from; nil if the script does not say so.
  func source(of file: String) -> FileSource? {
    let declarations = script.media.filter { $0.file.value == file }
    guard let urls = declarations.lazy.compactMap(\.from).first else { return nil }
    let isLocked = table.lock.map { $0.problem == nil && $0.findings[file] != .missing } ?? false
    return FileSource(
      urls: urls, hasDigest: isLocked || declarations.contains { $0.settings.sha256 != nil },
      scriptPath: table.scriptPath)
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func notInLock(_ file: Located<String>, _ lock: LockComparison) -> Diagnostic {
    Diagnostic(
      .lockOutdated, "'\(file.value)' is not in \(lock.name)", at: file.range,
      hint: "run `\(lock.command)` on a machine with the media")
  }

  fileprivate static func otherThanLocked(
    _ file: Located<String>, _ difference: String, _ lock: LockComparison
  ) -> Diagnostic {
    Diagnostic(
      .mediaDiffersFromLock, "'\(file.value)' differs from the file in \(lock.name): \(difference)",
      at: file.range,
      hint: "restore the old file, or run `\(lock.command)` if this one is right")
  }

  fileprivate static func lockHasOtherFacts(
    _ file: Located<String>, _ difference: String, _ lock: LockComparison
  ) -> Diagnostic {
    Diagnostic(
      .lockOutdated,
      "'\(file.value)' has not changed, but \(lock.name) records different facts: \(difference)",
      at: file.range, hint: "the lock is from another version of editc; run `\(lock.command)`")
  }

  fileprivate static func lockIsUnreadable(_ problem: String, _ lock: LockComparison) -> Diagnostic {
    Diagnostic(
      .unreadableLock, "the lock cannot be used: \(problem)", at: nil,
      hint: "run `\(lock.command)` on a machine with the media, or restore an intact lock from git")
  }

  fileprivate static func mediaAreNotFetched(
    _ seen: String, at place: SourceRange, hint: String
  ) -> Diagnostic {
    Diagnostic(.unfetchedMedia, seen, at: place, hint: hint)
  }

  fileprivate static func factsAreFromLock(_ seen: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .factsFromLock, seen, at: place,
      hint: "rendering needs the media; `--require-media` makes this an error")
  }
}
