import Basics

/// A text as the value of an option in a graph of filters: once for the option, and once for the graph.
func graphValue(_ text: String) -> String {
  func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : String($1) }
  }
  return escaped(escaped(text, "\\':"), "\\'[],;")
}

/// A colour of scripts as FFmpeg spells it; nil for one that is not red, green and blue in hexadecimal digits.
func graphColor(_ text: String) -> String? {
  guard text.first == "#" else {
    let isName =
      !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return isName ? text : nil
  }
  let digits = text.dropFirst()
  guard digits.allSatisfy(\.isHexDigit), digits.utf8.count == digits.count else { return nil }
  switch digits.count {
  case 3, 4: return "#" + digits.map { "\($0)\($0)" }.joined()
  case 6, 8: return text
  default: return nil
  }
}

/// A time in seconds for an expression: exact, as a decimal or as a fraction.
func expressionTime(_ time: RationalTime) -> String {
  time.decimalDigits ?? "\(time.value)/\(time.timescale)"
}

/// A time in seconds for an option, to the microsecond, which is what FFmpeg reads.
func optionTime(_ time: RationalTime) -> String {
  let microseconds = time.rounded(toUnits: 1_000_000)?.value ?? 0
  return RationalTime(microseconds, 1_000_000)?.decimalDigits ?? "0"
}
