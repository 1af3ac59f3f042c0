package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let insecureRemote = DiagnosticID(
    "insecure-remote", .warning, "A URL without encryption",
    explanation: """
      With `http:`, everyone between you and the server can see which file you download, and replace it. A \
      digest in the script or the lock reveals other bytes. Use `https:`. Hosts of your own network are not \
      reported.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media:
          beach:
            file: beach.mp4
            from: http://media.example.org/beach.mp4
            sha256: 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
        timeline: [{clip: beach}]
        """,
        media: """
          beach.mp4  digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  video 1920x1080 30 12s
          """,
        gives: ["'http://media.example.org/beach.mp4' is not encrypted"]),
      RuleExample(
        """
        edit: 1
        media:
          beach:
            file: beach.mp4
            from: ["https://media.example.org/beach.mp4", "http://192.168.1.20/beach.mp4"]
            sha256: 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
        timeline: [{clip: beach}]
        """,
        media: """
          beach.mp4  digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  video 1920x1080 30 12s
          """),
    ])
}

extension Rule {
  static let insecureRemote = Rule.script(.insecureRemote) { script, _ in
    (script.mediaURLs + script.packageURLs).eachOnce.compactMap { text in
      guard let url = RemoteURL(text.value), url.isOpen else { return nil }
      return Diagnostic(
        .insecureRemote, "'\(url.shown)' is not encrypted", at: text.range,
        hint: "write `https:` if the server supports it")
    }
  }
}
