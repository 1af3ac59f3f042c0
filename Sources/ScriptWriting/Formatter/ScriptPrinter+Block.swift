import Basics
import EditScript
import YAMLTree

extension ScriptPrinter {
  mutating func printMembers(
    _ list: MemberList, order: [Int], indentation: Int, expecting expectation: Expectation,
    startsOnLine: Bool = false, isTopLevel: Bool = false
  ) {
    printLines(list.header, indentation: indentation, firstBlank: false)
    let keys = usualKeys(of: list, isFlow: false, expecting: expectation)
    let separatesTall = isTopLevel && list.members.contains(where: \.blankAbove)
    var previousIsTall = false
    for (number, index) in order.enumerated() {
      let member = list.members[index]
      let isFirst = number == 0
      let hasBlank = isFirst ? list.headerIsApart : member.blankAbove
      let room = separatesTall && !isFirst && !hasBlank && mayBreakTwice ? text.leaveRoom() : nil
      startMember(member, indentation: indentation, blankAbove: hasBlank, onLine: isFirst && startsOnLine)
      let lineBreaks = text.lineBreaks
      if let entry = member.entry {
        printKey(keys[index], of: entry)
        text.write(":")
      } else {
        text.write("-")
      }
      printValue(of: member, indentation: indentation, expecting: expectation.value(of: member.entry))
      let isTall = text.lineBreaks > lineBreaks
      if let room, isTall || previousIsTall { text.fillRoom(room) }
      previousIsTall = isTall
    }
    printLines(list.tail, indentation: indentation)
  }

  /// Prints the comments above a member and the start of its own line.
  mutating func startMember(_ member: Member, indentation: Int, blankAbove: Bool, onLine: Bool = false) {
    printLines(member.above, indentation: indentation, firstBlank: blankAbove)
    if onLine { return }
    let isBlank = member.above.isEmpty ? blankAbove : source.hasBlankLine(above: member.start)
    startLine(indentation, blankAbove: isBlank)
  }

  /// Whether a suppression applies to the first line of a member, which must then stay the first.
  func isAllowed(_ member: Member) -> Bool {
    let lineEnd = source.bytes[member.start...].firstIndex(of: .lineFeed) ?? source.bytes.count
    return (member.above + comments.between(member.start, lineEnd)).contains {
      comments.words(of: $0).contains("editc:")
    }
  }
}
