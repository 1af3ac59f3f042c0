// The meaning of a media value by its spelling alone.

extension String {
  /// Whether a media value that is no declared name can only be a path or a URL.
  package var looksLikePath: Bool { contains("/") || contains(".") }

  /// Whether the text is a URL with a scheme: `https://…`.
  package var isURL: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), colon != startIndex else { return false }
    return utf8[colon...].starts(with: "://".utf8) && utf8[..<colon].allSatisfy(isOfScheme)
  }
}

private func isOfScheme(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
    true
  default: false
  }
}
