import Basics
import Diagnostics

/// A message in editc's own words for a libyaml error, at the place of the mistake.
struct SyntaxMessage {
  let problem: YAMLProblem
  let source: SourceText
  /// The offset of the innermost unclosed bracket.
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
    case ("while scanning a plain scalar", "found unexpected ':'"):
      return colonWithoutBlank(at: problem.offset)
    case ("while scanning a directive", _):
      return TextAfterDocument(source, restOfLine(startOfLine(problem.offset))).diagnostic
    case ("while scanning a simple key", _):
      return missingColon
    case ("while scanning a quoted scalar", let words):
      return words == "found unexpected document indicator" ? quoteAcrossDocuments : unclosedQuote
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
        .unsupportedYAML, "YAML keys with `?` are not supported", at: character(problem.offset),
        hint: "write `key: value`; quote text that starts with `?`")
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
      .yamlSyntax, "text that starts with `\(sign)` needs quotes", at: value, fixes: quoting(value))
  }

  private var tag: Diagnostic {
    let start = problem.contextOffset ?? problem.offset
    return Diagnostic(
      .unsupportedYAML, "YAML tags are not supported", at: character(start),
      hint: "remove it: the key determines the type of its value; quote text that starts with `!`",
      fixes: quoting(valueOnLine(from: start)))
  }

  private func tab(at offset: Int) -> Diagnostic {
    let start = startOfLine(offset)
    let content = firstContent(from: start)
    guard content > offset else { return tabInLine(at: offset) }
    let isEmptyLine = content >= source.bytes.count || isLineBreak(source.bytes[content])
    let edit = TextEdit(
      range: SourceRange(start, content),
      replacement: isEmptyLine ? "" : String(repeating: " ", count: column(ofLineWithTabs: start..<content)))
    return Diagnostic(
      .yamlSyntax, "tabs cannot indent lines", at: SourceRange(start, max(content, start + 1)),
      hint: "use spaces, two per level",
      fixes: [
        Diagnostic.Fix(isEmptyLine ? "remove the tab" : "indent with spaces", [edit], isSafe: isEmptyLine)
      ])
  }

  /// A tab between `-` and the value.
  private func tabInLine(at offset: Int) -> Diagnostic {
    let before = source.bytes[startOfLine(offset)..<offset].lastIndex { !isBlank($0) } ?? offset
    let blanks = SourceRange(before + 1, firstContent(from: offset))
    return Diagnostic(
      .yamlSyntax, "a tab is not allowed after `\(source[SourceRange(before, before + 1)])`", at: blanks,
      fixes: [
        Diagnostic.Fix("write a space", [TextEdit(range: blanks, replacement: " ")], isSafe: true)
      ])
  }

  /// Two spaces for each tab, or the nearest column that fits the lines above.
  private func column(ofLineWithTabs indentation: Range<Int>) -> Int {
    let column = indentation.reduce(0) { $0 + (source.bytes[$1] == UInt8(ascii: "\t") ? 2 : 1) }
    let isItem = source.bytes[indentation.upperBound] == UInt8(ascii: "-")
    var possible: Set<Int> = []
    var line = indentation.lowerBound
    while let above = contentAbove(line) {
      line = startOfLine(above.start)
      let dash = above.start - line
      let key = source[above].hasPrefix("- ") ? firstContent(from: above.start + 1) - line : dash
      if possible.isEmpty, source[above].hasSuffix(":") { possible.insert(key + 2) }
      if !isItem || key != dash { possible.insert(isItem ? dash : key) }
      if dash == 0 { break }
    }
    return possible.min { (abs($0 - column), -$0) < (abs($1 - column), -$1) } ?? column
  }
}
