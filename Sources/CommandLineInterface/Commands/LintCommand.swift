import Compiler
import Diagnostics
import Workspace

private let scripts = Argument.positionals(
  .file("FILE", extensions: ["edit"]),
  "Scripts, settings and folders to search for them; `-` reads a script from standard input. Default: all "
    + "`*.edit` and `editc.yaml` files in and below the working folder.",
  atLeast: 0)
private let rule = Argument.repeated("rule", .rule("ID"), "Reports only this rule.", group: "Findings")
private let skippedRule = Argument.repeated(
  "skip-rule", .rule("ID"), "Does not report this rule.", group: "Findings")
private let deny = Argument<DeniedSeverity?>.option(
  "deny", .word("SEVERITY", of: DeniedSeverity.self),
  "Also exits with 1 for `warnings`, or for warnings and `notes`.", group: "Findings")
private let verbose = Argument.flag(
  "verbose", short: "v",
  "Lists notes in text reports; other formats always contain them. Notes that --deny or --rule selects are "
    + "always listed.", group: "Reports")
private let fixFlag = Argument.flag(
  "fix",
  "Applies safe fixes, which keep or restore the clear meaning, and reports the remaining findings.",
  group: "Fixes")
private let onlyFix = Argument<[Int]?>.option(
  "only-fix", .findingNumbers("N,N"),
  "With --fix or --diff: applies the first fix of these findings alone, also one that is not safe. `brief` reports "
    + "number them; JSON has them in this order, from 1.", group: "Fixes")
private let ifRevision = Argument<String?>.option(
  "if-revision", .revision("SHA256"),
  "With --fix: repairs nothing if the script no longer has the `revision` of a `json` or `brief` report.",
  group: "Fixes")
private let diffFlag = Argument.flag(
  "diff", "Writes nothing; prints the changes of --fix as a patch.", group: "Fixes")

/// The severities, besides errors, that make a script fail.
private enum DeniedSeverity: String, CaseIterable, Sendable {
  case warnings
  case notes

  var severity: Severity { self == .warnings ? .warning : .note }
}

extension Command {
  static let lint = Command(
    "lint", "Finds mistakes in scripts and settings.",
    details: """
      Checks each script and the facts of its media, and reports everything that would prevent the film or \
      produce a different film than you meant: all findings in one run, each with its place. What another \
      script of the run takes from a script under `use` is not unused there. A comment \
      `# editc: allow rule-id, other-rule` at the end of a line, or on the line before, allows the warnings \
      and notes of that line; errors cannot be allowed. The `editc.yaml` files that a render of a script \
      would use are checked too, except your own; nothing in them is executed.

      Each --format starts a report, and an --output-file after it names its file. Only one report can go to \
      standard output:

        editc lint --format sarif --output-file lint.sarif --format text

      Text reports list errors first, then warnings. If there are more than five equal warnings or more than \
      twenty equal errors, only the first are listed; the others are counted, with their lines.

      With --fix, a script from standard input is printed with its fixes on standard output, and the \
      remaining findings are reported on standard error. With --diff there are no reports.

      Exits with 0 if no script has an error (warnings are not errors), with 1 if one has an error or --diff \
      prints changes, and with 66 if one cannot be read. The other scripts are still checked.
      """,
    arguments: [scripts, onlyArgument] + VariableRequest.arguments + [
      rule, skippedRule, deny, fixFlag, onlyFix, ifRevision, diffFlag, ReportRequest.formatArgument,
      ReportRequest.fileArgument,
      ReportRequest.limitArgument, verbose, noMediaArgument, requireMediaArgument, cacheArgument,
      noCacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("lint holiday.edit", "Checks a script and its media."),
      Example("lint --no-media", "Checks all scripts without their media."),
      Example("lint --fix holiday.edit", "Applies safe fixes."),
      Example(
        "lint --deny warnings --format sarif --output-file lint.sarif", "Writes a report for a code host."),
    ]
  ) { values in
    let request = try LintRequest(values)
    var run = LintRun(request)
    return try run.carryOut()
  }
}

extension LintRequest {
  fileprivate init(_ values: ParsedArguments) throws(UsageError) {
    let (fixes, shows) = (try values[fixFlag], try values[diffFlag])
    if fixes, shows {
      throw UsageError(
        .other("--fix writes scripts and --diff does not; use one of them"), command: "lint")
    }
    if shows, values.wasGiven(ReportRequest.formatArgument) {
      throw UsageError(
        .other("--diff prints a patch instead of a report; leave out --format"), command: "lint")
    }
    scripts = try scriptFiles(named: try values[CommandLineInterface.scripts], command: "lint")
    variables = try VariableRequest(values, command: "lint")
    media = try MediaUse(values, command: "lint")
    workspace = try Workspace(values)
    hasRoot = try values[rootArgument] != nil
    outputs = OutputChoice(try values[onlyArgument])
    filter = FindingFilter(only: try values[rule], skipped: try values[skippedRule])
    denied = try values[deny]?.severity ?? .error
    let named = try values[rule]
    showsNotes = try values[verbose] || denied == .note || named.contains { $0.severity == .note }
    repairs = fixes ? .write : shows ? .show : .none
    chosenFixes = try values[onlyFix]
    revision = try values[ifRevision]
    if chosenFixes != nil || revision != nil {
      let option = chosenFixes == nil ? "--if-revision" : "--only-fix"
      guard repairs != .none else {
        throw UsageError(.other("\(option) needs --fix or --diff"), command: "lint")
      }
      guard scripts.paths.count == 1, scripts.failures.isEmpty else {
        throw UsageError(.other("\(option) is about one script; name it"), command: "lint")
      }
    }
    reports = try ReportRequest.all(in: values, command: "lint")
    limit = try values[ReportRequest.limitArgument]
    if limit != nil, let whole = reports.first(where: { !$0.format.hasLimit }) {
      throw UsageError(
        .other(
          "--limit leaves findings out, which a code host takes for solved; leave out --format \(whole.format)"
        ),
        command: "lint")
    }
    try ReportRequest.check(reports, against: scripts.paths, command: "lint")
  }
}

extension ArgumentKind where Value == [Int] {
  /// The numbers of findings: `3,7`.
  fileprivate static func findingNumbers(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "numbers of findings such as 3,7", completion: .nothing) { text in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      return numbers.allSatisfy { $0 > 0 } ? numbers : nil
    }
  }
}

extension ArgumentKind where Value == String {
  /// A SHA-256, or at least its first 16 digits.
  fileprivate static func revision(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "a SHA-256, or its first 16 digits or more", completion: .nothing
    ) { text in
      let isDigest =
        (16...64).contains(text.utf8.count)
        && text.utf8.allSatisfy { byte in
          UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
        }
      return isDigest ? text : nil
    }
  }
}

extension ArgumentKind where Value == DiagnosticID {
  /// The name of a rule.
  static func rule(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "a rule id, as `editc explain --list` lists them",
      completion: .words(Rules.ids.map(\.name))
    ) { Rules.id(named: $0) }
  }
}
