import Diagnostics
import SourceText

/// Says in our words, and at the guilty place, what libyaml stumbled over.
struct SyntaxMessage {
  let problem: YAMLProblem
  let source: SourceText
  /// Where the innermost bracket stands that has not been closed.
  let openBracket: Int?

  init(_ problem: YAMLProblem, in source: SourceText, openBracket: Int?) {
    self.problem = problem
    self.source = source
    self.openBracket = openBracket
  }

  var diagnostic: Diagnostic {
    switch (problem.context, problem.problem) {
    case ("while parsing a block mapping", _), ("while parsing a flow node", _),
      ("while parsing a block node", _):
      if source[character(problem.offset)] == ":" { return missingKey }
    default: break
    }
    switch (problem.context, problem.problem) {
    case ("while scanning an alias", _), ("while scanning an anchor", _):
      return indicator(at: problem.contextOffset ?? problem.offset)
    case (let context, let words) where context.hasSuffix(" tag") || words.contains("tag handle"):
      return tag
    case (_, "found character that cannot start any token"):
      return indicator(at: problem.offset)
    case (_, let words) where words.contains("tab character"):
      return tab(at: problem.offset)
    case (_, "mapping values are not allowed in this context"):
      return unexpectedColon
    case ("while scanning a simple key", _):
      return missingColon
    case ("while scanning a quoted scalar", _):
      return unclosedQuote
    case ("while parsing a quoted scalar", let words):
      return escape(words)
    case ("while scanning a block scalar", let words):
      return blockText(words)
    case ("while parsing a flow sequence", _):
      return bracket("[", closedBy: "]")
    case ("while parsing a flow mapping", _):
      return bracket("{", closedBy: "}")
    case ("while parsing a block mapping", _), ("while parsing a block collection", _):
      return unexpectedInBlock
    case (_, "block sequence entries are not allowed in this context"):
      return dashInLine
    case (_, "mapping keys are not allowed in this context"):
      return Diagnostic(
        .unsupportedYAML, "keys with `?` are not part of the language", at: character(problem.offset),
        hint: "write `key: value`; a text that begins with `?` needs quotes")
    case (_, "did not find expected node content"):
      return missingValue
    case (_, "did not find expected <document start>"):
      return TextAfterDocument(source, restOfLine(problem.offset)).diagnostic
    default:
      let words = problem.context.isEmpty ? "" : " " + problem.context
      return Diagnostic(
        .yamlSyntax, "this cannot be read: \(problem.problem)\(words)", at: character(problem.offset))
    }
  }
}

// MARK: Values that begin with a special character

extension SyntaxMessage {
  private func indicator(at offset: Int) -> Diagnostic {
    guard offset < source.bytes.count, source.bytes[offset] != UInt8(ascii: "\t") else {
      return tab(at: offset)
    }
    let sign = source[character(offset)]
    let value = valueOnLine(from: offset)
    return Diagnostic(
      .yamlSyntax, "a text that begins with `\(sign)` needs quotes", at: value, fixes: [quoting(value)])
  }

  private var tag: Diagnostic {
    let start = problem.contextOffset ?? problem.offset
    return Diagnostic(
      .unsupportedYAML, "tags are not part of the language", at: character(start),
      hint: "remove it: the key says what a value is; a text that begins with `!` needs quotes",
      fixes: [quoting(valueOnLine(from: start))])
  }

  private func tab(at offset: Int) -> Diagnostic {
    let start = startOfLine(offset)
    let content = firstContent(from: start)
    let isIndentation = content > offset
    let place = isIndentation ? SourceRange(start, max(content, start + 1)) : character(offset)
    let isEmptyLine = content >= source.bytes.count || isLineBreak(source.bytes[content])
    let fix: Diagnostic.Fix? =
      !isIndentation
      ? nil
      : Diagnostic.Fix(
        isEmptyLine ? "remove the tab" : "indent with blanks",
        [
          TextEdit(
            range: SourceRange(start, content), replacement: isEmptyLine ? "" : spaces(start..<content))
        ],
        isSafe: isEmptyLine)
    return Diagnostic(
      .yamlSyntax, "a tab cannot indent a line", at: place, hint: "use blanks, two for each level",
      fixes: fix.map { [$0] } ?? [])
  }

  private func spaces(_ indentation: Range<Int>) -> String {
    source.bytes[indentation].map { $0 == UInt8(ascii: "\t") ? "  " : " " }.joined()
  }
}

