import Basics

/// A text as an option value in a filter graph, escaped once for the option and once for the graph.
func graphValue(_ text: String) -> String {
  func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : String($1) }
  }
  return escaped(escaped(text, "\\':"), "\\'[],;")
}

/// A script's colour in FFmpeg's spelling; nil if it is neither a name nor hexadecimal digits.
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

/// A time in seconds for an expression, exact: a decimal or a fraction.
func expressionTime(_ time: RationalTime) -> String {
  time.decimalDigits ?? "\(time.value)/\(time.timescale)"
}

/// A time in seconds for an option, rounded to the microseconds that FFmpeg reads.
func optionTime(_ time: RationalTime) -> String {
  let microseconds = time.rounded(toUnits: 1_000_000)?.value ?? 0
  return RationalTime(microseconds, 1_000_000)?.decimalDigits ?? "0"
}
