import ContentDigest

extension LockFile {
  /// Reads a lock; blank lines, comments and the order of lines have no effect.
  package init(_ bytes: [UInt8]) throws(LockProblem) {
    try self.init(bytes, mostFacts: Self.mostFacts)
  }

  /// No script's media have more facts; a lock with more is an attack on the reader's memory.
  private static let mostFacts = 200_000

  init(_ bytes: [UInt8], mostFacts: Int) throws(LockProblem) {
    for line in TextLines(bytes) where isConflictMarker(line.bytes) {
      throw LockProblem(
        "the lock has an unresolved merge conflict", line: line.number)
    }
    var lines = TextLines(bytes)
    try checkHead(lines.next()?.bytes ?? [])
    self.init(entries: try readEntries(lines, mostFacts: mostFacts))
  }

  /// Whether a text was once a lock, however damaged: `editc lock` may overwrite it.
  package static func wasLock(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty
      || bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 8).prefix(8)
        .contains { $0.starts(with: opening.utf8) }
  }
}

private func checkHead(_ line: ArraySlice<UInt8>) throws(LockProblem) {
  let text = String(decoding: line.prefix(100), as: UTF8.self)
  guard text.hasPrefix(LockFile.opening + " ") else {
    throw LockProblem(
      "this is not a lock: it does not start with `\(LockFile.opening) \(LockFile.version)`", line: 1)
  }
  guard text == "\(LockFile.opening) \(LockFile.version)" else {
    let version = text.dropFirst(LockFile.opening.utf8.count + 1)
    throw LockProblem(
      "this lock has version \(version), but this editc reads version \(LockFile.version)", line: 1)
  }
}

private func readEntries(
  _ lines: TextLines, mostFacts: Int
) throws(LockProblem) -> [String: LockEntry] {
  var byFile: [String: [FactLine]] = [:]
  var count = 0
  for (number, bytes) in lines where !bytes.isEmpty && bytes.first != UInt8(ascii: "#") {
    count += 1
    guard count <= mostFacts else {
      throw LockProblem("a lock can contain at most \(mostFacts) facts", line: number)
    }
    guard let line = FactLine(bytes: bytes, number: number), case .text(let path)? = line.tokens.first else {
      throw LockProblem(
        "this line is not a fact about a file; it must start with a quoted path", line: number)
    }
    byFile[path, default: []].append(line.rest)
  }
  var entries: [String: LockEntry] = [:]
  // In text order, so that the first of several problems is reported.
  for (path, lines) in byFile.sorted(by: { ($0.value.first?.number ?? 0) < ($1.value.first?.number ?? 0) }) {
    entries[path] = try entry(lines)
  }
  return entries
}

private func entry(_ lines: [FactLine]) throws(LockProblem) -> LockEntry {
  let digests = lines.filter { $0.tokens.first == .word("sha256") }
  guard let line = digests.first else { throw LockProblem("'sha256' is missing", line: lines.first?.number) }
  if digests.count > 1 {
    throw digests[1].problem("the file appears a second time, after line \(line.number)")
  }
  guard line.tokens.count == 2, case .word(let hex)? = line.tokens.last, let digest = ContentDigest(hex: hex)
  else {
    throw line.problem("`sha256` needs 64 hexadecimal digits")
  }
  let facts = try MediaFacts.fields.subject(from: lines.filter { $0.tokens.first != .word("sha256") })
  return LockEntry(digest: digest, facts: facts)
}

/// Why a lock cannot be used, and the line of the problem.
package struct LockProblem: Error, Hashable, Sendable {
  /// From 1; nil if the problem concerns the whole text.
  package let line: Int?
  /// One sentence in lower case without a full stop.
  package let message: String

  package init(_ message: String, line: Int?) {
    self.message = message
    self.line = line
  }

  /// The problem as it is reported for a file: `holiday.edit.lock:12: …`.
  package func description(of path: String) -> String {
    "\(path):" + (line.map { "\($0):" } ?? "") + " \(message)"
  }
}
