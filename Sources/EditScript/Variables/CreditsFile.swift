import Basics
import Diagnostics

/// The first mistake in a CSV file of credits.
package struct CreditsProblem: Error, Hashable, Sendable {
  /// From 1.
  package let line: Int
  /// One clause in lower case.
  package let reason: String

  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}

/// A CSV file with the columns `role` and `name`.
package enum CreditsFile {
  /// The size of the largest file.
  package static let mostBytes = 1 << 20

  /// The entries of a file. Names with a role that appears before join those of its first line; a line without
  /// a role is across both columns, and one without anything is a gap.
  package static func read(_ bytes: [UInt8]) throws(CreditsProblem) -> [CreditsEntry] {
    let source = SourceText(name: "", bytes: bytes)
    if let finding = VariableFile.wideEncoding(source) ?? VariableFile.oldLineBreaks(source) {
      throw CreditsProblem(line: 1, reason: finding.message)
    }
    var reader = CSVReader(source)
    guard let header = reader.next() else {
      throw CreditsProblem(line: 1, reason: "the file is empty; its first line must be `role,name`")
    }
    if let problem = problem(in: reader, of: source) { throw problem }
    if let finding = VariableFile.otherSeparator(header) {
      throw CreditsProblem(line: 1, reason: finding.message)
    }
    guard header.cells.map(\.value) == ["role", "name"] else {
      throw CreditsProblem(line: 1, reason: "the first line must be `role,name`")
    }
    var entries: [CreditsEntry] = []
    var places: [String: Int] = [:]
    while let record = reader.next() {
      let line = source.place(at: record.range.start).line
      if let problem = problem(in: reader, of: source) { throw problem }
      if record.isEmptyLine {
        entries.append(.gap)
        continue
      }
      guard record.cells.count == 2 else {
        throw CreditsProblem(
          line: line,
          reason:
            "the line has \(record.cells.count == 1 ? "1 value" : "\(record.cells.count) values") instead of 2;"
            + " quote values that contain a comma")
      }
      let (role, name) = (record.cells[0].value, record.cells[1].value)
      if role.isEmpty {
        entries.append(name.isEmpty ? .gap : CreditsEntry(role: "", names: [name], isAcross: true))
      } else if name.isEmpty {
        throw CreditsProblem(line: line, reason: "the role `\(role)` has no name")
      } else if let place = places[role] {
        entries[place].names.append(name)
      } else {
        places[role] = entries.count
        entries.append(CreditsEntry(role: role, names: [name]))
      }
      guard entries.count <= LanguageLimits.entriesOfCredits else {
        throw CreditsProblem(
          line: line, reason: "credits may have at most \(LanguageLimits.entriesOfCredits) entries")
      }
    }
    guard entries.contains(where: { !$0.isGap }) else {
      throw CreditsProblem(line: 1, reason: "the file has no names")
    }
    return entries
  }

  private static func problem(in reader: CSVReader, of source: SourceText) -> CreditsProblem? {
    reader.diagnostics.first.map { finding in
      CreditsProblem(
        line: finding.range.map { source.place(at: $0.start).line } ?? 1, reason: finding.message)
    }
  }
}
