/// A line of a text, with its number.
struct InputLine {
  let text: Substring
  /// The column counts the blanks before the text, in bytes.
  let place: InputPlace
}

/// The lines of a text that are not blank, without a byte-order mark or line ends of other systems.
///
/// Searches bytes: searching graphemes takes many times as long, and a stranger's text may be large.
func inputLines(_ text: String) -> [InputLine] {
  let content = text.withoutByteOrderMark.utf8
  let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
  var lines: [InputLine] = []
  var number = 1
  var start = content.startIndex
  func add(until end: String.Index) {
    let line = Substring(content[start..<end])
    let blanks = line.prefix { $0.isWhitespace }
    guard blanks.endIndex < line.endIndex else { return }
    lines.append(InputLine(text: line, place: InputPlace(line: number, column: blanks.utf8.count + 1)))
  }
  while let end = content[start...].firstIndex(where: { $0 == lineFeed || $0 == carriageReturn }) {
    add(until: end)
    let next = content.index(after: end)
    let isPair = content[end] == carriageReturn && next < content.endIndex && content[next] == lineFeed
    start = isPair ? content.index(after: next) : next
    number += 1
  }
  add(until: content.endIndex)
  return lines
}

extension String {
  /// The text without a byte-order mark at its start.
  var withoutByteOrderMark: Substring {
    unicodeScalars.first == "\u{FEFF}" ? Substring(unicodeScalars.dropFirst()) : self[...]
  }
}

extension [UInt8] {
  /// Whether the bytes contain those of `word`.
  func contains(bytesOf word: String) -> Bool {
    let wanted = [UInt8](word.utf8)
    guard let first = wanted.first else { return true }
    var rest = self[...]
    while let next = rest.firstIndex(of: first) {
      if self[next...].starts(with: wanted) { return true }
      rest = self[(next + 1)...]
    }
    return false
  }
}
