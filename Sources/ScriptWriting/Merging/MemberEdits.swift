import Basics
import YAMLTree

/// Changes of whole members of a list or mapping, as edits of the text around them. Comments stay.
struct MemberEdits {
  enum Place: Hashable {
    case behind(Int)
    case before(Int)
    case end
  }

  let list: MemberList
  private let node: YAMLNode
  private let comments: CommentList
  private var removed: Set<Int> = []
  private var inserted: [Place: [String]] = [:]

  private var source: SourceText { comments.source }

  /// Whether they stand on lines of their own, without brackets.
  var isOnLines: Bool { node.isBlock }

  /// The members of the root of a tree.
  init?(ofRoot root: YAMLNode?, _ comments: CommentList) {
    guard let root, !root.isScalar else { return nil }
    let end = comments.source.bytes.count
    self.init(
      root, root.isBlock ? MemberList(of: root, within: SourceRange(0, end), in: comments) : nil, comments)
  }

  /// The members of a value in a mapping.
  init?(of member: Member, _ comments: CommentList) {
    guard !member.node.isScalar else { return nil }
    self.init(member.node, member.node.isBlock ? member.blockMembers(comments) : nil, comments)
  }

  private init(_ node: YAMLNode, _ list: MemberList?, _ comments: CommentList) {
    self.node = node
    self.comments = comments
    self.list =
      list
      ?? MemberList(of: node, within: SourceRange(node.range.start + 1, node.range.end - 1), in: comments)
  }

  /// The number of the entry with a key.
  func index(of key: String) -> Int? { list.members.firstIndex { $0.entry?.key == key } }

  mutating func remove(_ member: Int) { removed.insert(member) }

  /// Inserts a member, behind those that were inserted there before: `clip: beach` in a list as `{clip: beach}`. Lines of
  /// a text are those of a block.
  mutating func insert(_ text: String, _ place: Place) { inserted[place, default: []].append(text) }

  private var lastStaying: Int? { list.members.indices.last { !removed.contains($0) } }

  var edits: [TextEdit] {
    (node.isBlock ? removalsOfLines : removalsInBrackets) + inserted.map { insertion(of: $1, $0) }
  }
}

// MARK: - On lines

extension MemberEdits {
  private var removalsOfLines: [TextEdit] {
    removed.compactMap { number in
      guard let start = source.startOfLine(source.line(at: list.members[number].start)) else { return nil }
      let end = endOfLine(of: number)
      let next = source.startOfLine(source.line(at: end) + 1)
      // The last line may lack its line break.
      let range =
        next.map { SourceRange(start, $0) } ?? SourceRange(start == 0 ? 0 : endOfLine(before: start), end)
      return TextEdit(range: range, replacement: "")
    }
  }

  /// The end of the last line of a member with its comments, before the line break.
  private func endOfLine(of number: Int) -> Int {
    var end = list.members[number].end
    while end > list.members[number].start, source.bytes[end - 1].isWhiteSpace { end -= 1 }
    return source.rangeOfLine(source.line(at: end))?.end ?? source.bytes.count
  }

  private func endOfLine(before start: Int) -> Int {
    source.rangeOfLine(source.line(at: start - 1))?.end ?? start
  }

  private func insertion(of texts: [String], _ place: Place) -> TextEdit {
    guard node.isBlock, let first = list.members.first else { return insertionInBrackets(of: texts, place) }
    let column = source.column(of: first.start)
    let dash = first.entry == nil ? "- " : ""
    let lines = texts.flatMap { text in
      text.split(separator: "\n").enumerated().map { number, line in
        String(repeating: " ", count: column) + (number == 0 ? dash : dash.map { _ in " " }.joined()) + line
      }
    }
    let lineBreak = source.bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    let (offset, text): (Int, String)
    switch place {
    case .before(let number):
      let member = list.members[number]
      let top = member.above.first?.range.start ?? member.start
      offset = source.startOfLine(source.line(at: top)) ?? top
      text = lines.map { $0 + lineBreak }.joined()
    case .behind(let number):
      offset = endOfLine(of: number)
      text = lines.map { lineBreak + $0 }.joined()
    case .end:
      return insertion(of: texts, lastStaying.map { .behind($0) } ?? .before(0))
    }
    return TextEdit(range: SourceRange(offset, offset), replacement: text)
  }
}

// MARK: - In brackets

extension MemberEdits {
  /// Members that follow each other are removed together with the commas between them.
  private var removalsInBrackets: [TextEdit] {
    let members = list.members
    var edits: [TextEdit] = []
    var start = 0
    while start < members.count {
      guard removed.contains(start) else {
        start += 1
        continue
      }
      let end = members.indices[start...].first { !removed.contains($0) } ?? members.count
      let range =
        if end < members.count {
          SourceRange(members[start].start, members[end].start)
        } else {
          SourceRange(
            start > 0 ? members[start - 1].node.range.end : members[start].start,
            members[end - 1].node.range.end)
        }
      edits.append(TextEdit(range: range, replacement: ""))
      start = end
    }
    return edits
  }

  private func insertionInBrackets(of texts: [String], _ place: Place) -> TextEdit {
    let text = texts.map { $0.replacing("\n", with: " ") }.joined(separator: ", ")
    func edit(_ offset: Int, _ text: String) -> TextEdit {
      TextEdit(range: SourceRange(offset, offset), replacement: text)
    }
    guard let first = list.members.first else { return edit(node.range.start + 1, text) }
    switch place {
    case .before(let number): return edit(list.members[number].start, text + ", ")
    case .behind(let number): return edit(list.members[number].node.range.end, ", " + text)
    case .end:
      return lastStaying.map { edit(list.members[$0].node.range.end, ", " + text) } ?? edit(first.start, text)
    }
  }
}

extension Member {
  /// The members of its value on lines of their own.
  func blockMembers(_ comments: CommentList) -> MemberList {
    let behind = comments.behind(valueMark)
    return MemberList(
      of: node, within: SourceRange(behind?.range.end ?? valueMark, end), in: comments)
  }
}