// MARK: Colons and indentation

extension SyntaxMessage {
  private var unexpectedColon: Diagnostic {
    let colon = problem.offset
    let start = startOfLine(colon)
    let content = firstContent(from: start)
    let colonPlace = character(colon)
    if let value = startOfValue(inLineFrom: content, before: colon) {
      let range = valueOnLine(from: value)
      return Diagnostic(
        .yamlSyntax, "a text that contains `: ` needs quotes", at: range,
        notes: [.init("this colon makes a second key of it", at: colonPlace)], fixes: [quoting(range)])
    }
    if source[SourceRange(start, min(start + 4, source.bytes.count))].hasPrefix("--- ") {
      return Diagnostic(.yamlSyntax, "a mapping begins on the line after `---`", at: colonPlace)
    }
    let key = SourceRange(content, colon)
    guard key.count <= 1024 else { return longKey(key) }
    return Diagnostic(
      .yamlSyntax, "this key is indented deeper than the keys beside it", at: key,
      hint: "begin it in the same column as the key it belongs beside, or put its value in quotes")
  }

  private func longKey(_ key: SourceRange) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, "this key is longer than 1024 characters", at: key, hint: "a key is a short name")
  }

  private var missingKey: Diagnostic {
    Diagnostic(
      .unsupportedYAML, "a key is missing here", at: character(problem.offset),
      hint: "a key is plain text: `key: value`")
  }

  private var missingColon: Diagnostic {
    let start = problem.contextOffset ?? problem.offset
    let line = trimmed(SourceRange(start, endOfLine(start)))
    if line.count > 1024 { return longKey(line) }
    let text = source.bytes[line.start..<line.end]
    if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > line.start, colon + 1 < line.end {
      return Diagnostic(
        .yamlSyntax, "a blank is missing after the colon", at: SourceRange(colon, colon + 1),
        fixes: [insertion("write `: `", " ", at: colon + 1)])
    }
    if text.first == UInt8(ascii: "-"), line.count > 1 {
      return Diagnostic(
        .yamlSyntax, "a blank is missing after the `-`", at: SourceRange(line.start, line.start + 1),
        fixes: [insertion("write `- `", " ", at: line.start + 1)])
    }
    return Diagnostic(
      .yamlSyntax, "a colon is missing: this line is no `key: value`", at: line,
      hint: "write `key: value`; a longer text is indented deeper than its key")
  }

  private var unexpectedInBlock: Diagnostic {
    let offset = problem.offset
    let content = firstContent(from: startOfLine(offset))
    let isMapping = problem.context == "while parsing a block mapping"
    let block = problem.contextOffset ?? offset
    if content < offset { return textAfterValue(from: offset, lineContent: content) }
    let noun = isMapping ? "mapping" : "list"
    let places = (source.place(at: offset), source.place(at: block))
    let note = Diagnostic.Note(
      "the \(noun) begins here, in column \(places.1.column)", at: character(block))
    if places.0.column == places.1.column {
      return Diagnostic(
        .yamlSyntax,
        isMapping
          ? "a list item cannot stand among the keys of a mapping"
          : "a key cannot stand among the items of a list",
        at: restOfLine(offset), notes: [note], hint: "indent it below the key or item it belongs to")
    }
    return Diagnostic(
      .yamlSyntax, "the indentation of this line fits nothing above it", at: restOfLine(offset),
      notes: [note], hint: "begin it in the same column as the line it belongs beside")
  }

  private var dashInLine: Diagnostic {
    Diagnostic(
      .yamlSyntax, "a list cannot begin on the line of its key", at: character(problem.offset),
      hint: "put the `-` on a line of its own, or write `[a, b]`; a text that begins with `- ` needs quotes")
  }

  /// `title: "a" b` and `title: [a] b`: the value has ended, and something follows.
  private func textAfterValue(from offset: Int, lineContent: Int) -> Diagnostic {
    let rest = valueOnLine(from: offset)
    let value = startOfValue(inLineFrom: lineContent, before: offset) ?? lineContent
    let whole = SourceRange(value, rest.end)
    return Diagnostic(
      .yamlSyntax, "this text stands after the end of the value", at: rest,
      hint: "a text that begins with a quote or a bracket needs quotes around the whole of it",
      fixes: value < offset ? [quoting(whole)] : [])
  }
}
