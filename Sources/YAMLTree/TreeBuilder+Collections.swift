import Basics
import Diagnostics

extension TreeBuilder {
  /// False if the text is nested too deeply to read on.
  mutating func openCollection(_ kind: OpenCollection.Kind, isFlow: Bool, _ event: YAMLEvent) -> Bool {
    guard countNode(at: event.range.start) else { return false }
    let hasProperties = refuseProperties(of: event)
    let start = hasProperties ? gaps.advanceToContent() : event.range.start
    gaps.advance(to: start)
    guard open.count < limits.depth else {
      let message =
        "this is nested \(open.count + 1) levels deep; a script may have at most \(limits.depth)"
      findings.add(Diagnostic(.tooDeep, message, at: SourceRange(start, start + 1)))
      return false
    }
    if wantsKey {
      findings.add(
        Diagnostic(
          .unsupportedYAML, "a list or a mapping cannot be a key", at: SourceRange(start, start + 1),
          hint: "a key is plain text: `key: value`"))
    }
    var collection = OpenCollection(kind, isFlow: isFlow, start: start, lineStart: gaps.lineStart)
    if isFlow, hasBracket(kind, at: start) {
      collection.end = start + 1
      gaps.advance(to: start + 1)
    }
    open.append(collection)
    return true
  }

  mutating func closeCollection(_ event: YAMLEvent) {
    guard var collection = open.popLast() else { return }
    // The pair in `[a: b]` is a flow mapping without braces, which ends with its value.
    if collection.isFlow, !event.range.isEmpty {
      gaps.advance(to: event.range.end)
      collection.end = event.range.end
    }
    place(collection)
    let isOutermostFlow = collection.isFlow && open.last?.isFlow != true
    if isOutermostFlow, gaps.lineStart != collection.lineStart {
      checkLines(of: SourceRange(collection.start, collection.end), style: nil)
    }
  }

  private func hasBracket(_ kind: OpenCollection.Kind, at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    return bytes[offset] == (kind == .sequence ? UInt8(ascii: "[") : UInt8(ascii: "{"))
  }
}

// MARK: Errors that libyaml accepts

extension TreeBuilder {
  /// Checks that continuation lines of a quoted text or a value in brackets are indented deeper than the
  /// mapping or list that they belong to.
  mutating func checkLines(of range: SourceRange, style: YAMLScalar.Style?) {
    guard style != .plain, style != .literal, style != .folded else { return }
    let column = open.last { !$0.isFlow }?.column ?? -1
    let lines = linesTooFarLeft(in: range, column: column, commentsAllowed: style == nil)
    guard let first = lines.first, !refuseKeyOnLines(range) else { return }
    let content = bytes[first.end..<range.end].firstIndex(where: isLineBreak) ?? range.end
    let isTab = bytes[first.start..<first.end].contains(UInt8(ascii: "\t"))
    let blanks = String(repeating: " ", count: column + 2)
    findings.add(
      Diagnostic(
        .yamlSyntax,
        isTab
          ? "tabs cannot indent lines"
          : "this line continues a value and must be indented by at least \(column + 1) \(column == 0 ? "space" : "spaces")",
        at: SourceRange(first.end, content),
        notes: [.init("the value starts here", at: SourceRange(range.start, range.start + 1))],
        fixes: [
          Diagnostic.Fix(
            "indent with \(column + 2) spaces",
            lines.map { TextEdit(range: $0, replacement: blanks) }, isSafe: true)
        ]))
  }

  /// The indentation of lines that are not indented deeply enough, at most a hundred of them.
  private func linesTooFarLeft(in range: SourceRange, column: Int, commentsAllowed: Bool) -> [SourceRange] {
    var found: [SourceRange] = []
    var position = range.start
    while found.count < 100, let newline = bytes[position..<range.end].firstIndex(of: UInt8(ascii: "\n")) {
      let line = newline + 1
      let content = min(firstContent(from: line, acrossLines: false), range.end)
      position = content
      guard content < range.end, !isLineBreak(bytes[content]) else { continue }
      if commentsAllowed, bytes[content] == UInt8(ascii: "#") { continue }
      let spaces = bytes[line..<content].prefix { $0 == UInt8(ascii: " ") }.count
      if spaces <= column { found.append(SourceRange(line, content)) }
    }
    return found
  }

