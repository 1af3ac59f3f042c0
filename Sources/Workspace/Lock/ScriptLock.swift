import Basics
package import Composition
import Lowering
import Processes

/// The lock beside a script.
package struct ScriptLock: Sendable {
  package let path: String
  /// The script that it belongs to.
  let script: String
  package let content: Result<LockFile, LockProblem>

  /// Enough for the pictures of the longest image sequence.
  package static let mostBytes = 32 << 20

  /// The place of a script's lock.
  package static func path(ofScript script: String) -> String { script + ".lock" }

  /// Nil if nothing is at the path. `isQuoted`: messages may quote its content.
  init?(
    ofScript script: String, at path: String, texts: any TextSource = FilesOnDisk(), isQuoted: Bool = true
  ) throws(WorkspaceError) {
    do throws(FileError) {
      let bytes = try texts.bytes(ofFileAt: path, limit: Self.mostBytes)
      content = Result { () throws(LockProblem) in try LockFile(bytes) }.mapError {
        isQuoted ? $0 : LockProblem("this is not a lock", line: $0.line)
      }
    } catch {
      if error.kind == .missing { return nil }
      if error.isOfMachine { throw .file(error) }
      content = .failure(LockProblem(error.reason, line: nil))
    }
    self.script = script
    self.path = path
  }

  var command: String { "editc lock \(shellWord(script))" }
}

extension ScriptLock {
  /// Compares the facts found with the lock, and takes the facts of missing files from it.
  ///
  /// With `.content`, every file is digested. With `.facts`, a file is digested only if its facts differ from
  /// the lock; otherwise a cached digest is used.
  func review(
    _ table: inout MediaTable, of files: [String], in folder: String, _ digests: MediaDigests,
    use: MediaUse
  ) throws(WorkspaceError) {
    var comparison = table.lock ?? LockComparison(name: lastComponent(of: path), command: command)
    switch content {
    case .failure(let problem): comparison.problem = problem.description(of: path)
    case .success(let lock):
      for file in files {
        guard let entry = lock.entries[file] else {
          comparison.findings[file] = .missing
          continue
        }
        let review = FileReview(
          entry: entry, file: file, path: resolve(file, in: folder), digests: digests, use: use)
        comparison.findings[file] = try review.compare(&table)
      }
    }
    table.lock = comparison
  }
}

/// A file and its entry in the lock.
private struct FileReview {
  let entry: LockEntry
  let file: String
  /// The path that the script names.
  let path: String
  let digests: MediaDigests
  let use: MediaUse

  func compare(_ table: inout MediaTable) throws(WorkspaceError) -> LockComparison.Finding? {
    switch table.states[file] {
    case .known(let facts, let path): return try compare(facts, at: path)
    case .failed(let failure) where failure.kind == .missing:
      // A file with a misspelled name is not missing.
      let isMisspelled = table.nearby[file].map { $0.likeness != .similar } ?? false
      if use == .facts, !isMisspelled { table.states[file] = .recorded(entry.facts, path: path) }
      return nil
    case .failed(let failure) where failure.kind == .isLFSPointer:
      guard let pointer = LFSPointer(fileAt: path) else { return nil }
      guard pointer.digest == entry.digest else {
        return .otherContent("its Git LFS pointer names \(sizes(pointer.byteCount))")
      }
      if use == .facts { table.states[file] = .recorded(entry.facts, path: path) }
      return nil
    case .failed:
      let byteCount = digests.identities[path]?.byteCount ?? entry.facts.byteCount
      return byteCount == entry.facts.byteCount ? nil : .otherContent(sizes(byteCount))
    case .recorded, .unchecked, nil: return nil
    }
  }

  private func compare(
    _ facts: MediaFacts, at path: String
  ) throws(WorkspaceError) -> LockComparison.Finding? {
    let changes = facts.differences(from: entry.facts)
    if facts.byteCount != entry.facts.byteCount { return .otherContent(summary(changes)) }
    let isSuspicious = use == .content || !changes.isEmpty
    let digest = try isSuspicious ? digests.digest(ofFileAt: path, spelling: file) : digests.remembered(path)
    if let digest, digest != entry.digest {
      return .otherContent(changes.isEmpty ? "its content has a different digest" : summary(changes))
    }
    return changes.isEmpty ? nil : .otherFacts(summary(changes))
  }

  private func sizes(_ byteCount: Int64) -> String {
    byteCount == entry.facts.byteCount
      ? "different bytes" : "\(byteCount) bytes, not \(entry.facts.byteCount)"
  }
}

/// The first three differences, because a re-encoded file differs in many facts.
package func summary(_ differences: [String]) -> String {
  let more = differences.count > 3 ? " and \(differences.count - 3) more" : ""
  return differences.prefix(3).joined(separator: "; ") + more
}
