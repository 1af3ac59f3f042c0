package import Basics

/// Findings in the format of code hosts: SARIF 2.1.0, an OASIS standard.
///
/// The same findings give the same text on every machine: no times, no absolute paths below the root.
package struct SARIFReport: Sendable {
  /// The version of editc.
  package let version: String
  package let paths: ReportPaths
  /// All kinds of findings.
  package let rules: [DiagnosticID]

  package init(version: String, paths: ReportPaths, rules: [DiagnosticID]) {
    self.version = version
    self.paths = paths
    self.rules = rules
  }

  /// One run over all files, with its exit code.
  package func value(for files: [CheckedFile], exitCode: Int32) -> JSONValue {
    .members([
      "$schema": .string(
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"),
      "version": "2.1.0",
      "runs": [run(files, exitCode: exitCode)],
    ])
  }

  private func run(_ files: [CheckedFile], exitCode: Int32) -> JSONValue {
    let ruleIndices = Dictionary(zip(rules, rules.indices), uniquingKeysWith: { first, _ in first })
    let results = files.enumerated().flatMap { index, file in
      SARIFResults(
        file: file, location: location(of: file.name, index: index), ruleIndices: ruleIndices
      ).values
    }
    return .members([
      "tool": .members(["driver": driver]),
      "columnKind": "unicodeCodePoints",
      "defaultEncoding": "UTF-8",
      "originalUriBaseIds": .members([
        SARIFReport.root: .members([
          "description": message("The root folder of the checkout.")
        ])
      ]),
      "invocations": [invocation(files, exitCode: exitCode)],
      "artifacts": .array(files.enumerated().map { artifact($1, index: $0) }),
      "results": .array(results),
    ])
  }

  /// The symbol for the root of the checkout on any machine.
  private static let root = "%SRCROOT%"

  private func location(of name: String, index: Int) -> JSONValue {
    guard let relative = paths.relative(name) else {
      return .members([
        "uri": .string("file://" + ReportPaths.percentEncoded(paths.absolute(name))),
        "index": .integer(Int64(index)),
      ])
    }
    return .members([
      "uri": .string(ReportPaths.percentEncoded(relative)), "uriBaseId": .string(Self.root),
      "index": .integer(Int64(index)),
    ])
  }

  private func artifact(_ file: CheckedFile, index: Int) -> JSONValue {
    let roles: [JSONValue] = ["analysisTarget"] + (file.name == "<stdin>" ? ["standardStream"] : [])
    return .members([
      "location": location(of: file.name, index: index), "roles": .array(roles),
    ])
  }

  private func invocation(_ files: [CheckedFile], exitCode: Int32) -> JSONValue {
    let notifications = files.enumerated().compactMap { index, file -> JSONValue? in
      guard case .unreadable(let reason) = file.outcome else { return nil }
      return .members([
        "level": "error", "message": message(reason),
        "locations": [
          .members([
            "physicalLocation": .members(["artifactLocation": location(of: file.name, index: index)])
          ])
        ],
      ])
    }
    return .members([
      "executionSuccessful": .bool(notifications.isEmpty), "exitCode": .integer(Int64(exitCode)),
      "toolExecutionNotifications": .array(notifications),
    ])
  }
}

// MARK: - The tool and its rules

extension SARIFReport {
  private var driver: JSONValue {
    .members([
      "name": "editc", "version": .string(version), "semanticVersion": .string(version),
      "rules": .array(rules.map(rule)),
    ])
  }

  private func rule(_ id: DiagnosticID) -> JSONValue {
    let help =
      SARIFReport.escaped(id.explanation)
      + "\n\n`editc explain \(id.name)` shows an incorrect and a correct script."
    return .members([
      "id": .string(id.name),
      "shortDescription": message(id.title),
      "fullDescription": message(id.explanation),
      "help": .members(["text": .string(help), "markdown": .string(help)]),
      "defaultConfiguration": .members(["level": .string(id.severity.sarifLevel)]),
    ])
  }
}

extension SARIFReport {
  func message(_ text: String) -> JSONValue { Self.message(text) }

  static func message(_ text: String) -> JSONValue { .members(["text": .string(escaped(text))]) }

  /// Braces are placeholders in SARIF messages unless they are doubled.
  static func escaped(_ text: String) -> String {
    text.replacing("{", with: "{{").replacing("}", with: "}}")
  }
}

extension Severity {
  var sarifLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }
}
