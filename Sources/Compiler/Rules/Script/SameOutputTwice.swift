import Basics
package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let sameOutputTwice = DiagnosticID(
    "same-output-twice", .error, "Two outputs have the same path",
    explanation: """
      The second output would overwrite the first. Give each output its own path; a path with variables \
      must differ for each row.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: out/film.mp4
          - {file: out/./film.mp4, preset: 640x480}
          - {file: out//film.mp4, preset: web}
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: [
          "an earlier output also writes 'out/./film.mp4'",
          "an earlier output also writes 'out//film.mp4'",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: out/film.mp4
          - {file: out/small/film.mp4, preset: 640x480}
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}

extension Rule {
  static let sameOutputTwice = Rule.script(.sameOutputTwice) { script, _ in
    var first: [WrittenPath: SourceRange] = [:]
    return script.outputPaths.compactMap { output in
      let path = WrittenPath(output.value)
      guard let earlier = first[path] else {
        first[path] = output.range
        return nil
      }
      return Diagnostic(
        .sameOutputTwice, "an earlier output also writes '\(output.value)'", at: output.range,
        notes: [Diagnostic.Note("the earlier output", at: earlier)],
        hint: "write a different path for each output")
    }
  }
}
