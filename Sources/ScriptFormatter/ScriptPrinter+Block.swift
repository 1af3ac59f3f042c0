import SourceText
import YAMLTree

extension ScriptPrinter {
  mutating func printMembers(
    _ list: MemberList, order: [Int]? = nil, indentation: Int, expecting expectation: Expectation,
    startsOnLine: Bool = false, isTopLevel: Bool = false
  ) {
    printLines(list.header, indentation: indentation, firstBlank: false)
    let keys = usualKeys(of: list, isFlow: false, expecting: expectation)
    var previousIsTall = false
    for (number, index) in (order ?? list.order(expectation)).enumerated() {
      let member = list.members[index]
      let isFirst = number == 0
      let hasBlank = isFirst ? list.headerIsApart : member.blankAbove
      let mark = text.mark
      let mayBreakTwice = mayBreakTwice
      startMember(member, indentation: indentation, blankAbove: hasBlank, onLine: isFirst && startsOnLine)
      let lineBreaks = text.lineBreaks
      if let entry = member.entry {
        printKey(keys[index], of: entry)
        text.write(":")
      } else {
        text.write("-")
      }
      printValue(
        of: member, indentation: indentation, expecting: expectation.value(of: member.entry),
        keepsOrder: member.entry == nil && isSuppressed(member))
      guard isTopLevel else { continue }
      let isTall = text.lineBreaks > lineBreaks
      if !isFirst, !hasBlank, mayBreakTwice, isTall || previousIsTall { text.insertLineBreak(at: mark) }
      previousIsTall = isTall
    }
    printLines(list.tail, indentation: indentation)
  }

  /// The comments above a member, and the beginning of its own line.
  mutating func startMember(_ member: Member, indentation: Int, blankAbove: Bool, onLine: Bool = false) {
    printLines(member.above, indentation: indentation, firstBlank: blankAbove)
    if onLine { return }
    let isBlank = member.above.isEmpty ? blankAbove : source.hasBlankLine(above: member.start)
    startLine(indentation, blankAbove: isBlank)
  }

  /// A comment for the linter above an item is about its first line, which therefore stays the first.
  private func isSuppressed(_ member: Member) -> Bool {
    let nearest = [member.above.last, comments.behind(member.valueMark)].compactMap(\.self)
    return nearest.contains { comments.words(of: $0).contains("editc: allow") }
  }
}
