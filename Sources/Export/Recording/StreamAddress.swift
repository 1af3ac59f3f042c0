package import LibAV

/// The address of a stream that a server sends, as a person has written it.
package struct StreamAddress: Hashable, Sendable {
  package let url: String
  package let transport: StreamInput.Transport
  /// Without a user and a password.
  package let name: String

  package static let schemes = ["rtsp", "rtmp", "srt", "http", "https"]

  /// Nil for another text than a URL with one of these schemes.
  package init?(_ text: String) {
    guard let colon = text.firstRange(of: "://"), case let scheme = text[..<colon.lowerBound].lowercased(),
      Self.schemes.contains(scheme)
    else { return nil }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let host = rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard !host.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    url = scheme + "://" + rest
    transport = StreamInput.Transport(rawValue: scheme) ?? .hls
    // The fields behind a question mark can be secret, too.
    let path = rest[end...].prefix { $0 != "?" && $0 != "#" }
    name = scheme + "://" + host + path
  }
}
