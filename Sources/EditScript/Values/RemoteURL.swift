/// The parts of a URL, as far as checks and messages need them. It is never decoded.
package struct RemoteURL: Hashable, Sendable {
  /// In lower case.
  package let scheme: String
  /// The user, and the password if there is one; nil if neither is written.
  package let user: String?
  /// In lower case, without a port; an IPv6 address in its brackets.
  package let host: String
  /// As it is written, with its colon; empty without one.
  private let port: String
  /// From the slash after the host.
  package let path: String
  /// The names of the query's parameters, in lower case.
  package let parameters: [String]

  /// Nil unless the text is a URL with a scheme.
  package init?(_ text: String) {
    guard text.isURL, let colon = text.firstIndex(of: ":") else { return nil }
    scheme = text[..<colon].lowercased()
    let rest = text[colon...].dropFirst(3).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let at = authority.lastIndex(of: "@")
    user = at.map { String(authority[..<$0]) }
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority
    let end =
      place.hasPrefix("[")
      ? place.firstIndex(of: "]").map { place.index(after: $0) } : place.firstIndex(of: ":")
    host = place[..<(end ?? place.endIndex)].lowercased()
    port = String(place[(end ?? place.endIndex)...])
    let location = rest[authority.endIndex...]
    path = String(location.prefix { $0 != "?" })
    let query = location.drop { $0 != "?" }.dropFirst()
    parameters = query.split(separator: "&").map { $0.prefix { $0 != "=" }.lowercased() }
  }

  /// For messages: without user, password and query, which may be secret.
  package var shown: String { "\(scheme)://\(server)\(path)\(parameters.isEmpty ? "" : "?...")" }

  /// The host with its port, if one is written.
  package var server: String { host + port }

  /// The last name of its path, if it can be the name of a file as it is.
  package var fileName: String? {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let isPlain = name.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    return isPlain && name.dropFirst().contains(".") && !name.hasPrefix(".") ? name : nil
  }

  /// Whether the URL names a stream or a playlist, which have no fixed bytes.
  package var isLive: Bool {
    ["rtmp", "rtmps", "rtsp", "rtp", "srt", "udp"].contains(scheme)
      || [".m3u8", ".mpd"].contains { path.lowercased().hasSuffix($0) }
  }

  /// Whether everyone on the way can read and change an answer.
  package var isOpen: Bool { scheme == "http" && !isOfOwnNetwork }

  /// Whether it contains a password, or a query that signs or grants access.
  package var hasSecret: Bool {
    user != nil || !Self.secretParameters.isDisjoint(with: parameters)
  }

  private static let secretParameters: Set<String> = [
    "x-amz-signature", "x-amz-credential", "x-amz-security-token", "x-goog-signature", "awsaccesskeyid",
    "signature", "sig", "token", "access_token", "auth", "key", "api_key", "apikey", "password",
  ]

  /// A host of this machine or its network, by its spelling.
  private var isOfOwnNetwork: Bool {
    if host == "localhost" || host == "[::1]" || host.hasSuffix(".local") || host.hasSuffix(".localhost") {
      return true
    }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard numbers.count == 4, let first = numbers[0], let second = numbers[1] else { return false }
    return switch (first, second) {
    case (127, _), (10, _), (192, 168), (172, 16...31): true
    default: false
    }
  }
}
