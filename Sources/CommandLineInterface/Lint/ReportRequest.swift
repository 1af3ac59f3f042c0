import Processes

/// The format of a report.
enum ReportFormat: String, CaseIterable, Sendable {
  case text
  case json
  case sarif
  case github
  case brief

  /// Whether a report may leave findings out. Code hosts close those that a report no longer has.
  var hasLimit: Bool { self != .sarif && self != .github }
  /// Whether a report names the digest of each script.
  var hasRevision: Bool { self == .json || self == .brief }
}

/// A report requested on the command line.
struct ReportRequest: Hashable, Sendable {
  let format: ReportFormat
  /// Nil for standard output.
  var file: String?
}

extension ReportRequest {
  static let formatArgument = Argument.repeated(
    "format", .word("FORMAT", of: ReportFormat.self),
    "Report format: `text`, `json`, `brief` (a line for each finding, at most 8,000 bytes), `sarif` (2.1.0, for "
      + "code hosts) or `github` (workflow commands). Default: text, or github if GITHUB_ACTIONS is true.",
    group: "Reports")

  static let fileArgument = Argument.repeated(
    "output-file", .file("FILE"),
    "The file for the report of the preceding --format, instead of standard output.", group: "Reports")

  static let limitArgument = Argument<Int?>.option(
    "limit", .integer("N", 0...1_000_000),
    "Reports the first N findings, errors first, and counts the others by rule. Default: all; 20 for `brief`.",
    group: "Reports")

  /// Each `--format` starts a report, and `--output-file` is the file of the last one.
  static func all(
    in values: ParsedArguments, command: String
  ) throws(UsageError) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    for (label, text) in values.inOrder([formatArgument, fileArgument]) {
      if label == formatArgument.declaration.label {
        guard let format = ReportFormat(rawValue: text) else { continue }
        requests.append(ReportRequest(format: format))
      } else if requests.isEmpty {
        throw problem("--output-file \(text): needs a --format before it", command)
      } else if requests[requests.count - 1].file != nil {
        throw problem("--output-file \(text): the --format before it already has a file", command)
      } else {
        requests[requests.count - 1].file = text
      }
    }
    let isInActions = Environment["GITHUB_ACTIONS"] == "true"
    if requests.isEmpty { return [ReportRequest(format: isInActions ? .github : .text)] }
    return try checked(requests, command)
  }

  private static func checked(
    _ requests: [ReportRequest], _ command: String
  ) throws(UsageError) -> [ReportRequest] {
    if requests.count(where: { $0.file == nil }) > 1 {
      throw problem("only one report fits on standard output; give the others an --output-file", command)
    }
    var files: Set<String> = []
    for file in requests.compactMap(\.file) where !files.insert(file).inserted {
      throw problem("--output-file \(file) is given for two reports", command)
    }
    return requests
  }

  /// A report must not overwrite what it is about.
  static func check(
    _ requests: [ReportRequest], against scripts: [String], command: String
  ) throws(UsageError) {
    let identities = scripts.compactMap(FileIdentity.init(ofFileAt:))
    for file in requests.compactMap(\.file) {
      guard let old = FileIdentity(ofFileAt: file) else { continue }
      if identities.contains(where: old.isSameFile) {
        throw problem("--output-file \(file) would overwrite a script", command)
      }
    }
  }

  private static func problem(_ sentence: String, _ command: String) -> UsageError {
    UsageError(.other(sentence), command: command)
  }
}
