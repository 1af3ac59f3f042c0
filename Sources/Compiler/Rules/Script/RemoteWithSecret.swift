import Basics
package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let remoteWithSecret = DiagnosticID(
    "remote-with-secret", .error, "A secret in a URL",
    explanation: """
      The URL contains a user, a password or a signature, or a variable, whose value may be one. Scripts are \
      shared and stay in git forever, and signed URLs expire within hours. Write the URL without it; \
      `editc fetch` finds passwords in `~/.netrc` and keys of S3 in the environment.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media:
          beach:
            file: beach.mp4
            from:
              - https://ada:pass@media.example.org/beach.mp4
              - https://bucket.example.org/beach.mp4?X-Amz-Signature=60303ae2
            sha256: 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
        timeline: [{clip: beach}]
        """,
        media: """
          beach.mp4  digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  video 1920x1080 30 12s
          """,
        gives: [
          "the URL at media.example.org contains a user or a password",
          "the URL at bucket.example.org contains a signature or a key",
        ]),
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

extension Rule {
  static let remoteWithSecret = Rule.script(.remoteWithSecret) { script, source in
    (script.mediaURLs + script.packageURLs).compactMap { text in
      guard let url = RemoteURL(text.value) else { return nil }
      // The user of a repository is no secret: `ssh://git@…`.
      if url.scheme == "ssh", url.user?.contains(":") == false { return nil }
      let what: String? =
        if source[text.range].contains("${") {
          "a variable"
        } else if url.user != nil {
          "a user or a password"
        } else if url.hasSecret {
          "a signature or a key"
        } else {
          nil
        }
      return what.map {
        Diagnostic(
          .remoteWithSecret, "the URL at \(url.server) contains \($0)", at: text.range,
          hint: "remove it; everyone who can read the script can read it")
      }
    }
  }
}
