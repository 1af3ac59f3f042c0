import Basics
import YAMLTree

extension ScriptPrinter {
  /// Prints a literal or folded scalar with its lines reindented, and the header that they need.
  mutating func printBlockScalar(_ scalar: YAMLScalar, _ range: SourceRange, indentation: Int) {
    let body = BlockScalarBody(scalar, range, in: source)
    text.write(scalar.style == .literal ? "|" : ">")
    text.write((body.needsIndicator ? "2" : "") + body.chomping)
    if let comment = comments.between(range.start, body.headerEnd).first { printBehind(comment) }
    for line in body.lines {
      text.breakLine(indentation: line.isEmpty ? 0 : indentation)
      text.copy(line)
    }
    mayBreakTwice = body.chomping != "+"
  }
}

/// The lines of a block scalar, without indentation.
private struct BlockScalarBody {
  /// Each line without its indentation and line break.
  private(set) var lines: [SourceRange] = []
  /// `-`, `+` or nothing: whether trailing line breaks are part of the text.
  let chomping: String
  /// The end of the header line.
  let headerEnd: Int
  /// Whether the first line starts with a blank of its own, so that the header must contain the indentation.
  private(set) var needsIndicator = false

  init(_ scalar: YAMLScalar, _ range: SourceRange, in source: SourceText) {
    headerEnd = source.bytes[range.start...].firstIndex(of: .lineFeed) ?? source.bytes.count
    chomping = Self.chomping(
      scalar.text, header: source[SourceRange(range.start, min(headerEnd, range.start + 3))])
    let written = Self.lines(from: headerEnd, to: source.firstContent(from: range.end), in: source)
    let indentation = Self.indentation(of: written, scalar, in: source)
    lines = written.map { line in
      let blanks = Self.spaces(before: source.bytes[line.start..<line.end])
      return SourceRange(line.start + min(blanks, indentation), line.end)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    if chomping == "+" {
      let kept = scalar.text.utf8.reversed().prefix { $0 == .lineFeed }.count
      let empty = SourceRange(range.end, range.end)
      lines += Array(repeating: empty, count: max(0, lines.isEmpty ? kept : kept - 1))
    }
    let first = lines.first { !$0.isEmpty }
    needsIndicator = first.map { source.bytes[$0.start].isBlank } ?? false
  }

  private static func chomping(_ text: String, header: String) -> String {
    if text.isEmpty { return header.contains("-") ? "-" : header.contains("+") ? "+" : "" }
    guard text.utf8.last == .lineFeed else { return "-" }
    let breaks = text.utf8.reversed().prefix { $0 == .lineFeed }.count
    return breaks > 1 || breaks == text.utf8.count ? "+" : ""
  }

  /// Whole lines, up to the content after the scalar.
  private static func lines(from headerEnd: Int, to end: Int, in source: SourceText) -> [SourceRange] {
    var lines: [SourceRange] = []
    var start = headerEnd + 1
    while start < end {
      let lineFeed = source.bytes[start...].firstIndex(of: .lineFeed) ?? source.bytes.count
      // Blanks before other content are its indentation.
      guard lineFeed < end || end == source.bytes.count else { break }
      let hasReturn = lineFeed > start && source.bytes[lineFeed - 1] == UInt8(ascii: "\r")
      lines.append(SourceRange(start, hasReturn ? lineFeed - 1 : lineFeed))
      start = lineFeed + 1
    }
    return lines
  }

  /// The indentation of the text: how much deeper its first line with words is in the source than in the
  /// text, or its longest line if no line has words.
  private static func indentation(of lines: [SourceRange], _ scalar: YAMLScalar, in source: SourceText) -> Int
  {
    let written = lines.map { source.bytes[$0.start..<$0.end] }
    let read = scalar.text.utf8.split(separator: .lineFeed)
    let hasWords = written.contains { !$0.allSatisfy(\.isBlank) }
    let inSource =
      hasWords ? written.first { !$0.allSatisfy(\.isBlank) } : written.max { $0.count < $1.count }
    let inText = hasWords ? read.first { !$0.allSatisfy(\.isBlank) } : read.max { $0.count < $1.count }
    return max(0, (inSource.map(spaces) ?? 0) - (inText.map(spaces) ?? 0))
  }

  private static func spaces(before words: some Sequence<UInt8>) -> Int {
    words.prefix { $0 == UInt8(ascii: " ") }.count
  }
}
