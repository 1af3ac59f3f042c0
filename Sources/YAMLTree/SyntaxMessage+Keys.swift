import Basics
import Diagnostics

// MARK: Colons and indentation

extension SyntaxMessage {
  var unexpectedColon: Diagnostic {
    let colon = problem.offset
    let start = startOfLine(colon)
    let content = firstContent(from: start)
    let colonPlace = character(colon)
    if content < colon, "]}".utf8.contains(source.bytes[content]) {
      return Diagnostic(
        .unsupportedYAML, "a list or a mapping cannot be a key", at: character(content),
        hint: "a key is plain text: `key: value`")
    }
    if let value = startOfValue(inLineFrom: content, before: colon) {
      let range = valueOnLine(from: value)
      return Diagnostic(
        .yamlSyntax, "text that contains `: ` needs quotes", at: range,
        notes: [.init("this colon turns it into a second key", at: colonPlace)], fixes: quoting(range))
    }
    if source[SourceRange(start, min(start + 4, source.bytes.count))].hasPrefix("--- ") {
      return Diagnostic(.yamlSyntax, "a mapping must start on the line after `---`", at: colonPlace)
    }
    let key = SourceRange(content, colon)
    guard key.count <= 1024 else { return longKey(key) }
    if let quote = source.bytes[key.start..<key.end].last, "\"'".utf8.contains(quote),
      source.bytes[key.start] != quote
    {
      return Diagnostic(
        .yamlSyntax, "a key and its colon must be on one line", at: key)
    }
    if let text = textAbove(start) {
      return Diagnostic(
        .yamlSyntax, "this key continues the text of the line above", at: key,
        notes: [.init("this line is not `key: value`", at: text)],
        hint: "write a key before that text, or quote the whole text")
    }
    return Diagnostic(
      .yamlSyntax, "this key is indented deeper than the other keys of its mapping", at: key,
      hint: "indent it like the other keys of its mapping, or quote its value")
  }

  /// The line above, if it contains only text.
  private func textAbove(_ line: Int) -> SourceRange? {
    guard let above = contentAbove(line), !source[above].hasPrefix("- "), !source[above].hasSuffix(":") else {
      return nil
    }
    return startOfValue(inLineFrom: above.start, before: above.end) == nil ? above : nil
  }

  private func longKey(_ key: SourceRange) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, "this key is longer than 1024 characters", at: key, hint: "use a short key")
  }

  var missingKey: Diagnostic {
    Diagnostic(
      .unsupportedYAML, "missing key", at: character(problem.offset),
      hint: "a key is plain text: `key: value`")
  }

  var missingColon: Diagnostic {
    let start = problem.contextOffset ?? problem.offset
    let line = valueOnLine(from: start)
    if line.count > 1024 { return longKey(line) }
    let text = source.bytes[line.start..<line.end]
    if let property = property(at: line.start) { return property }
    if let quote = text.first, "\"'".utf8.contains(quote), !text.dropFirst().contains(quote) {
      return Diagnostic(
        .yamlSyntax, "a key and its colon must be on one line", at: line)
    }
    if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > line.start, colon + 1 < line.end {
      return colonWithoutBlank(at: colon)
    }
    if text.first == UInt8(ascii: "-"), line.count > 1 {
      return Diagnostic(
        .yamlSyntax, "missing space after `-`", at: SourceRange(line.start, line.start + 1),
        fixes: [insertion("write `- `", " ", at: line.start + 1)])
    }
    return Diagnostic(
      .yamlSyntax, "missing colon: this line is not `key: value`", at: line,
      hint: "write `key: value`; indent continued text deeper than its key")
  }

  func colonWithoutBlank(at colon: Int) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, "missing space after the colon", at: character(colon),
      fixes: [insertion("write `: `", " ", at: colon + 1)])
  }

  /// An anchor, alias or tag in a place that cannot have one.
  private func property(at offset: Int) -> Diagnostic? {
    let noun: String
    switch source[character(offset)] {
    case "&": noun = "anchor"
    case "*": noun = "alias"
    case "!": noun = "tag"
    default: return nil
    }
    let end = source.bytes[offset...].firstIndex { isBlank($0) || isLineBreak($0) } ?? source.bytes.count
    let range = SourceRange(offset, end)
    return Diagnostic(
      .unsupportedYAML, "the YAML \(noun) `\(source[range].prefix(40))` is not supported", at: range,
      hint: "remove it; quote text that starts with `\(source[character(offset)])`")
  }

  var unexpectedInBlock: Diagnostic {
    let offset = problem.offset
    let content = firstContent(from: startOfLine(offset))
    let isMapping = problem.context == "while parsing a block mapping"
    let block = problem.contextOffset ?? offset
    if content < offset { return textAfterValue(from: offset, lineContent: content) }
    let noun = isMapping ? "mapping" : "list"
    let places = (source.place(at: offset), source.place(at: block))
    let note = Diagnostic.Note(
      "the \(noun) starts here, in column \(places.1.column)", at: character(block))
    if places.0.column == places.1.column {
      return Diagnostic(
        .yamlSyntax,
        isMapping
          ? "a list item cannot be between the keys of a mapping"
          : "a key cannot be between the items of a list",
        at: restOfLine(offset), notes: [note], hint: "indent it below the key or item it belongs to")
    }
    return Diagnostic(
      .yamlSyntax, "the indentation of this line matches no line above it", at: restOfLine(offset),
      notes: [note], hint: "indent it like the other lines of its list or mapping")
  }

  var dashInLine: Diagnostic {
    let content = firstContent(from: startOfLine(problem.offset))
    if let property = property(at: content) { return property }
    let before = source.bytes[content..<problem.offset].last { !isBlank($0) }
    if let before, "]}\"'".utf8.contains(before) {
      return textAfterValue(from: problem.offset, lineContent: content)
    }
    return Diagnostic(
      .yamlSyntax, "a list cannot start on the line of its key", at: character(problem.offset),
      hint: "put the `-` on its own line, or write `[a, b]`; quote text that starts with `- `")
  }

  /// `title: "a" b` and `title: [a] b`: text after the end of the value.
  private func textAfterValue(from offset: Int, lineContent: Int) -> Diagnostic {
    let rest = valueOnLine(from: offset)
    let value = startOfValue(inLineFrom: lineContent, before: offset) ?? lineContent
    let whole = SourceRange(value, rest.end)
    return Diagnostic(
      .yamlSyntax, "unexpected text after the end of the value", at: rest,
      hint: "quote the whole text if it starts with a quote or a bracket",
      fixes: value < offset ? quoting(whole) : [])
  }
}
