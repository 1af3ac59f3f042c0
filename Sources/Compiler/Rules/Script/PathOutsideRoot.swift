package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let pathOutsideRoot = DiagnosticID(
    "path-outside-root", .warning, "The path leaves the project",
    explanation: """
      The path leaves the script's folder with `..`, so the script cannot be moved or shared together with \
      its media. Put the media in the script's folder or below it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: ../beach.mp4}
        timeline:
          - clip: beach
          - clip: footage/../../park.mov
        """,
        media: """
          ../beach.mp4            video 1920x1080 30 12s
          footage/../../park.mov  video 1920x1080 30 12s
          """,
        gives: [
          "'../beach.mp4' is outside the script's folder",
          "'footage/../../park.mov' is outside the script's folder",
        ]),
      RuleExample(
        """
        edit: 1
        media: {beach: day-2/../day-1/beach.mp4}
        timeline:
          - clip: beach
        """,
        media: "day-2/../day-1/beach.mp4  video 1920x1080 30 12s"),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: ../films/out.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        remark: "Outputs may be written anywhere; only media must stay with the script."),
    ])
}

extension Rule {
  static let pathOutsideRoot = Rule.script(.pathOutsideRoot) { script, source in
    script.readPaths.filter { WrittenPath($0.value).climbsOut }.withoutVariables(source).eachOnce.map {
      path in
      Diagnostic(
        .pathOutsideRoot, "'\(path.value)' is outside the script's folder", at: path.range,
        hint: "put the media in the script's folder, so that they can be moved and shared together")
    }
  }
}
