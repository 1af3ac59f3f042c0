/// A line of a subtitle file.
struct SubtitleLine {
  /// Counted from 1.
  let number: Int
  let text: Substring

  /// Whether the line contains only blanks.
  var isBlank: Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

  /// The column of an index, from 1, in Unicode scalars.
  func column(of index: Substring.Index) -> Int {
    text.unicodeScalars.distance(from: text.startIndex, to: index) + 1
  }
}

/// Collects the problems of a text.
struct ProblemList {
  private(set) var kept: [SubtitleProblem] = []
  private(set) var count = 0

  mutating func add(
    _ gravity: SubtitleProblem.Gravity = .mistake, line: Int, column: Int = 1, _ message: String
  ) {
    count += 1
    guard kept.count < SubtitleLimits.keptProblems else { return }
    kept.append(SubtitleProblem(gravity: gravity, line: line, column: column, message: message))
  }

  mutating func add(
    _ gravity: SubtitleProblem.Gravity = .mistake, at index: Substring.Index? = nil, on line: SubtitleLine,
    _ message: String
  ) {
    guard kept.count < SubtitleLimits.keptProblems else {
      count += 1
      return
    }
    let first = line.text.firstIndex { $0 != " " && $0 != "\t" } ?? line.text.startIndex
    add(gravity, line: line.number, column: line.column(of: index ?? first), message)
  }
}

/// The lines of a file, in any encoding and with any line endings.
func subtitleLines(_ bytes: [UInt8], _ problems: inout ProblemList) -> [SubtitleLine] {
  let text = decoded(bytes, &problems)
  var lines: [SubtitleLine] = []
  let utf8 = text.utf8
  var start = utf8.startIndex
  var index = start
  while index < utf8.endIndex {
    let byte = utf8[index]
    guard byte == 0x0A || byte == 0x0D else {
      utf8.formIndex(after: &index)
      continue
    }
    lines.append(SubtitleLine(number: lines.count + 1, text: text[start..<index]))
    utf8.formIndex(after: &index)
    if byte == 0x0D, index < utf8.endIndex, utf8[index] == 0x0A { utf8.formIndex(after: &index) }
    start = index
  }
  if start < utf8.endIndex {
    lines.append(SubtitleLine(number: lines.count + 1, text: text[start...]))
  }
  for line in lines where line.text.utf8.contains(0) {
    problems.add(line: line.number, "the line contains a null character (U+0000)")
  }
  return lines
}

/// Decodes UTF-8, or UTF-16 with a byte order mark.
private func decoded(_ bytes: [UInt8], _ problems: inout ProblemList) -> String {
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return utf8Text(bytes[3...], &problems) }
  if bytes.starts(with: [0xFF, 0xFE]) { return utf16Text(bytes[2...], isLittle: true, &problems) }
  if bytes.starts(with: [0xFE, 0xFF]) { return utf16Text(bytes[2...], isLittle: false, &problems) }
  return utf8Text(bytes[...], &problems)
}

private func utf8Text(_ bytes: ArraySlice<UInt8>, _ problems: inout ProblemList) -> String {
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  var number = 0
  var rest = bytes
  while !rest.isEmpty {
    number += 1
    let line = rest.prefix { $0 != 0x0A }
    if String(validating: line, as: UTF8.self) == nil { reportEncoding(line, number, &problems) }
    rest = rest.dropFirst(line.count + 1)
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func reportEncoding(_ line: ArraySlice<UInt8>, _ number: Int, _ problems: inout ProblemList) {
  // The first invalid byte follows the longest valid beginning.
  var valid = 0
  var decoder = UTF8()
  var iterator = line.makeIterator()
  decoding: while true {
    switch decoder.decode(&iterator) {
    case .scalarValue: valid += 1
    case .emptyInput, .error: break decoding
    }
  }
  problems.add(
    line: number, column: valid + 1, "the line is not UTF-8; save the file as UTF-8")
}

private func utf16Text(
  _ bytes: ArraySlice<UInt8>, isLittle: Bool, _ problems: inout ProblemList
) -> String {
  var units: [UInt16] = []
  units.reserveCapacity(bytes.count / 2)
  var index = bytes.startIndex
  while index + 1 < bytes.endIndex {
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    units.append(isLittle ? second << 8 | first : first << 8 | second)
    index += 2
  }
  if let text = String(validating: units, as: UTF16.self), bytes.count % 2 == 0 { return text }
  problems.add(line: 1, "the file is damaged: it starts as UTF-16, but not all of it is")
  return String(decoding: units, as: UTF16.self)
}
