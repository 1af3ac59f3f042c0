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
    let version = try readVersion(lines.next()?.bytes ?? [])
    self = try readFile(lines, hasPackages: version == Self.versionWithPackages, mostFacts: mostFacts)
  }

  /// Whether a text was once a lock, however damaged: `editc lock` may overwrite it.
  package static func wasLock(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty
      || bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 8).prefix(8)
        .contains { $0.starts(with: opening.utf8) }
  }
}

private func readVersion(_ line: ArraySlice<UInt8>) throws(LockProblem) -> Int {
  let text = String(decoding: line.prefix(100), as: UTF8.self)
  guard text.hasPrefix(LockFile.opening + " ") else {
    throw LockProblem(
      "this is not a lock: it does not start with `\(LockFile.opening) \(LockFile.version)`", line: 1)
  }
  let version = text.dropFirst(LockFile.opening.utf8.count + 1)
  let known = [LockFile.version, LockFile.versionWithPackages]
  guard let number = known.first(where: { "\($0)" == version }) else {
    throw LockProblem(
      "this lock has version \(version), but this editc reads versions \(known[0]) and \(known[1])", line: 1)
  }
  return number
}

private func readFile(
  _ lines: TextLines, hasPackages: Bool, mostFacts: Int
) throws(LockProblem) -> LockFile {
  var byFile: [String: [FactLine]] = [:]
  var byPackage: [String: [FactLine]] = [:]
  var count = 0
  for (number, bytes) in lines where !bytes.isEmpty && bytes.first != UInt8(ascii: "#") {
    count += 1
    guard count <= mostFacts else {
      throw LockProblem("a lock can contain at most \(mostFacts) facts", line: number)
    }
    let line = FactLine(bytes: bytes, number: number)
    if hasPackages, let line, line.tokens.first == .word(LockFile.packageWord),
      case .text(let name)? = line.rest.tokens.first
    {
      byPackage[name, default: []].append(line.rest.rest)
      continue
    }
    guard let line, case .text(let path)? = line.tokens.first else {
      throw LockProblem(
        "this line is not a fact about a file; it must start with a quoted path", line: number)
    }
    byFile[path, default: []].append(line.rest)
  }
  var lock = LockFile()
  // In text order, so that the first of several problems is reported.
  for (name, lines) in inTextOrder(byPackage) { lock.packages[name] = try package(lines) }
  for (path, lines) in inTextOrder(byFile) { lock.entries[path] = try entry(lines) }
  return lock
}

private func inTextOrder(_ lines: [String: [FactLine]]) -> [(key: String, value: [FactLine])] {
  lines.sorted { ($0.value.first?.number ?? 0) < ($1.value.first?.number ?? 0) }
}

private func package(_ lines: [FactLine]) throws(LockProblem) -> LockedPackage {
  let (digest, others) = try digest(in: lines, of: "package")
  guard let line = others.first else {
    throw LockProblem("the origin of the package is missing", line: lines.first?.number)
  }
  if others.count > 1 {
    throw others[1].problem("the package's origin appears a second time, after line \(line.number)")
  }
  var origin = line.tokens
  var commit: String?
  if line.tokens.first == .word("git") {
    guard line.tokens.count > 3, line.tokens.dropLast().last == .word("commit"),
      case .word(let digits)? = line.tokens.last, digits.utf8.count >= 40,
      digits.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else {
      throw line.problem("`git` needs a URL in quotes, a `revision` and a `commit`")
    }
    commit = digits
    origin = origin.dropLast(2)
  } else if line.tokens.first != .word("url") {
    throw line.problem("a package has `sha256`, and `git` or `url`")
  }
  return LockedPackage(
    digest: digest, origin: origin.map(\.spelling).joined(separator: " "), commit: commit)
}

private func entry(_ lines: [FactLine]) throws(LockProblem) -> LockEntry {
  let (digest, others) = try digest(in: lines, of: "file")
  return LockEntry(digest: digest, facts: try MediaFacts.fields.subject(from: others))
}

/// The digest of a file or a package, and its other lines.
private func digest(
  in lines: [FactLine], of noun: String
) throws(LockProblem) -> (ContentDigest, others: [FactLine]) {
  let digests = lines.filter { $0.tokens.first == .word("sha256") }
  guard let line = digests.first else { throw LockProblem("'sha256' is missing", line: lines.first?.number) }
  if digests.count > 1 {
    throw digests[1].problem("the \(noun) appears a second time, after line \(line.number)")
  }
  guard line.tokens.count == 2, case .word(let hex)? = line.tokens.last, let digest = ContentDigest(hex: hex)
  else {
    throw line.problem("`sha256` needs 64 hexadecimal digits")
  }
  return (digest, lines.filter { $0.tokens.first != .word("sha256") })
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
