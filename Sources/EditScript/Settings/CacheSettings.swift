import Basics
import Diagnostics
import YAMLTree

/// Where finished segments are, and whether they are sent to a server.
package struct CacheSettings: EmptyRecord, Hashable, Sendable {
  package var folder: Located<String>?
  package var remote: Located<CacheServer>?
  package var write: Located<CacheWriting>?

  package init() {}

  init(folder: Located<String>) { self.folder = folder }
}

/// When finished segments are sent to the server.
package enum CacheWriting: String, CaseIterable, Sendable {
  case never
  case always
  /// Where the environment variable `CI` is set.
  case ci
}

/// The URL of a server of finished segments: `https://cache.example.org`, without a slash at its end.
package struct CacheServer: Hashable, Sendable {
  package let text: String

  /// Nil unless it is a URL without secrets, to which paths can be added.
  package init?(_ text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = RemoteURL(text), ["https", "http", "s3"].contains(url.scheme), !url.host.isEmpty,
      url.user == nil, !text.utf8.contains(where: "?#{}\"".utf8.contains),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }

  /// The host as it is written, with its port; of `s3:`, the bucket.
  package var host: String { String(text.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }).lowercased() }

  /// Whether everyone on the way can read what is sent.
  package var isOpen: Bool { scheme == "http" }

  /// Without the port; nil for a bucket.
  package var hostName: String? { scheme == "s3" ? nil : RemoteURL(text)?.host }

  /// Whether both are places on one server.
  package func isSameServer(as other: CacheServer) -> Bool { scheme == other.scheme && host == other.host }

  private var scheme: String { text.prefix { $0 != ":" }.lowercased() }
}

/// The long form of `cache`.
struct CacheKeys: MappingKeys {
  typealias Record = CacheSettings

  static let title = "the cache"
  static let documentation = "Where finished segments and facts about media are kept."

  let folder = Key(
    "folder", "The folder, as in the short form.", .settingsFolder, example: "/shared/editc",
    synonyms: ["path", "dir", "directory"], field: .text(\CacheSettings.folder),
    default: .words("`editc` in `XDG_CACHE_HOME` or `~/.cache`"))
  let remote = Key(
    "remote",
    "A server that has finished segments; in a file beside scripts, only if you name the same server yourself.",
    .cacheServer, example: "https://cache.example.org", synonyms: ["url", "server"],
    field: .at(\CacheSettings.remote, ValueText { onOneLine($0.text) }))
  let write = Key(
    "write",
    "When finished segments are sent to the server; `ci` means where the variable `CI` is set.",
    .choice(CacheWriting.self, "a time to write"), example: "ci", synonyms: ["upload", "push", "send"],
    field: .at(\CacheSettings.write), default: "never")

  static func decode(_ reader: MappingReader<CacheKeys>) -> CacheSettings? {
    let cache = reader.filled(CacheSettings())
    if let write = cache.write, cache.remote == nil, !reader.hasValue(for: \.remote) {
      reader.reading.report(
        Diagnostic(
          .missingKey, "`write` needs `remote`", at: write.range,
          hint: "add it, as in `remote: https://cache.example.org`"))
    }
    return cache
  }
}

extension Shape<CacheSettings> {
  /// A folder, or the long form.
  static var cache: Shape {
    Shape<String>.settingsFolder
      .map { folder, subject, _ in CacheSettings(folder: Located(folder, at: subject.node.range)) }
      .or(.mapping(CacheKeys.self))
  }
}

extension Shape<CacheServer> {
  /// `https://cache.example.org`
  static var cacheServer: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "the URL of a cache server",
      examples: ["https://cache.example.org", "s3://team-cache/segments"], production: text.production)
    return .scalar(form) { written, subject, reading in
      guard let text = reading.value(of: written, as: text) else { return nil }
      if let server = CacheServer(text) { return server }
      reading.report(
        Diagnostic(
          .unknownValue, "expected the URL of a cache server, found '\(text)'", at: subject.node.range,
          hint:
            "as in `https://cache.example.org`: the scheme is `https:`, `http:` or `s3:`, and there is no "
            + "password and no `?`"))
      return nil
    }
  }
}

extension CacheSettings {
  /// A quoted folder for the short form.
  var dumpText: String {
    guard remote != nil || write != nil else { return folder.map { onOneLine($0.value) } ?? "{}" }
    let members = [
      folder.map { "folder: \(onOneLine($0.value))" }, remote.map { "remote: \(onOneLine($0.value.text))" },
      write.map { "write: \($0.value.rawValue)" },
    ]
    return "{\(members.compactMap(\.self).joined(separator: ", "))}"
  }
}
