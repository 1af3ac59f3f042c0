import Basics
import EditScript
import YAMLTree

/// Prints a tree in its usual form, including comments.
struct ScriptPrinter {
  let source: SourceText
  let comments: CommentList
  var text = PrintedText()
  /// False after a block scalar that keeps trailing empty lines: a further one would be content.
  var mayBreakTwice = true

  init(_ source: SourceText, comments: [YAMLComment]) {
    self.source = source
    self.comments = CommentList(comments, in: source)
  }

  mutating func print(_ root: YAMLNode?, expecting expectation: Expectation) {
    let end = source.bytes.count
    guard let root else {
      printLines(comments.between(0, end), indentation: 0)
      return finish()
    }
    if root.isBlock {
      let parts = MemberList(of: root, within: SourceRange(0, end), in: comments)
      printMembers(
        parts, order: parts.order(expectation), indentation: 0, expecting: expectation, isTopLevel: true)
    } else {
      printLines(comments.between(0, root.range.start), indentation: 0)
      startLine(0, blankAbove: source.hasBlankLine(above: root.range.start))
      let place = printInline(root, base: root.isScalar ? 2 : 0, isFlow: false, expecting: expectation)
      printLines(comments.between(place, end), indentation: 0)
    }
    finish()
  }

  private mutating func finish() {
    if !text.isEmpty { text.breakLine() }
  }
}

// MARK: - Lines

extension ScriptPrinter {
  /// Starts a line, with an empty line above it if requested and possible.
  mutating func startLine(_ indentation: Int, blankAbove: Bool = false) {
    guard !text.isEmpty else { return text.write(String(repeating: " ", count: indentation)) }
    if blankAbove, mayBreakTwice { text.breakLine() }
    text.breakLine(indentation: indentation)
    mayBreakTwice = true
  }

  /// Prints comments on separate lines; `firstBlank` decides whether the first has an empty line above it.
  mutating func printLines(
    _ lines: some Collection<YAMLComment>, indentation: Int, firstBlank: Bool? = nil
  ) {
    for (number, comment) in lines.enumerated() {
      let isBlank = source.hasBlankLine(above: comment.range.start)
      startLine(indentation, blankAbove: number == 0 ? firstBlank ?? isBlank : isBlank)
      text.copy(comments.text(of: comment))
    }
  }

  /// Prints a comment at the end of a line.
  mutating func printBehind(_ comment: YAMLComment?) {
    guard let comment else { return }
    text.write("  ")
    text.copy(comments.text(of: comment))
  }
}

// MARK: - Values

extension ScriptPrinter {
  /// Prints the value of a block entry or item after its colon or dash, and the comments that belong to it.
  ///
  /// `indentation` is that of the key or dash.
  mutating func printValue(of member: Member, indentation: Int, expecting expectation: Expectation) {
    let node = member.node
    if node.isBlock {
      let behind = comments.behind(member.valueMark)
      let parts = member.blockMembers(comments)
      let order = keepsOrder(of: parts, in: member) ? parts.writtenOrder : parts.order(expectation)
      let isOnLine = member.entry == nil && behind == nil && parts.canStartOnLine(order)
      if isOnLine { text.write(" ") } else { printBehind(behind) }
      printMembers(
        parts, order: order, indentation: indentation + 2, expecting: expectation, startsOnLine: isOnLine)
    } else if node.isAbsent {
      let behind = comments.behind(node.range.end)
      printBehind(behind)
      let lines = comments.between(behind?.range.end ?? node.range.end, member.end)
      printLines(lines, indentation: indentation + 2, firstBlank: false)
    } else {
      printBeforeValue(node, behind: member.valueMark, indentation: indentation + 2)
      _ = printInline(node, base: indentation + 2, isFlow: false, expecting: expectation)
    }
  }

  /// Findings about a list item are at its first line, as are suppressions, so that line must stay first.
  private func keepsOrder(of parts: MemberList, in member: Member) -> Bool {
    guard member.entry == nil else { return false }
    return isAllowed(member) || parts.members.first.map(isAllowed) == true
  }

  /// Prints the space between a colon or dash and the value, or the comments between them.
  mutating func printBeforeValue(_ node: YAMLNode, behind mark: Int, indentation: Int) {
    let between = comments.between(mark, node.range.start)
    guard let first = between.first else { return text.write(" ") }
    if !first.standsAlone { printBehind(first) }
    printLines(first.standsAlone ? between : between.dropFirst(), indentation: indentation, firstBlank: false)
    startLine(indentation, blankAbove: source.hasBlankLine(above: node.range.start))
  }

  /// Prints a scalar or a value in brackets and the comment after it; returns their end in the source.
  ///
  /// `base` is the indentation of further lines.
  mutating func printInline(
    _ node: YAMLNode, base: Int, isFlow: Bool, expecting expectation: Expectation
  ) -> Int {
    switch node.value {
    case .scalar(let scalar) where scalar.style == .literal || scalar.style == .folded:
      printBlockScalar(scalar, node.range, indentation: base)
      return node.range.end
    case .scalar(let scalar):
      printScalar(
        WrittenScalar(scalar, node.range, in: source, isFlow: isFlow), base: base, expecting: expectation)
    case .sequence, .mapping:
      printFlow(node, base: base, expecting: expectation)
    }
    guard !isFlow, let behind = comments.behind(node.range.end) else { return node.range.end }
    printBehind(behind)
    return behind.range.end
  }
}

extension YAMLNode {
  /// A list or mapping without brackets.
  var isBlock: Bool {
    switch value {
    case .sequence(_, let isFlow), .mapping(_, let isFlow): !isFlow
    case .scalar: false
    }
  }

  var isScalar: Bool {
    if case .scalar = value { true } else { false }
  }

  var isAbsent: Bool {
    if case .scalar(let scalar) = value { scalar.isAbsent } else { false }
  }
}
