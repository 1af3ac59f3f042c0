import Basics
import Diagnostics
import YAMLTree

/// The URL of every file on a server that names files by their digests: `https://media.example.org/{sha256}`, or
/// `https://media.example.org/files/md5/{md5:2}/{md5:2..}` as DVC does.
package struct RemoteTemplate: Hashable, Sendable {
  package let text: String
  package let digest: Digest

  /// The digest in the names of files.
  package enum Digest: Hashable, Sendable {
    case sha256
    /// The only one that `.dvc` files state.
    case md5
  }

  /// Nil unless it is a URL with the digest and without secrets.
  package init?(_ text: String) {
    let (sha256, md5) = (Self.sample(64), Self.sample(32))
    let names = (Self.url(text, sha256: sha256), Self.url(text, md5: md5))
    let hasAll = { (whole: String, first: String, rest: String) in
      text.contains(whole) || text.contains(first) && text.contains(rest)
    }
    if hasAll("{sha256}", "{sha256:2}", "{sha256:2..}"), !text.contains("{md5") {
      digest = .sha256
    } else if hasAll("{md5}", "{md5:2}", "{md5:2..}"), !text.contains("{sha256") {
      digest = .md5
    } else {
      return nil
    }
    let sample = digest == .sha256 ? names.0 : names.1
    guard !sample.contains("{"), !sample.contains("}"), !sample.contains("#"),
      let url = RemoteURL(sample), ["https", "http", "s3"].contains(url.scheme), !url.host.isEmpty,
      !url.hasSecret, sample.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }

  /// The URL of a file with these digests, in hexadecimal digits; nil if the one in the URL is unknown.
  package func url(sha256: String?, md5: String?) -> String? {
    switch digest {
    case .sha256: sha256.map { Self.url(text, sha256: $0) }
    case .md5: md5.map { Self.url(text, md5: $0) }
    }
  }

  private static func sample(_ count: Int) -> String { String(repeating: "0", count: count) }
  private static func url(_ text: String, sha256: String) -> String { url(text, "sha256", sha256) }
  private static func url(_ text: String, md5: String) -> String { url(text, "md5", md5) }

  private static func url(_ text: String, _ name: String, _ digest: String) -> String {
    text.replacing("{\(name):2..}", with: digest.dropFirst(2)).replacing(
      "{\(name):2}", with: digest.prefix(2)
    )
    .replacing("{\(name)}", with: digest)
  }
}

extension Shape<RemoteTemplate> {
  /// `https://media.example.org/{sha256}`
  static var remote: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "a URL with `{sha256}` or `{md5}`",
      examples: ["https://media.example.org/{sha256}", "s3://team-media/files/md5/{md5:2}/{md5:2..}"],
      production: text.production)
    return .scalar(form) { written, subject, reading in
      guard let text = reading.value(of: written, as: text) else { return nil }
      if let template = RemoteTemplate(text) { return template }
      reading.report(
        Diagnostic(
          .unknownValue, "expected a URL with `{sha256}` or `{md5}` in place of the digest, found '\(text)'",
          at: subject.node.range,
          hint: "as in `https://media.example.org/{sha256}`; `{sha256:2}` is the first two digits, "
            + "`{sha256:2..}` the others, and the scheme is `https:`, `http:` or `s3:`"))
      return nil
    }
  }
}
