import ContentDigest
import MediaFacts

extension LockFile {
  /// Reads a lock; blank lines, comments and the order of the lines mean nothing.
  package init(_ bytes: [UInt8]) throws(LockProblem) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().map { (number: $0.offset + 1, bytes: withoutReturn($0.element)) }[...]
    if let marker = lines.first(where: { isConflictMarker($0.bytes) }) {
      throw LockProblem(
        "two versions of the lock were merged and nobody has resolved the conflict", line: marker.number)
    }
    try checkHead(lines.popFirst()?.bytes ?? [])
    self.init(
      entries: try readEntries(lines.filter { !$0.bytes.isEmpty && $0.bytes.first != UInt8(ascii: "#") }))
  }

  /// Whether a text was a lock once, however it is damaged now: what `editc lock` may write over.
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
      "this is no lock: it does not begin with `\(LockFile.opening) \(LockFile.version)`", line: 1)
  }
  guard text == "\(LockFile.opening) \(LockFile.version)" else {
    let version = text.dropFirst(LockFile.opening.utf8.count + 1)
    throw LockProblem(
      "this is a lock of version \(version), and this editc reads version \(LockFile.version)", line: 1)
  }
}

private func readEntries(
  _ lines: [(number: Int, bytes: ArraySlice<UInt8>)]
) throws(LockProblem) -> [String: LockEntry] {
  var byFile: [String: [FactLine]] = [:]
  for (number, bytes) in lines {
    guard let line = FactLine(bytes: bytes, number: number), case .text(let path)? = line.tokens.first else {
      throw LockProblem("this line is no fact of a file; it should begin with a path in quotes", line: number)
    }
    byFile[path, default: []].append(line.rest)
  }
  var entries: [String: LockEntry] = [:]
  // In their order in the text, so that of several problems the first one is told.
  for (path, lines) in byFile.sorted(by: { ($0.value.first?.number ?? 0) < ($1.value.first?.number ?? 0) }) {
    entries[path] = try entry(lines)
  }
  return entries
}

private func entry(_ lines: [FactLine]) throws(LockProblem) -> LockEntry {
  let digests = lines.filter { $0.tokens.first == .word("sha256") }
  guard let line = digests.first else { throw LockProblem("'sha256' is missing", line: lines.first?.number) }
  if digests.count > 1 {
    throw digests[1].problem("the file is said a second time, after line \(line.number)")
  }
  guard line.tokens.count == 2, case .word(let hex)? = line.tokens.last, let digest = ContentDigest(hex: hex)
  else {
    throw line.problem("`sha256` needs 64 hexadecimal digits")
  }
  let facts = try MediaFacts.fields.subject(from: lines.filter { $0.tokens.first != .word("sha256") })
  return LockEntry(digest: digest, facts: facts)
}

/// A checkout on Windows may have put a carriage return before each line's end.
private func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  line.last == UInt8(ascii: "\r") ? line.dropLast() : line
}

private func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool {
  ["<<<<<<< ", "||||||| ", ">>>>>>> "].contains { line.starts(with: $0.utf8) }
    || line.elementsEqual("=======".utf8)
}
