import Basics
import YAMLTree

/// A quoted or plain scalar, its place, and its other possible spellings there.
struct WrittenScalar {
  let text: String
  let range: SourceRange
  /// As in the source, including quotes and escapes.
  let spelling: String
  let isFlow: Bool

  init(_ scalar: YAMLScalar, _ range: SourceRange, in source: SourceText, isFlow: Bool) {
    text = scalar.text
    self.range = range
    spelling = source[range]
    self.isFlow = isFlow
  }

  var isPlain: Bool { !isDoubleQuoted && !isSingleQuoted }
  var isDoubleQuoted: Bool { spelling.utf8.first == UInt8(ascii: "\"") }
  var isSingleQuoted: Bool { spelling.utf8.first == UInt8(ascii: "'") }
  var hasLineFeed: Bool { spelling.utf8.contains(.lineFeed) }

  /// Whether its spelling is deliberate: with escapes, on several lines, with invisible characters, or with
  /// variables.
  var isDeliberate: Bool {
    hasLineFeed || text.contains("${") || text.unicodeScalars.contains { isInvisible($0) || isControl($0) }
      || (isDoubleQuoted && hasEscapes)
  }

  private var hasEscapes: Bool {
    var isEscape = false
    for byte in spelling.utf8 {
      if isEscape, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { return true }
      isEscape = !isEscape && byte == UInt8(ascii: "\\")
    }
    return false
  }

  /// The spelling of another text in its place, quoted only if necessary.
  func spelling(of text: String) -> String {
    isPlainText(text) ? text : quoted(text)
  }

  /// Its text in the usual quotes, or plain if it needs none and no other YAML reader would take it for
  /// something other than text.
  var usualQuotes: String {
    if isPlain || isDeliberate { return spelling }
    return isPlainText(text) && !looksLikeNoText(text) ? text : quoted(text)
  }

  private func isPlainText(_ text: String) -> Bool { PlainText.canHold(text, isFlow: isFlow) }

  /// Double quotes, unless the text contains some.
  private func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"\(text)\""
    }
    guard text.utf8.contains(UInt8(ascii: "'")) else { return "'\(text)'" }
    var escaped = ""
    for character in text.unicodeScalars {
      if character == "\"" || character == "\\" { escaped += "\\" }
      escaped.unicodeScalars.append(character)
    }
    return "\"\(escaped)\""
  }
}

/// Texts that YAML allows without quotes.
enum PlainText {
  /// Errs on the safe side: false for some texts that need no quotes, never true for one that does.
  static func canHold(_ text: String, isFlow: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return false }
    guard !first.isWhiteSpace, !last.isWhiteSpace, last != UInt8(ascii: ":") else { return false }
    guard !text.unicodeScalars.contains(where: { isInvisible($0) || isControl($0) }) else { return false }
    if "?:,[]{}#&*!|>'\"%@`".utf8.contains(first) { return false }
    if first == UInt8(ascii: "-"), bytes.count == 1 || bytes[1].isWhiteSpace { return false }
    if text.hasPrefix("---") || text.hasPrefix("...") || text == "<<" { return false }
    if isFlow, bytes.contains(where: { ",[]{}".utf8.contains($0) }) { return false }
    for (byte, next) in zip(bytes, bytes.dropFirst()) {
      if byte == UInt8(ascii: ":"), next.isWhiteSpace || isFlow && !next.isLetterOrDigit { return false }
      if byte.isWhiteSpace, next == UInt8(ascii: "#") { return false }
    }
    return true
  }
}

/// Whether some YAML reader takes the plain text for a number, a date, a truth value or null.
private func looksLikeNoText(_ text: String) -> Bool {
  let words = ["", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<"]
  if words.contains(text.lowercased()) { return true }
  let number = text.utf8.drop { "+-.".utf8.contains($0) }
  guard let first = number.first else { return true }
  let isSpecial = ["inf", "nan"].contains(String(Substring(number)).lowercased())
  return isSpecial || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: self >= 0x80
    }
  }
}
