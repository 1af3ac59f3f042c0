package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let outputOverwritesMedia = DiagnosticID(
    "output-overwrites-media", .error, "The output would overwrite media",
    explanation: """
      The output has the same path as a media file of the script and would overwrite it. Write another \
      path.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: footage/beach.mp4}
        timeline:
          - clip: beach
          - clip: park.mp4
        outputs:
          - file: ./footage/../footage/beach.mp4
          - file: park.mp4
        """,
        media: """
          footage/beach.mp4  video 1920x1080 30 12s
          park.mp4           video 1920x1080 30 12s
          """,
        gives: [
          "the output './footage/../footage/beach.mp4' would overwrite media of the script",
          "the output 'park.mp4' would overwrite media of the script",
        ]),
      RuleExample(
        """
        edit: 1
        media: {beach: footage/beach.mp4}
        timeline:
          - clip: beach
        outputs:
          - file: beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s"),
    ])
}

extension Rule {
  static let outputOverwritesMedia = Rule.script(.outputOverwritesMedia) { script, _ in
    let media = Dictionary(
      script.mediaPaths.map { (WrittenPath($0.value), $0.range) }, uniquingKeysWith: { first, _ in first })
    return script.writtenPaths.compactMap { output in
      media[WrittenPath(output.value)].map { place in
        Diagnostic(
          .outputOverwritesMedia, "the output '\(output.value)' would overwrite media of the script",
          at: output.range, notes: [Diagnostic.Note("the media", at: place)],
          hint: "write another path for the output")
      }
    }
  }
}
