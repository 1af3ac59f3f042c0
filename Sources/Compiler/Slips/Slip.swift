import Basics
import Diagnostics
import EditScript

/// A possible slip, with its repair.
struct Slip {
  private let kind: Kind
  let edits: [TextEdit]
  /// The line with the slip, or the first of them.
  let range: SourceRange
  /// What is marked.
  private let place: SourceRange

  private enum Kind: Hashable {
    case spaceAfterDash
    case spaceAfterColon
    case curlyQuotes
    /// With this many spaces in front of the line; nil for several lines with tabs.
    case indentation(Int?)
  }

  /// A line with more of them was hardly written by a person.
  private static let mostInLine = 8

  /// The slips that may have caused the problem of a text, the likeliest first.
  static func all(in state: SlipState) -> [Slip] {
    guard let problem = state.problem else { return [] }
    let source = state.source
    let line = SlipLine(problem.line, in: source)
    let lines = problem.isSyntax ? [line] + line.above(2) : [line]
    var found: [Slip] = []
    for line in lines {
      for (offset, isDash) in line.missingSpaces.prefix(mostInLine) {
        found.append(
          Slip(
            kind: isDash ? .spaceAfterDash : .spaceAfterColon, edits: [.space(at: offset)], range: line.range,
            place: SourceRange(offset - 1, offset)))
      }
    }
    // One who writes it once without a space often does so everywhere.
    let everywhere =
      found.isEmpty ? [] : (1...source.lineCount).flatMap { SlipLine($0, in: source).missingSpaces }
    for line in lines {
      for quotes in line.curlyQuotes {
        found.append(Slip(kind: .curlyQuotes, edits: quotes.edits, range: line.range, place: quotes.range))
      }
    }
    for kind in [Kind.spaceAfterDash, .spaceAfterColon] {
      guard let first = found.first(where: { $0.kind == kind }) else { continue }
      let others = everywhere.filter { $0.isDash == (kind == .spaceAfterDash) }
      guard others.count > 1 else { continue }
      let edits = others.map { TextEdit.space(at: $0.offset) }
      found.append(Slip(kind: kind, edits: edits, range: first.range, place: first.place))
    }
    guard problem.isSyntax else { return found }
    for line in lines {
      for column in line.likelyColumns {
        found.append(
          Slip(
            kind: .indentation(column), edits: [line.indented(by: column)], range: line.range,
            place: line.content))
      }
    }
    if lines.contains(where: \.hasTab) {
      let tabbed = (1...source.lineCount).map { SlipLine($0, in: source) }.filter(\.hasTab)
      for width in [2, 4, 8] where tabbed.count > 1 {
        found.append(
          Slip(
            kind: .indentation(nil), edits: tabbed.map { $0.indented(by: $0.width(ofTabs: width)) },
            range: line.range, place: line.content))
      }
    }
    return found
  }

  func fix(isSafe: Bool) -> Diagnostic.Fix {
    let title =
      switch kind {
      case .spaceAfterDash: "write `- `"
      case .spaceAfterColon: "write `: `"
      case .curlyQuotes: "write `\"`"
      case .indentation(0): "write it without indentation"
      case .indentation(let column?): "indent it by \(column) space\(column == 1 ? "" : "s")"
      case .indentation(nil): "indent with spaces"
      }
    return Diagnostic.Fix(title + (edits.count > 1 ? " in \(edits.count) lines" : ""), edits, isSafe: isSafe)
  }

  /// The finding that names the slip. It replaces `cause`.
  func finding(_ cause: Diagnostic?, fixes: [Diagnostic.Fix]) -> Diagnostic {
    switch kind {
    case .spaceAfterDash:
      return Diagnostic(.yamlSyntax, "missing space after `-`", at: place, fixes: fixes)
    case .spaceAfterColon:
      return Diagnostic(.yamlSyntax, "missing space after the colon", at: place, fixes: fixes)
    case .curlyQuotes:
      return Diagnostic(
        .lookAlikeCharacter, "these are not the quotes of YAML", at: place,
        hint: "YAML uses `\"` and `'`", fixes: fixes)
    case .indentation:
      if let cause, let range = cause.range, range.start >= self.range.start, range.start <= self.range.end {
        return Diagnostic(
          cause.id, cause.message, at: range, notes: cause.notes, hint: cause.hint, fixes: fixes)
      }
      return Diagnostic(
        .yamlSyntax, "the indentation of this line does not fit the lines below it", at: place, fixes: fixes)
    }
  }
}

/// A line of a text, as its indentation and its signs stand.
struct SlipLine {
  let number: Int
  let source: SourceText
  let range: SourceRange
  /// Without indentation; empty for a line without content.
  let content: SourceRange

  init(_ number: Int, in source: SourceText) {
    self.number = number
    self.source = source
    range = source.rangeOfLine(number) ?? SourceRange(source.bytes.count, source.bytes.count)
    let bytes = source.bytes[range.start..<range.end]
    let start = bytes.firstIndex { !$0.isIndentation } ?? range.end
    let isComment = start < range.end && source.bytes[start] == UInt8(ascii: "#")
    content = isComment ? SourceRange(range.end, range.end) : SourceRange(start, range.end)
  }

