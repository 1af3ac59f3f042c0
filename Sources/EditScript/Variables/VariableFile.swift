package import Basics
package import Diagnostics

/// Values for the variables of a script in a separate file: one set, or one for each row of a table.
package struct VariableFile: Sendable {
  package let source: SourceText
  /// The variables that it names, in its order.
  package let names: [Located<String>]
  /// The readable sets, in the order of the text.
  package let sets: [VariableSet]
  /// Mistakes in the file that do not depend on the script, with places in it.
  package let diagnostics: [Diagnostic]

  init(
    source: SourceText, names: [Located<String>] = [], sets: [VariableSet], diagnostics: [Diagnostic]
  ) {
    self.source = source
    self.names = names
    self.sets = sets
    self.diagnostics = diagnostics
  }
}

/// The values for one reading of a script.
package struct VariableSet: Hashable, Sendable {
  /// Counts from 1, the header line not included.
  package let number: Int
  /// The whole row, or the whole file if it is one set.
  package let range: SourceRange
  package let values: [VariableValue]
  /// Variables that it names with an unreadable value.
  package var unread: Set<String> = []
}

/// One value, with the places of its name and text; in a table the name is in the header.
package struct VariableValue: Hashable, Sendable {
  package let name: Located<String>
  package let text: Located<String>
  /// Whether the value is written as a list.
  package var isList = false
}

/// The format of a file of values, by its extension.
package enum VariableFormat: Hashable, Sendable, CaseIterable {
  case yaml
  case json
  /// A table according to RFC 4180, with a header line; one film per row.
  case csv

  /// Without the dot.
  package var fileExtensions: [String] {
    switch self {
    case .yaml: ["yaml", "yml"]
    case .json: ["json"]
    case .csv: ["csv"]
    }
  }

  /// The extensions of all formats.
  package static var extensions: [String] { allCases.flatMap(\.fileExtensions) }

  /// Nil for a path without one of the extensions.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
    self = format
  }
}

/// The maximum size of a file of values.
package struct VariableFileLimits: Hashable, Sendable {
  /// Bytes of the whole text.
  package var fileBytes = 1 << 20
  package var rows = 10_000
  package var columns = 1000
  /// Findings reported for one file.
  package var findings = 1000

  package static let standard = VariableFileLimits()

  package init() {}
}

extension VariableFile {
  /// Reads a file of values, without stopping at the first mistake.
  package static func read(
    _ source: SourceText, as format: VariableFormat, limits: VariableFileLimits = .standard
  ) -> VariableFile {
    guard source.bytes.count <= limits.fileBytes else {
      return broken(
        source,
        Diagnostic(
          .tooLarge,
          "the file has \(source.bytes.count) bytes; a values file may have at most \(limits.fileBytes)",
          at: SourceRange(limits.fileBytes, limits.fileBytes), hint: "split it into several files"))
    }
    return switch format {
    case .yaml: readYAML(source)
    case .json: readJSON(source)
    case .csv: readTable(source, limits)
    }
  }

  static func broken(_ source: SourceText, _ problem: Diagnostic) -> VariableFile {
    VariableFile(source: source, sets: [], diagnostics: [problem])
  }

  /// At most `limit` findings, of which the last counts the others.
  package static func limited(
    _ diagnostics: [Diagnostic], _ limit: Int = VariableFileLimits.standard.findings
  ) -> [Diagnostic] {
    let sorted = diagnostics.sortedAndUnique()
    guard sorted.count > limit else { return sorted }
    let message = "\(sorted.count - limit) more errors in this file are not listed; the limit is \(limit)"
    return sorted.prefix(limit) + [Diagnostic(.tooLarge, message, at: sorted[limit - 1].range)]
  }
}
