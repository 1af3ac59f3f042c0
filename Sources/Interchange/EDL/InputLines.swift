/// The lines of a text, with their numbers.
struct InputLine {
  let text: Substring
  /// The bytes of blanks before the text.
  let place: InputPlace
}

/// The lines of a text that are not blank. A byte-order mark and the line ends of other systems are removed.
func inputLines(_ text: String) -> [InputLine] {
  var lines: [InputLine] = []
  let content =
    text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
  var number = 0
  for line in content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
    number += 1
    let blanks = line.prefix { $0.isWhitespace }
    guard blanks.endIndex < line.endIndex else { continue }
    lines.append(InputLine(text: line, place: InputPlace(line: number, column: blanks.utf8.count + 1)))
  }
  return lines
}
