import Basics
import EditScript
import YAMLTree

extension ScriptPrinter {
  /// Prints a quoted or plain scalar. Continuation lines start at `base`.
  mutating func printScalar(_ scalar: WrittenScalar, base: Int, expecting expectation: Expectation) {
    let usual = usualSpelling(of: scalar, as: expectation.scalar)
    if usual == scalar.spelling { printLines(of: scalar, base: base) } else { text.write(usual) }
  }

  /// The keys of a mapping in their usual spelling; empty for a list.
  func usualKeys(of list: MemberList, isFlow: Bool, expecting expectation: Expectation) -> [String] {
    let keys = list.members.compactMap(\.entry).map { entry in
      WrittenScalar(YAMLScalar(entry.key), entry.keyRange, in: source, isFlow: isFlow)
    }
    switch expectation.keys {
    case .words, .names: return keys.map { $0.text.contains(":") ? $0.spelling : $0.usualQuotes }
    case .unknown: return keys.map(\.spelling)
    case .times:
      let usual = keys.map { usualSpelling(of: $0, as: Expectation.time) }
      // Two spellings of the same time are a mistake that the linter reports and formatting must not hide.
      return Set(usual).count == usual.count ? usual : keys.map(\.spelling)
    }
  }

  mutating func printKey(_ usual: String, of entry: YAMLEntry) {
    if usual == source[entry.keyRange] { text.copy(entry.keyRange) } else { text.write(usual) }
  }

  private func usualSpelling(of scalar: WrittenScalar, as form: ScalarForm?) -> String {
    guard let form, !scalar.text.contains("${") else { return scalar.spelling }
    if form.isText { return scalar.usualQuotes }
    guard let usual = form.spelling.usual(scalar.text), !usual.utf8.contains(.lineFeed) else {
      return scalar.spelling
    }
    if usual == scalar.text, scalar.isPlain, !scalar.hasLineFeed { return scalar.spelling }
    return scalar.spelling(of: usual)
  }

  /// Prints the scalar as written, with continuation lines reindented: outside block scalars, blanks around
  /// line breaks have no meaning.
  private mutating func printLines(of scalar: WrittenScalar, base: Int) {
    var line = scalar.range.start
    while let lineFeed = source.bytes[line..<scalar.range.end].firstIndex(of: .lineFeed) {
      text.copy(SourceRange(line, endOfText(from: line, to: lineFeed, in: scalar)))
      line = source.bytes[(lineFeed + 1)..<scalar.range.end].firstIndex { !$0.isBlank } ?? scalar.range.end
      let isEmpty = line < scalar.range.end && source.bytes[line].isWhiteSpace
      text.breakLine(indentation: isEmpty ? 0 : base)
    }
    text.copy(SourceRange(line, scalar.range.end))
  }

  /// The end of a line without trailing blanks, unless a backslash makes them part of the text.
  private func endOfText(from start: Int, to lineFeed: Int, in scalar: WrittenScalar) -> Int {
    var end = lineFeed
    while end > start, source.bytes[end - 1].isWhiteSpace { end -= 1 }
    guard scalar.isDoubleQuoted, end > start, source.bytes[end - 1] == UInt8(ascii: "\\") else { return end }
    let hasCarriageReturn = lineFeed > start && source.bytes[lineFeed - 1] == UInt8(ascii: "\r")
    return hasCarriageReturn ? lineFeed - 1 : lineFeed
  }
}
