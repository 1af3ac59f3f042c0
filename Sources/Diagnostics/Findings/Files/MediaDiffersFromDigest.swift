extension DiagnosticID {
  package static let mediaDiffersFromDigest = DiagnosticID(
    "media-differs-from-digest", .error, "The digest does not match",
    explanation: """
      The entry under `media` gives the SHA-256 digest of the file, and this file has a different one: it \
      was replaced, re-encoded, or copied incompletely. The render is refused. Restore the right file, or \
      write the new digest, which `sha256sum FILE` prints.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        media:
          beach:
            file: beach.mp4
            sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
        timeline:
          - clip: beach
        """,
        media: """
          beach.mp4  digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  video 1920x1080 30 12s
          """,
        gives: [
          "'beach.mp4' has the digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752, but the"
            + " script requires 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        ]),
      RuleExample(
        """
        edit: 1
        media:
          beach:
            file: beach.mp4
            sha256: 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
        timeline:
          - clip: beach
        """,
        media: """
          beach.mp4  digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  video 1920x1080 30 12s
          """),
    ])
}
