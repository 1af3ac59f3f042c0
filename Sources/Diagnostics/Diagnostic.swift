package import Basics

/// A finding about a script as a value: the problem, its place, and its remedy.
package struct Diagnostic: Hashable, Sendable {
  package let id: DiagnosticID
  package let severity: Severity
  /// The problem as one sentence in lower case, without a full stop.
  package let message: String
  /// The smallest faulty text; nil if the finding has no place.
  package let range: SourceRange?
  /// Earlier or related places: "first used here".
  package var notes: [Note]
  /// Advice that only a person can follow.
  package let hint: String?
  /// Edits that can be applied as they are; several fixes are alternatives.
  package let fixes: [Fix]

  package init(
    _ id: DiagnosticID, severity: Severity? = nil, _ message: String, at range: SourceRange?,
    notes: [Note] = [], hint: String? = nil, fixes: [Fix] = []
  ) {
    self.id = id
    self.severity = severity ?? id.severity
    self.message = readable(message)
    self.range = range
    self.notes = notes
    self.hint = hint.map(readable)
    self.fixes = fixes
  }

  package struct Note: Hashable, Sendable {
    package let message: String
    package let range: SourceRange?

    package init(_ message: String, at range: SourceRange?) {
      self.message = readable(message)
      self.range = range
    }
  }

  package struct Fix: Hashable, Sendable {
    /// The effect of the fix, as a command: "write `5s`".
    package let title: String
    package let edits: [TextEdit]
    /// Whether the fix clearly keeps or restores the intended meaning; otherwise a person must choose.
    package let isSafe: Bool

    package init(_ title: String, _ edits: [TextEdit], isSafe: Bool) {
      self.title = title
      self.edits = edits
      self.isSafe = isSafe
    }
  }
}

/// Shortens a text to a readable length: quoted names may be as long as a script.
private func readable(_ text: String) -> String {
  let most = 4000
  return text.utf8.count > most ? String(text.unicodeScalars.prefix(most)) + "…" : text
}

/// How serious a finding is.
package enum Severity: String, Hashable, Sendable, Comparable {
  case note
  case warning
  case error

  package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

extension [Diagnostic] {
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// The findings in text order, without duplicates; findings without a place are first.
  package func sortedAndUnique() -> [Diagnostic] {
    let sorted = enumerated().sorted { a, b in
      a.element.sortKey == b.element.sortKey
        ? a.offset < b.offset : a.element.sortKey < b.element.sortKey
    }
    // Only findings with the same place can be equal, and these are few, so only they are compared.
    var result: [Diagnostic] = []
    result.reserveCapacity(count)
    var seen: Set<Diagnostic> = []
    for (_, diagnostic) in sorted {
      guard let last = result.last, last.sortKey == diagnostic.sortKey else {
        seen.removeAll(keepingCapacity: true)
        result.append(diagnostic)
        continue
      }
      if seen.isEmpty { seen.insert(last) }
      if seen.insert(diagnostic).inserted { result.append(diagnostic) }
    }
    return result
  }
}

extension [Diagnostic] {
  /// At most `limit` findings, followed by one that counts the omitted ones and has their highest severity.
  package func limited(to limit: Int) -> [Diagnostic] {
    guard count > limit, let worst = self[limit...].map(\.severity).max() else { return self }
    let message = "\(count - limit) more findings in this file are not listed; the limit is \(limit)"
    return self[..<limit] + [Diagnostic(.tooLarge, severity: worst, message, at: self[limit - 1].range)]
  }
}

extension Diagnostic {
  fileprivate var sortKey: (start: Int, end: Int) {
    range.map { ($0.start, $0.end) } ?? (-1, -1)
  }
}