  private var bytes: ArraySlice<UInt8> { source.bytes[content.start..<content.end] }
  private var indentation: ArraySlice<UInt8> { source.bytes[range.start..<content.start] }
  private var column: Int { indentation.count }
  var hasTab: Bool { !content.isEmpty && indentation.contains(UInt8(ascii: "\t")) }

  func width(ofTabs width: Int) -> Int {
    indentation.reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? width : 1) }
  }

  func indented(by spaces: Int) -> TextEdit {
    TextEdit(
      range: SourceRange(range.start, content.start), replacement: String(repeating: " ", count: spaces))
  }

  /// The nearest lines above with content.
  func above(_ count: Int) -> [SlipLine] {
    var found: [SlipLine] = []
    var number = self.number - 1
    while number > 0, found.count < count {
      let line = SlipLine(number, in: source)
      if !line.content.isEmpty { found.append(line) }
      number -= 1
    }
    return found
  }

  /// Where a space may be missing behind the dash of an item or the colon of a key.
  var missingSpaces: [(offset: Int, isDash: Bool)] {
    var found: [(offset: Int, isDash: Bool)] = []
    var index = content.start
    // A dash, and what follows it without a space.
    while index < content.end, source.bytes[index] == UInt8(ascii: "-") {
      index += 1
      guard index < content.end else { return found }
      if source.bytes[index].startsItem {
        found.append((index, true))
      } else if source.bytes[index].isIndentation {
        index = source.bytes[index..<content.end].firstIndex { !$0.isIndentation } ?? content.end
      } else {
        return found
      }
    }
    // Keys begin the line, or follow a bracket or a comma.
    var begins = true
    while index < content.end {
      let byte = source.bytes[index]
      guard begins, byte.isLetter else {
        begins = byte == UInt8(ascii: "{") || byte == UInt8(ascii: ",") || (begins && byte.isIndentation)
        index += 1
        continue
      }
      let end = source.bytes[index..<content.end].firstIndex { !$0.isOfKey } ?? content.end
      if end + 1 < content.end, source.bytes[end] == UInt8(ascii: ":"),
        !" \t/:,]}".utf8.contains(source.bytes[end + 1])
      {
        found.append((end + 1, false))
      }
      (index, begins) = (end, false)
    }
    return found
  }

  /// Whether it has what a person may have meant otherwise.
  var looksWrong: Bool { !missingSpaces.isEmpty || !curlyQuotes.isEmpty }

  /// Values between a word processor's quotes, and what puts YAML's in their places.
  var curlyQuotes: [(range: SourceRange, edits: [TextEdit])] {
    // All of these quotes begin with one of two bytes.
    guard bytes.contains(where: { $0 == 0xE2 || $0 == 0xC2 }) else { return [] }
    var found: [(range: SourceRange, edits: [TextEdit])] = []
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var offsets = [content.start]
    for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
    var index = 0
    while index < scalars.count {
      let isBeginOfValue = index > 0 && " [{,".unicodeScalars.contains(scalars[index - 1])
      let ends = isBeginOfValue ? CurlyQuotes.pairs.filter { $0.0 == scalars[index] }.map(\.1) : []
      let end = scalars[(index + 1)...].firstIndex { ends.contains($0) }
      guard let end, !scalars[index..<end].contains(where: { $0 == "\"" || $0 == "\\" }) else {
        index += 1
        continue
      }
      let edits = [index, end].map {
        TextEdit(range: SourceRange(offsets[$0], offsets[$0 + 1]), replacement: "\"")
      }
      found.append((SourceRange(offsets[index], offsets[end + 1]), edits))
      index = end + 1
    }
    return found
  }

  /// The columns at which lines around it begin, and one step deeper.
  var likelyColumns: [Int] {
    guard !content.isEmpty else { return [] }
    var columns: [Int] = []
    var limit = Int.max
    for (index, line) in above(.max).enumerated() where line.column < limit && !line.hasTab {
      limit = line.column
      let dash = line.bytes.starts(with: "- ".utf8) ? [line.column + 2] : []
      let deeper = index == 0 && line.bytes.last == UInt8(ascii: ":") ? [(dash.first ?? line.column) + 2] : []
      columns += deeper + dash + [line.column]
      if limit == 0 { break }
    }
    var number = self.number + 1
    while number <= source.lineCount, SlipLine(number, in: source).content.isEmpty { number += 1 }
    let below = SlipLine(number, in: source)
    if !below.content.isEmpty, !below.hasTab { columns.append(below.column) }
    var seen: Set<Int> = hasTab ? [] : [column]
    return columns.filter { seen.insert($0).inserted }
  }
}

extension TextEdit {
  fileprivate static func space(at offset: Int) -> TextEdit {
    TextEdit(range: SourceRange(offset, offset), replacement: " ")
  }
}

extension UInt8 {
  fileprivate var isIndentation: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  fileprivate var isOfKey: Bool {
    isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
  fileprivate var startsItem: Bool { isLetter || self == UInt8(ascii: "{") }
}
