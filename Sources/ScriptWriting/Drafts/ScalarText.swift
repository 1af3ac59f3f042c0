import Basics

/// A text as a scalar of a script: plain if YAML reads it unchanged, else in double quotes.
package func writtenScalar(_ text: String) -> String {
  // `${` would start a variable.
  let text = text.replacing("${", with: "$${")
  guard isPlain(text) else { return "\"" + text.unicodeScalars.map(escaped).joined() + "\"" }
  return text
}

private func isPlain(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
  return isLetter(first) || first == "." || first == "/" || first == "_"
    ? last != " "
      && text.unicodeScalars.allSatisfy { isLetter($0) || "._-/ +@=()".unicodeScalars.contains($0) }
    : false
}

/// Whether the character is allowed anywhere in a plain scalar, even in brackets.
private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
  return !needsEscape(scalar)
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": return "\\\""
  case "\\": return "\\\\"
  case "\n": return "\\n"
  case "\t": return "\\t"
  case "\r": return "\\r"
  default: break
  }
  guard needsEscape(scalar) else { return String(scalar) }
  let digits = String(scalar.value, radix: 16, uppercase: true)
  let length = scalar.value > 0xFFFF ? 8 : 4
  return (length == 8 ? "\\U" : "\\u") + String(repeating: "0", count: length - digits.count) + digits
}

/// Whether the character is a control character, which YAML rejects, or invisible.
func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
  case .spaceSeparator: scalar != " "
  default: isInvisible(scalar)
  }
}
