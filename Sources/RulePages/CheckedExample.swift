import CompilerDriver
package import Diagnostics
import FilmRules
import MediaListing
package import SourceText

/// An example as the compiler sees it: what a page shows is found out anew each time, and cannot be stale.
package struct CheckedExample: Sendable {
  package let example: RuleExample
  package let source: SourceText
  package let diagnostics: [Diagnostic]

  /// Checks the script with exactly the media that the example lists.
  package init(_ example: RuleExample) throws {
    let media = try MediaListing(example.media).table
    let source = SourceText(name: "film.edit", example.script + "\n")
    self.example = example
    self.source = source
    diagnostics =
      compile(
        source, encoders: EncoderList(without: Set(example.missingEncoders)), media: { _ in media }
      ).diagnostics
  }

  /// What `editc lint film.edit` prints, without the line that counts the findings.
  package func report(useColor: Bool) -> String {
    let report = TerminalReport(useColor: useColor)
    return diagnostics.map { report.text(for: $0, in: source) }.joined(separator: "\n")
  }
}
