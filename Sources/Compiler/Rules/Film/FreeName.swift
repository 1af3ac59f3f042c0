import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let freeName = DiagnosticID(
    "free-name", .error, "The next free file name",
    explanation: """
      `%n` in the file name of an output is the next free number: each render writes a new file, \
      `take-1.mp4`, `take-2.mp4` and so on. A path has one `%n`, in the file name and not in a folder; image \
      sequences and playlists cannot have it. `editc lint -v` and `editc plan` show the name that a render \
      would use now.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 60s}
        outputs:
          - file: out/%n/film.mp4
          - file: out/film-%n-%n.mp4
          - file: out/film-%03n.mp4
          - file: out/film-%n-%05d.png
        """,
        gives: [
          "`%n` is in the name of a folder, but only the name of a file can have the next free number",
          "the path has several `%n`, but a file has one number",
          "`%03n` is not a placeholder; the next free number has no leading zeros",
          "an image sequence has no `%n`, because its name stands for many files",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 60s}
        outputs:
          - file: out/film-%n.mp4
          - {file: out/poster-%n.png, still: 2s}
        """),
    ])
}

extension Rule {
  static let freeName = Rule.film(.freeName, reach: .film) { film in
    guard let output = film.film.output else { return [] }
    let file = output.numberedFile ?? output.file
    var findings = (output.playlist?.value ?? []).filter { NumberedName.isWritten(in: $0.value) }.map {
      list in
      Diagnostic(
        .freeName, "a playlist has no `%n`, because players need its name", at: list.range,
        hint: "write a name without `%n`; the files that it lists may have one")
    }
    if let problem = NumberedName.problem(in: file.value) {
      findings.append(
        Diagnostic(.freeName, problem.words.message, at: file.range, hint: problem.words.hint))
    } else if film.settings?.isSeries == true, NumberedName.isWritten(in: file.value) {
      findings.append(
        Diagnostic(
          .freeName, "an image sequence has no `%n`, because its name stands for many files", at: file.range,
          hint: "remove `%n`; to keep an earlier sequence, write another folder"))
    } else if output.numberedFile != nil {
      findings.append(
        Diagnostic(
          .freeName, severity: .note, "the next free name is '\(output.file.value)'", at: file.range))
    }
    return findings
  }
}
