extension DiagnosticID {
  package static let digestMissing = DiagnosticID(
    "digest-missing", .warning, "Nothing fixes the bytes",
    explanation: """
      The entry under `media` states where the file comes from, but neither the script nor the lock has its \
      digest. A server can send other bytes at any time, and nobody would notice. Run `editc lock` on a \
      machine with the file, or `editc lock --fetch`, which downloads it once, or write `sha256`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: {file: beach.mp4, from: "https://media.example.org/beach.mp4"}}
        timeline: [{clip: beach}]
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: ["nothing records which bytes 'beach.mp4' has"]),
      RuleExample(
        """
        edit: 1
        media:
          beach:
            file: beach.mp4
            from: https://media.example.org/beach.mp4
            sha256: 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
        timeline: [{clip: beach}]
        """,
        media: """
          beach.mp4  digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  video 1920x1080 30 12s
          """),
    ])
}
