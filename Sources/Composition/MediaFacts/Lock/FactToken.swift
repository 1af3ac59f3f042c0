import Basics

/// A token of a line: a bare word or a quoted text.
package enum FactToken: Hashable, Sendable {
  case word(String)
  case text(String)

  /// The token as written. Characters that are invisible or could reverse the text direction are escaped.
  package var spelling: String {
    switch self {
    case .word(let word): word
    case .text(let text): quoted(text)
    }
  }
}

/// A line split into tokens.
package struct FactLine: Sendable {
  package let tokens: ArraySlice<FactToken>
  /// The line number in the text, from 1.
  package let number: Int

  init(_ tokens: ArraySlice<FactToken>, number: Int) {
    self.tokens = tokens
    self.number = number
  }

  /// Nil if a quote is not closed or a quoted text is invalid.
  package init?(bytes: ArraySlice<UInt8>, number: Int) {
    var tokens: [FactToken] = []
    var position = bytes.startIndex
    while true {
      while position < bytes.endIndex, isBlank(bytes[position]) { position += 1 }
      guard position < bytes.endIndex else { break }
      let isText = bytes[position] == quotationMark
      guard let end = isText ? endOfText(bytes[position...]) : endOfWord(bytes[position...]),
        let token = isText ? text(bytes[position..<end]) : word(bytes[position..<end])
      else { return nil }
      tokens.append(token)
      position = end
    }
    self.init(tokens[...], number: number)
  }

  /// The line without its first token.
  package var rest: FactLine { FactLine(tokens.dropFirst(), number: number) }

  func problem(_ message: String) -> LockProblem { LockProblem(message, line: number) }
}

private let quotationMark = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

private func endOfWord(_ bytes: ArraySlice<UInt8>) -> Int? {
  let end = bytes.firstIndex(where: isBlank) ?? bytes.endIndex
  return bytes[..<end].contains(quotationMark) ? nil : end
}

/// The index after the closing quote; nil unless a blank or the end of the line follows.
private func endOfText(_ bytes: ArraySlice<UInt8>) -> Int? {
  var position = bytes.startIndex + 1
  while position < bytes.endIndex, bytes[position] != quotationMark {
    position += bytes[position] == backslash ? 2 : 1
  }
  guard position < bytes.endIndex else { return nil }
  let end = position + 1
  return end == bytes.endIndex || isBlank(bytes[end]) ? end : nil
}

private func word(_ bytes: ArraySlice<UInt8>) -> FactToken? {
  String(validating: bytes, as: UTF8.self).map { .word($0) }
}

private func text(_ bytes: ArraySlice<UInt8>) -> FactToken? {
  let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != backslash }
  if isPlain { return String(validating: bytes.dropFirst().dropLast(), as: UTF8.self).map { .text($0) } }
  return (try? JSONValue.parse(bytes: Array(bytes)))?.stringValue.map { .text($0) }
}

/// The text in quotes, as JSON writes it.
private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case " "..."~": quoted.unicodeScalars.append(scalar)
    case _ where isVisible(scalar): quoted.unicodeScalars.append(scalar)
    default: quoted += escaped(scalar)
    }
  }
  return quoted + "\""
}

private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned,
    .surrogate:
    false
  default: true
  }
}

/// `\u` and four digits, twice for scalars beyond U+FFFF.
private func escaped(_ scalar: Unicode.Scalar) -> String {
  UTF16.encode(scalar).map { units in
    units.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined()
  } ?? ""
}
