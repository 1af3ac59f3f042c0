package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let absolutePath = DiagnosticID(
    "absolute-path", .warning, "The path is absolute",
    explanation: """
      The path starts at the root of the file system, so the script works only on machines with the same \
      folders. Put the media beside the script, and write the path relative to it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: /home/anna/beach.mp4}
        timeline:
          - clip: beach
          - clip: /mnt/disk/park.mov
        outputs:
          - file: /home/anna/out.mp4
        """,
        media: """
          /home/anna/beach.mp4  video 1920x1080 30 12s
          /mnt/disk/park.mov    video 1920x1080 30 12s
          """,
        gives: [
          "'/home/anna/beach.mp4' is an absolute path", "'/mnt/disk/park.mov' is an absolute path",
          "'/home/anna/out.mp4' is an absolute path",
        ]),
      RuleExample(
        """
        edit: 1
        media: {beach: footage/beach.mp4}
        timeline:
          - clip: beach
        outputs:
          - file: out/film.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s"),
      RuleExample(
        """
        edit: 1
        vars: {input: {type: media, default: /mnt/disk/park.mov}}
        timeline:
          - clip: ${input}
        """,
        media: "/mnt/disk/park.mov  video 1920x1080 30 12s",
        remark: "A path from a variable is not reported."),
    ])
}

extension Rule {
  static let absolutePath = Rule.script(.absolutePath) { script, source in
    (script.readPaths + script.outputPaths + script.playlistPaths).filter { WrittenPath($0.value).isAbsolute }
      .withoutVariables(source).eachOnce
      .map { path in
        Diagnostic(
          .absolutePath, "'\(path.value)' is an absolute path", at: path.range,
          hint: "write it relative to the script's folder")
      }
  }
}
