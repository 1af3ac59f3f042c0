import Basics
import Diagnostics
import YAMLTree

/// The URL of every file on a server that names files by their digests: `https://media.example.org/{sha256}`.
package struct RemoteTemplate: Hashable, Sendable {
  package let text: String

  /// Nil unless it is a URL with the digest and without secrets.
  package init?(_ text: String) {
    let sample = Self.url(text, digest: String(repeating: "0", count: 64))
    guard text.contains("{sha256}"), !sample.contains("{"), !sample.contains("}"), !sample.contains("#"),
      let url = RemoteURL(sample), ["https", "http", "s3"].contains(url.scheme), !url.host.isEmpty,
      !url.hasSecret, sample.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }

  /// - Parameter digest: A SHA-256 in hexadecimal digits.
  package func url(ofDigest digest: String) -> String { Self.url(text, digest: digest) }

  private static func url(_ text: String, digest: String) -> String {
    text.replacing("{sha256:2}", with: digest.prefix(2)).replacing("{sha256}", with: digest)
  }
}

extension Shape<RemoteTemplate> {
  /// `https://media.example.org/{sha256}`
  static var remote: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "a URL with `{sha256}`",
      examples: ["https://media.example.org/{sha256}", "s3://team-media/{sha256:2}/{sha256}"],
      production: text.production)
    return .scalar(form) { written, subject, reading in
      guard let text = reading.value(of: written, as: text) else { return nil }
      if let template = RemoteTemplate(text) { return template }
      reading.report(
        Diagnostic(
          .unknownValue, "expected a URL with `{sha256}` in place of the digest, found '\(text)'",
          at: subject.node.range,
          hint: "as in `https://media.example.org/{sha256}`; `{sha256:2}` is the first two digits, and the "
            + "scheme is `https:`, `http:` or `s3:`"))
      return nil
    }
  }
}
