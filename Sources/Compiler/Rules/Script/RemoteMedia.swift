package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let remoteMedia = DiagnosticID(
    "remote-media", .error, "Media from the network",
    explanation: """
      The media is a URL. editc does not download media, because the film would then depend on a server. \
      Download the file and write its path.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: "https://example.org/beach.mp4"}
        timeline:
          - clip: beach
          - image: s3://bucket/logo.png
        """,
        gives: [
          "'https://example.org/beach.mp4' is a URL; expected the path of a file",
          "'s3://bucket/logo.png' is a URL; expected the path of a file",
        ]),
      RuleExample(
        """
        edit: 1
        media: {beach: footage/beach.mp4}
        timeline:
          - clip: beach
          - clip: footage/12:30//second.mp4
        """,
        media: """
          footage/beach.mp4          video 1920x1080 30 12s
          footage/12:30//second.mp4  video 1920x1080 30 12s
          """),
    ])
}

extension Rule {
  static let remoteMedia = Rule.script(.remoteMedia) { script, _ in
    script.mediaPaths.eachOnce.filter(\.value.isURL).map { path in
      Diagnostic(
        .remoteMedia, "'\(path.value)' is a URL; expected the path of a file", at: path.range,
        hint: "download the file and write its path, relative to the script's folder")
    }
  }
}
