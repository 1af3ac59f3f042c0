import Basics
import Diagnostics

// MARK: Quotes, brackets, block texts

extension SyntaxMessage {
  var unclosedQuote: Diagnostic {
    let quote = problem.contextOffset ?? problem.offset
    let sign = source[character(quote)]
    return Diagnostic(
      .yamlSyntax, "this quote is never closed", at: character(quote),
      hint: sign == "'" ? "close it with `'`; an apostrophe inside is written `''`" : "close it with `\"`")
  }

  var quoteAcrossDocuments: Diagnostic {
    let mark = SourceRange(problem.offset, problem.offset + 3)
    return Diagnostic(
      .yamlSyntax, "this quote is not closed before a line that starts with `\(source[mark])`",
      at: character(problem.contextOffset ?? problem.offset),
      notes: [.init("quoted text cannot have a line that starts like this", at: mark)],
      hint: "close it with the quote that opened it, `\"` or `'`")
  }

  func escape(_ words: String) -> Diagnostic {
    let isUnknown = words == "found unknown escape character"
    // If digits are missing, libyaml is already past the letter.
    let backslash = isUnknown ? problem.offset : max(0, problem.offset - 2)
    var end = min(backslash + 2, source.bytes.count)
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    let range = SourceRange(backslash, end)
    let message =
      isUnknown
      ? "unknown escape `\(source[range])`"
      : "the escape `\(source[range])` needs the hexadecimal number of a character"
    return Diagnostic(
      .yamlSyntax, message, at: range,
      hint: "write `\\\\` for a backslash, or use single quotes; write paths with `/`",
      fixes: pathInQuotes(around: backslash))
  }

  /// The fix for a quoted text whose backslashes seem to be those of a path: replaces them by `/`.
  private func pathInQuotes(around backslash: Int) -> [Diagnostic.Fix] {
    guard let start = problem.contextOffset, start < backslash, source[character(start)] == "\"" else {
      return []
    }
    let line = source.bytes[(start + 1)..<endOfLine(start)]
    guard let end = line.firstIndex(of: UInt8(ascii: "\"")), end > backslash,
      line[..<end].count(where: { $0 == UInt8(ascii: "\\") }) > 0
    else { return [] }
    let range = SourceRange(start, end + 1)
    let path = source[range].replacing("\\\\", with: "/").replacing("\\", with: "/")
    return [Diagnostic.Fix("write `\(path)`", [TextEdit(range: range, replacement: path)], isSafe: false)]
  }

  func blockText(_ words: String) -> Diagnostic {
    let start = problem.contextOffset ?? problem.offset
    let sign = source[character(start)]
    guard words == "did not find expected comment or line break" else {
      return Diagnostic(
        .yamlSyntax, "the number after `\(sign)` must be from 1 to 9", at: character(problem.offset),
        hint: "without a number, the first line of the text sets the indentation")
    }
    let value = valueOnLine(from: start)
    return Diagnostic(
      .yamlSyntax, "text after `\(sign)` must start on the next line", at: value,
      hint: "quote a one-line text that starts with `\(sign)`", fixes: quoting(value))
  }

