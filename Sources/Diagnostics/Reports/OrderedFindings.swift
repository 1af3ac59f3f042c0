/// Findings in reading order: errors, warnings, notes. Of many similar ones, only the first are listed and
/// the others counted.
struct OrderedFindings {
  struct Entry {
    let finding: Diagnostic
    /// Similar findings that are counted after this one.
    var others: [Diagnostic] = []
  }

  let entries: [Entry]

  /// - Parameter least: The lowest severity to include.
  init(_ diagnostics: [Diagnostic], atLeast least: Severity) {
    entries = [Severity.error, .warning, .note].filter { $0 >= least }.flatMap { severity in
      Self.entries(diagnostics.filter { $0.severity == severity }, Limits(of: severity))
    }
  }

  private static func entries(_ findings: [Diagnostic], _ limits: Limits) -> [Entry] {
    let kinds = Dictionary(grouping: findings.indices) { Kind(findings[$0]) }
    let many = kinds.values.filter { $0.count > limits.most }
    var others: [Int: [Diagnostic]] = [:]
    var counted: Set<Int> = []
    for indices in many {
      let rest = indices.dropFirst(limits.listed)
      others[indices[limits.listed - 1]] = rest.map { findings[$0] }
      counted.formUnion(rest)
    }
    return findings.indices.filter { !counted.contains($0) }.map { index in
      Entry(finding: findings[index], others: others[index] ?? [])
    }
  }

  /// The number of similar findings that are listed individually.
  private struct Limits {
    /// The largest number of findings that are all listed.
    let most: Int
    /// The number that is listed if there are more.
    let listed: Int

    init(of severity: Severity) {
      // Errors must be corrected, and their texts explain how.
      (most, listed) = severity == .error ? (20, 10) : (5, 3)
    }
  }
}

/// The common part of similar findings: the rule, and the message without numbers. Names may also differ in
/// warnings and notes.
private struct Kind: Hashable {
  let id: DiagnosticID
  let words: [UInt8]

  init(_ finding: Diagnostic) {
    id = finding.id
    words = Self.words(of: finding.message, leavingOutNames: finding.severity != .error)
  }

  private static func words(of message: String, leavingOutNames: Bool) -> [UInt8] {
    var words: [UInt8] = []
    var quote: UInt8?
    var last = UInt8(ascii: " ")
    for byte in message.utf8 {
      defer { last = byte }
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      // An apostrophe within a word does not open a quotation.
      if leavingOutNames, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "'"), !isLetterOrDigit(last) {
        quote = byte
        words.append(byte)
      } else if !isDigit(byte) {
        words.append(byte)
      } else if !isDigit(last) {
        words.append(UInt8(ascii: "0"))
      }
    }
    return words
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