  /// Reports a blank line before a `|` or `>` text with more blanks than the text's first line: other readers
  /// reject it, and libyaml misreads the rest.
  mutating func checkBlankLines(beforeTextAt start: Int, style: YAMLScalar.Style) {
    guard style == .literal || style == .folded, let block = open.last(where: { !$0.isFlow }),
      let header = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
      !bytes[start..<header].prefix(3).contains(where: { (0x31...0x39).contains($0) })
    else { return }
    var line = header + 1
    var blankLines: [SourceRange] = []
    while line < bytes.count {
      let content = bytes[line...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
      guard content < bytes.count, isLineBreak(bytes[content]) else {
        return reportBlankLines(blankLines, before: SourceRange(line, content), in: block)
      }
      blankLines.append(SourceRange(line, content))
      line = (bytes[content...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) + 1
    }
  }

  private mutating func reportBlankLines(
    _ lines: [SourceRange], before indentation: SourceRange, in block: OpenCollection
  ) {
    let long = lines.filter { $0.count > indentation.count }
    guard let first = long.first, indentation.end < bytes.count, indentation.count > block.column else {
      return
    }
    let end = bytes[indentation.end...].firstIndex(where: isLineBreak) ?? bytes.count
    explained = SourceRange(indentation.start, end)
    findings.add(
      Diagnostic(
        .yamlSyntax, "this empty line has more spaces than the text below it", at: first,
        notes: [.init("the text starts here", at: SourceRange(indentation.end, end))],
        fixes: [
          Diagnostic.Fix(
            "remove the spaces", long.map { TextEdit(range: $0, replacement: "") }, isSafe: true)
        ]))
  }

  /// Reports a lone `-` in brackets, which looks like a list item and is read as text.
  mutating func checkPlainDash(_ scalar: YAMLScalar, _ range: SourceRange) {
    guard scalar.style == .plain, scalar.text == "-", open.last?.isFlow == true else { return }
    findings.add(
      Diagnostic(
        .yamlSyntax, "a lone `-` in brackets is neither a list item nor text", at: range,
        hint: "inside `[ ]` only commas separate items; for the text `-` write `\"-\"`"))
  }

  /// Reports a missing space: `{size:1280x720}` is a key `size:1280x720` without a value.
  mutating func checkColonWithoutBlank() {
    guard let mapping = open.last, mapping.isFlow, let key = mapping.pendingKey, let text = key.text,
      !"\"'".utf8.contains(bytes[key.range.start]), placeIsWithoutColon(key.range.end),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return }
    let offset = key.range.start + text.utf8.distance(from: text.startIndex, to: colon)
    findings.add(
      Diagnostic(
        .yamlSyntax, "missing space after the colon", at: SourceRange(offset, offset + 1),
        fixes: [
          Diagnostic.Fix(
            "write `: `", [TextEdit(range: SourceRange(offset + 1, offset + 1), replacement: " ")],
            isSafe: true)
        ]))
  }

  private func placeIsWithoutColon(_ offset: Int) -> Bool {
    let next = firstContent(from: offset, acrossLines: true)
    return next >= bytes.count || bytes[next] != UInt8(ascii: ":")
  }

  /// Reports the text after the end of the first document.
  mutating func refuseTextAfterDocument() {
    while true {
      let content = gaps.advanceToContent()
      guard content < bytes.count else { return }
      let isMark = content == gaps.lineStart
      if isMark, bytes[content...].starts(with: "...".utf8) {
        gaps.skip(to: content + 3)
        let next = firstContent(from: content + 3, acrossLines: false)
        if next >= bytes.count || isLineBreak(bytes[next]) || bytes[next] == UInt8(ascii: "#") { continue }
      }
      let start = gaps.advanceToContent()
      let end = bytes[start...].firstIndex(where: isLineBreak) ?? bytes.count
      findings.add(TextAfterDocument(source, SourceRange(start, end)).diagnostic)
      return
    }
  }
}