  func bracket(_ opening: String, closedBy closing: String) -> Diagnostic {
    let start = problem.contextOffset ?? problem.offset
    let offset = problem.offset
    let here = character(offset)
    let line = startOfLine(offset)
    if let color = colorInComment(from: start) { return color }
    if let variable = unquotedVariable(at: offset, in: opening, closing) { return variable }
    let between = Diagnostic.Note("between this `\(opening)` and its `\(closing)`", at: character(start))
    if source[here] == ":", firstContent(from: line) == offset {
      return Diagnostic(
        .yamlSyntax, "a key and its colon must be on one line", at: here, notes: [between])
    }
    let isElsewhere = offset >= source.bytes.count || startOfLine(start) != line
    if ["]", "}"].contains(source[here]) || (isElsewhere && !isInside(line, bracketAt: start, closing)) {
      return neverClosed(opening, at: start)
    }
    if isElsewhere, let above = contentAbove(line) {
      let text = valueOnLine(from: firstContent(from: line))
      let isPair = startOfValue(inLineFrom: text.start, before: text.end) != nil
      let comma = TextEdit(range: SourceRange(above.end, above.end), replacement: ",")
      return Diagnostic(
        .yamlSyntax, "missing comma at the end of the line above", at: text,
        notes: [.init("after this", at: above), between],
        fixes: [Diagnostic.Fix("write `,` at the end of the line above", [comma], isSafe: isPair)])
    }
    if let key = key(before: offset), let text = contentBefore(key.start, from: start) {
      let comma = TextEdit(range: SourceRange(text, text), replacement: ",")
      return Diagnostic(
        .yamlSyntax, "missing comma before this", at: key, notes: [between],
        hint: "quote text that contains `: `",
        fixes: [Diagnostic.Fix("write `,` before `\(source[key])`", [comma], isSafe: false)])
    }
    if opening == "{", let key = key(from: offset), let text = contentBefore(offset, from: start) {
      let comma = TextEdit(range: SourceRange(text, text), replacement: ",")
      return Diagnostic(
        .yamlSyntax, "missing comma before this", at: key, notes: [between], hint: "separate keys with `, `",
        fixes: [Diagnostic.Fix("write `,` before `\(source[key])`", [comma], isSafe: true)])
    }
    if source[here] == ":", let text = flowText(around: offset) {
      return Diagnostic(
        .yamlSyntax, "text that contains `: ` needs quotes", at: text,
        notes: [.init("this colon turns it into a second key", at: here)], fixes: quoting(text))
    }
    return Diagnostic(
      .yamlSyntax, "missing comma before this", at: here, notes: [between],
      hint: "separate items with `, `; quote text that contains `: `, `,` or a bracket")
  }

  /// The word before a colon, if it is spelled as keys are.
  private func key(before colon: Int) -> SourceRange? {
    guard source[character(colon)] == ":" else { return nil }
    let start = (source.bytes[..<colon].lastIndex { !isLetterOfKey($0) } ?? -1) + 1
    return start < colon && start > 0 && isBlank(source.bytes[start - 1]) ? SourceRange(start, colon) : nil
  }

  /// The word at an offset, if it is spelled as keys are and a colon follows it.
  private func key(from start: Int) -> SourceRange? {
    guard let colon = source.bytes[start...].firstIndex(where: { !isLetterOfKey($0) }), colon > start,
      source.bytes[colon...].starts(with: ": ".utf8)
    else { return nil }
    return SourceRange(start, colon)
  }

