package import Diagnostics

/// The page of one kind of finding in `editc explain` and `docs/rules`.
package struct RulePage: Sendable {
  package let id: DiagnosticID

  init(_ id: DiagnosticID) { self.id = id }

  /// Wrong and right scripts. The reports of wrong ones are computed each time.
  package var examples: [RuleExample] { id.examples }

  package var wrong: [RuleExample] { examples.filter(\.isWrong) }
  package var right: [RuleExample] { examples.filter { !$0.isWrong } }

  /// The comment that allows the finding at one place; nil if it is always an error, which cannot be allowed.
  package var suppression: String? {
    get throws(MediaListingProblem) { try severities == [.error] ? nil : "# editc: allow \(id.name)" }
  }

  /// The usual severity, and those in the examples.
  private var severities: Set<Severity> {
    get throws(MediaListingProblem) {
      let examples = try wrong.map { example throws(MediaListingProblem) in try CheckedExample(example) }
      let shown = examples.flatMap(\.diagnostics).filter { $0.id == id }
      return Set(shown.map(\.severity)).union([id.severity])
    }
  }
}

// MARK: - Content of every form of the page

extension RulePage {
  /// `error, needs the media`
  var classification: String { id.severity.rawValue + (id.needsMedia ? ", needs the media" : "") }

  /// A sentence about suppressing the finding.
  var allowing: String {
    get throws(MediaListingProblem) {
      let refusal = "Errors cannot be suppressed: a script with errors is not rendered."
      guard let comment = try suppression else { return refusal }
      let permission =
        "To suppress it in one place, write `\(comment)` at the end of the line, or on a separate line above it."
      return try severities.contains(.error)
        ? "\(permission) This applies to warnings only. \(refusal)" : permission
    }
  }

  /// The examples in display order; media are listed if they differ from the previous ones.
  var shown: [ShownExample] {
    var lastMedia = ""
    return (wrong + right).map { example in
      defer { lastMedia = example.media }
      return ShownExample(example, showsMedia: example.media != lastMedia)
    }
  }
}

/// An example as displayed.
struct ShownExample {
  let example: RuleExample
  /// The files that the script is checked with: a heading and a text for each.
  let company: [(heading: String, text: String)]

  init(_ example: RuleExample, showsMedia: Bool) {
    self.example = example
    let table = ("With `--vars guests.csv`:", example.table)
    let media = ("With these media files:", showsMedia ? example.media : "")
    let played = ("With `title.edit`:", example.played)
    company = [table, played, media].filter { !$0.1.isEmpty }.map { ($0, visible($1)) }
  }

  var heading: String { example.isWrong ? "Wrong" : "Right" }

  /// The script with invisible characters made visible and very long lines shortened.
  var script: String { visible(example.script) }
}

private func visible(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { VisibleText.line(shortened(String($0))) }.joined(separator: "\n")
}

private func shortened(_ line: String) -> String {
  let longest = 200
  let kept = 60
  guard line.count > longest else { return line }
  return "\(line.prefix(kept))… (\(line.count - 2 * kept) more characters) …\(line.suffix(kept))"
}
