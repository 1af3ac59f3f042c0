import Basics
import EditScript
import YAMLTree

extension ScriptPrinter {
  /// Prints a value in brackets: on one line if it was, otherwise with one line per member.
  ///
  /// Lines are indented deeper than `base`, the column of the closing bracket; in blocks, YAML requires even
  /// that bracket to be deeper than the key.
  mutating func printFlow(_ node: YAMLNode, base: Int, expecting expectation: Expectation) {
    let (open, close) = node.brackets
    // In `[a: b]`, the pair has no brackets of its own and gets some.
    let isBare = source.bytes[node.range.start] != open.utf8.first
    let inside = isBare ? node.range : SourceRange(node.range.start + 1, node.range.end - 1)
    let behind = isBare ? nil : comments.behind(inside.start)
    let list = MemberList(
      of: node, within: SourceRange(behind?.range.end ?? inside.start, inside.end), in: comments)
    let hasComments = !comments.between(inside.start, inside.end).isEmpty
    let isTall = hasComments || (!list.members.isEmpty && source.hasLineFeed(in: inside))
    text.write(open)
    if isTall { printBehind(behind) }
    let order = list.order(expectation)
    let keys = usualKeys(of: list, isFlow: true, expecting: expectation)
    if isTall { printLines(list.header, indentation: base + 2, firstBlank: false) }
    for (number, index) in order.enumerated() {
      let member = list.members[index]
      if isTall {
        let hasBlank = number == 0 ? list.headerIsApart : member.blankAbove
        startMember(member, indentation: base + 2, blankAbove: hasBlank)
      }
      if let entry = member.entry { printKey(keys[index], of: entry) }
      printFlowValue(
        of: member, base: base + (isTall ? 2 : 0), expecting: expectation.value(of: member.entry))
      if number + 1 < order.count { text.write(isTall ? "," : ", ") }
      if isTall { printBehind(comments.behind(member.node.range.end, acrossComma: true)) }
    }
    if isTall {
      printLines(list.tail, indentation: base + 2, firstBlank: list.members.isEmpty ? false : nil)
      startLine(base)
    }
    text.write(close)
  }

  private mutating func printFlowValue(of member: Member, base: Int, expecting expectation: Expectation) {
    if let entry = member.entry {
      if member.node.isAbsent {
        // `{a:b}` is a key without a value that looks like one with a value.
        return text.write(entry.key.contains(":") ? ": " : "")
      }
      text.write(":")
      printBeforeValue(member.node, behind: member.valueMark, indentation: base + 2)
    }
    _ = printInline(member.node, base: base, isFlow: true, expecting: expectation)
  }
}

extension YAMLNode {
  fileprivate var brackets: (open: String, close: String) {
    if case .sequence = value { ("[", "]") } else { ("{", "}") }
  }
}

extension SourceText {
  fileprivate func hasLineFeed(in range: SourceRange) -> Bool {
    bytes[range.start..<range.end].contains(.lineFeed)
  }
}