  private func isLetterOfKey(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "-")
  }

  /// The end of the text before an offset, without blanks.
  private func contentBefore(_ offset: Int, from start: Int) -> Int? {
    (start..<offset).last { !isBlank(source.bytes[$0]) && !isLineBreak(source.bytes[$0]) }.map { $0 + 1 }
  }

  /// `{for: ${length}}`: in brackets, the brace of a variable begins a mapping.
  private func unquotedVariable(at brace: Int, in opening: String, _ closing: String) -> Diagnostic? {
    guard brace > 0, isVariable(at: brace - 1), let value = flowText(around: brace - 1),
      !source[value].contains(": ")
    else { return nil }
    return Diagnostic(
      .yamlSyntax, "text that contains `${` needs quotes between `\(opening)` and `\(closing)`", at: value,
      fixes: quoting(value, isSafe: true))
  }

  /// The text in brackets around an offset, on its line, from the end of the key before it to the next comma or
  /// bracket that is not part of a variable; nil if a variable has no end.
  private func flowText(around offset: Int) -> SourceRange? {
    let bytes = source.bytes
    let line = SourceRange(startOfLine(offset), endOfLine(offset))
    let before = (line.start..<offset).last { index in
      let isColon = bytes[index] == UInt8(ascii: ":") && isBlank(bytes[index + 1])
      return isColon || ",[]{}".utf8.contains(bytes[index])
    }
    var end = offset
    while end < line.end, !",[]{}".utf8.contains(bytes[end]) {
      if isVariable(at: end) {
        guard let last = bytes[end..<line.end].firstIndex(of: UInt8(ascii: "}")) else { return nil }
        end = last
      }
      end += 1
    }
    return trimmed(SourceRange(firstContent(from: before.map { $0 + 1 } ?? line.start), end))
  }

  private func isVariable(at offset: Int) -> Bool { source.bytes[offset...].starts(with: "${".utf8) }

  /// Whether a line is indented like the inside of a bracket whose end follows.
  private func isInside(_ line: Int, bracketAt start: Int, _ closing: String) -> Bool {
    let outer = startOfLine(start)
    let isDeeper = firstContent(from: line) - line > firstContent(from: outer) - outer
    return isDeeper && source.bytes[line...].contains(closing.utf8.first ?? 0)
  }

  /// A note shows where the bracket was expected, except at the end of the text.
  private func neverClosed(_ opening: String, at start: Int) -> Diagnostic {
    if let color = colorInComment(from: start) { return color }
    let closing = opening == "[" ? "]" : "}"
    // On a later line, the first content is what should have been inside.
    let line = startOfLine(problem.offset)
    let place = line == startOfLine(start) ? problem.offset : firstContent(from: line)
    let note = Diagnostic.Note("expected `,` or `\(closing)` here", at: character(place))
    return Diagnostic(
      .yamlSyntax, "this `\(opening)` is never closed", at: character(start),
      notes: isAtEndOfText ? [] : [note],
      hint: "close it with `\(closing)`; quote text that starts with `\(opening)`")
  }

  /// `{color: #f00, for: 2s}`: YAML took the colour and everything after it for a comment.
  private func colorInComment(from start: Int) -> Diagnostic? {
    let bytes = source.bytes
    var index = start
    while index < bytes.count {
      guard let hash = bytes[index...].firstIndex(of: UInt8(ascii: "#")) else { return nil }
      index = hash + 1
      let before = bytes[start..<hash].last { !isBlank($0) }
      guard before == UInt8(ascii: ":"), hash > start, isBlank(bytes[hash - 1]) else { continue }
      let digits = bytes[index...].prefix {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
      }
      let end = index + digits.count
      guard [3, 4, 6, 8].contains(digits.count), end < bytes.count, ",}]".utf8.contains(bytes[end]) else {
        continue
      }
      let range = SourceRange(hash, end)
      let written = source[range]
      return Diagnostic(
        .wrongColor,
        "an unquoted `#` starts a YAML comment: `\(written)` and the text after it were not read",
        at: range, hint: "write the colour in quotes: `\"\(written)\"`",
        fixes: [
          Diagnostic.Fix(
            "write `\"\(written)\"`", [TextEdit(range: range, replacement: "\"\(written)\"")], isSafe: true)
        ])
    }
    return nil
  }

  private var isAtEndOfText: Bool {
    source.bytes[min(problem.offset, source.bytes.count)...].allSatisfy { isBlank($0) || isLineBreak($0) }
  }

  var missingValue: Diagnostic {
    if isAtEndOfText, let openBracket { return neverClosed(source[character(openBracket)], at: openBracket) }
    let here = character(problem.offset)
    switch source[here] {
    case ",":
      return Diagnostic(
        .yamlSyntax, "missing value before this comma", at: here,
        hint: "remove one comma; quote text that starts with `,`")
    case "]", "}":
      return Diagnostic(
        .yamlSyntax, "no open bracket matches this `\(source[here])`", at: here,
        hint: "quote text that starts with `\(source[here])`")
    case "." where source.bytes[here.start...].starts(with: "...".utf8):
      return Diagnostic(
        .yamlSyntax, "`...` ends a script, but no script has started",
        at: SourceRange(here.start, here.start + 3), hint: "remove the line")
    default:
      return Diagnostic(
        .yamlSyntax, "missing value", at: here,
        notes: problem.contextOffset.flatMap { start in
          start == problem.offset ? nil : [.init("in the value that starts here", at: character(start))]
        } ?? [],
        hint: "close every `[` and `{`, and write a value after every comma")
    }
  }
}

// MARK: Places

extension SyntaxMessage {
  /// The whole character at an offset, or the empty range at the end of the text.
  func character(_ offset: Int) -> SourceRange {
    guard offset < source.bytes.count else { return SourceRange(source.bytes.count, source.bytes.count) }
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return SourceRange(offset, end)
  }

