import Diagnostics
import EditScript

extension LoweringContext {
  /// Says of one file what the lock says differently.
  mutating func reportDifference(of file: Located<String>) {
    guard let lock = table.lock, let finding = lock.findings[file.value] else { return }
    let path = file.value
    switch finding {
    case .missing:
      report(
        Diagnostic(
          .lockOutdated, "'\(path)' is not in \(lock.name)", at: file.range,
          hint: "run `\(lock.command)` where the media are"))
    case .otherContent(let difference):
      report(
        Diagnostic(
          .mediaDiffersFromLock, "'\(path)' is not the file that is in \(lock.name): \(difference)",
          at: file.range,
          hint: "bring the old file back, or run `\(lock.command)` if this one is meant"))
    case .otherFacts(let difference):
      report(
        Diagnostic(
          .lockOutdated,
          "'\(path)' has not changed, but \(lock.name) says something else of it: \(difference)",
          at: file.range, hint: "another version of editc made the lock; run `\(lock.command)`"))
    }
  }

  /// Says once what is to be said of the lock as a whole.
  mutating func reportLock(recorded recordedFiles: [Located<String>]) {
    guard let lock = table.lock else { return }
    if let problem = lock.problem {
      report(
        Diagnostic(
          .unreadableLock, "the lock cannot be used: \(problem)", at: nil,
          hint: "run `\(lock.command)` where the media are, or check an intact lock out of git"))
    }
    guard let first = recordedFiles.first else { return }
    let seen =
      recordedFiles.count == 1
      ? "'\(first.value)' is not here; \(lock.name) says what it holds"
      : "\(recordedFiles.count) media files are not here; \(lock.name) says what they hold"
    report(
      Diagnostic(
        .factsFromLock, seen, at: first.range,
        hint: "a render needs the media themselves; `--require-media` makes this an error"))
  }
}
