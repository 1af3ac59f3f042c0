/// The URI of a document in its client's spelling, and its path.
struct DocumentURI: Hashable, Sendable {
  /// The client's spelling, which answers repeat.
  let text: String
  /// An absolute path; nil for documents without a file, such as `untitled:1`.
  let path: String?

  init(_ text: String) {
    self.text = text
    path = Self.path(of: text)
  }

  init(path: String) {
    text = "file://" + path.utf8.map(Self.escaped).joined()
    self.path = path
  }

  /// Two spellings of one file are equal.
  static func == (a: DocumentURI, b: DocumentURI) -> Bool { a.key == b.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private var key: String { path ?? text }

  private static func path(of text: String) -> String? {
    let scheme = "file://"
    guard text.utf8.count >= scheme.utf8.count, text.prefix(scheme.count).lowercased() == scheme else {
      return nil
    }
    let rest = text.dropFirst(scheme.count)
    // `file://localhost/path` and `file:///path`.
    guard let slash = rest.firstIndex(of: "/"), rest[..<slash].isEmpty || rest[..<slash] == "localhost" else {
      return nil
    }
    return unescaped(rest[slash...].prefix { $0 != "?" && $0 != "#" })
  }

  /// Nil if the result is not a path: if it contains a zero byte or is not UTF-8.
  private static func unescaped(_ text: Substring) -> String? {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
        let high = digit(bytes[position + 1]), let low = digit(bytes[position + 2])
      {
        result.append(high << 4 | low)
        position += 3
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    guard !result.contains(0) else { return nil }
    return String(validating: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      return String(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}