  func startOfLine(_ offset: Int) -> Int {
    let before = source.bytes[..<min(offset, source.bytes.count)]
    return before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  func endOfLine(_ offset: Int) -> Int {
    source.bytes[min(offset, source.bytes.count)...].firstIndex(where: isLineBreak) ?? source.bytes.count
  }

  func firstContent(from offset: Int) -> Int {
    let rest = source.bytes[min(offset, source.bytes.count)...]
    return rest.firstIndex { !isBlank($0) } ?? source.bytes.count
  }

  func trimmed(_ range: SourceRange) -> SourceRange {
    var end = min(range.end, source.bytes.count)
    while end > range.start, isBlank(source.bytes[end - 1]) { end -= 1 }
    return SourceRange(range.start, end)
  }

  /// The text of the nearest line above that has any, without indentation and comment.
  func contentAbove(_ line: Int) -> SourceRange? {
    var line = line
    while line > 0 {
      line = startOfLine(line - 1)
      let content = firstContent(from: line)
      let isText =
        content < source.bytes.count && !isLineBreak(source.bytes[content])
        && source.bytes[content] != UInt8(ascii: "#")
      if isText { return valueOnLine(from: content) }
    }
    return nil
  }

  func restOfLine(_ offset: Int) -> SourceRange {
    trimmed(SourceRange(offset, endOfLine(offset)))
  }

  /// The range from an offset to the end of its line, or to the comment there.
  func valueOnLine(from offset: Int) -> SourceRange {
    let line = restOfLine(offset)
    let bytes = source.bytes
    let comment = (line.start..<line.end).first { index in
      bytes[index] == UInt8(ascii: "#") && index > line.start && isBlank(bytes[index - 1])
    }
    return comment.map { trimmed(SourceRange(line.start, $0)) } ?? line
  }

  /// The start of the value after the first `key: ` of a line, if it is before an offset.
  func startOfValue(inLineFrom content: Int, before limit: Int) -> Int? {
    guard content < limit else { return nil }
    let colon = (content..<limit).first { index in
      source.bytes[index] == UInt8(ascii: ":") && index + 1 < limit && isBlank(source.bytes[index + 1])
    }
    guard let colon else { return nil }
    let value = firstContent(from: colon + 1)
    return value < limit ? value : nil
  }

  /// The fix that puts a text in double quotes; empty for a very long text.
  func quoting(_ range: SourceRange, isSafe: Bool = false) -> [Diagnostic.Fix] {
    guard range.count <= 1000 else { return [] }
    let text = source[range].replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return [
      Diagnostic.Fix(
        "put the text in quotes", [TextEdit(range: range, replacement: "\"\(text)\"")], isSafe: isSafe)
    ]
  }

  func insertion(_ title: String, _ text: String, at offset: Int) -> Diagnostic.Fix {
    Diagnostic.Fix(
      title, [TextEdit(range: SourceRange(offset, offset), replacement: text)], isSafe: true)
  }
}

/// Text after the one document of a script.
struct TextAfterDocument {
  let source: SourceText
  let range: SourceRange

  init(_ source: SourceText, _ range: SourceRange) {
    self.source = source
    self.range = range
  }

  var diagnostic: Diagnostic {
    let text = source[range]
    if text.hasPrefix("---") {
      return Diagnostic(
        .unsupportedYAML, "a second YAML document starts here", at: SourceRange(range.start, range.start + 3),
        hint: "a file contains one script; use `sequences` for several timelines")
    }
    if text.hasPrefix("]") || text.hasPrefix("}") {
      let bracket = String(text.prefix(1))
      return Diagnostic(
        .yamlSyntax, "no open bracket matches this `\(bracket)`",
        at: SourceRange(range.start, range.start + 1))
    }
    if text.hasPrefix("%") {
      return Diagnostic(.unsupportedYAML, "YAML directives are not supported", at: range)
    }
    return Diagnostic(
      .yamlSyntax, "unexpected text after the end of the script", at: range,
      hint: "start it in the same column as the first key of the script")
  }
}
