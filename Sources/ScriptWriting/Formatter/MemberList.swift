import Basics
import EditScript
import YAMLTree

/// An entry of a mapping or item of a list, with the comments that move with it.
struct Member {
  let node: YAMLNode
  /// Nil for the items of a list.
  let entry: YAMLEntry?
  /// The start of the key, of the dash, or of the value in a list in brackets.
  let start: Int
  /// The end of the colon or dash.
  let valueMark: Int
  /// The comments above it, on separate lines.
  var above: ArraySlice<YAMLComment> = []
  /// Whether there is a blank line above all of that.
  var blankAbove = false
  /// Its end in the source, including its comments.
  var end: Int

  fileprivate init(_ node: YAMLNode, _ entry: YAMLEntry?, start: Int, valueMark: Int) {
    self.node = node
    self.entry = entry
    self.start = start
    self.valueMark = valueMark
    end = node.range.end
  }
}

/// The members of a mapping or list, and the comments that belong to the whole.
struct MemberList {
  private(set) var members: [Member] = []
  /// At the top, separated from the first member by an empty line.
  private(set) var header: ArraySlice<YAMLComment> = []
  private(set) var headerIsApart = false
  /// Below the last member.
  private(set) var tail: ArraySlice<YAMLComment> = []
  private let isMapping: Bool

  /// `range` contains everything in the collection, from the end of its key, dash or opening bracket.
  init(of node: YAMLNode, within range: SourceRange, in comments: CommentList) {
    let isBlock = node.isBlock
    switch node.value {
    case .scalar: isMapping = false
    case .mapping(let entries, _):
      isMapping = true
      for entry in entries {
        members.append(
          Member(
            entry.value, entry, start: entry.keyRange.start,
            valueMark: comments.source.behindColon(entry.keyRange.end)))
      }
    case .sequence(let items, _):
      isMapping = false
      var place = isBlock ? node.range.start : range.start
      for item in items {
        let start = isBlock ? comments.dash(from: place) : item.range.start
        members.append(Member(item, nil, start: start, valueMark: isBlock ? start + 1 : start))
        place = item.range.end
      }
    }
    let place = isBlock ? placeBlockComments(range, comments) : placeFlowComments(range, comments)
    tail = comments.between(place, range.end)
    placeHeader(comments)
  }
}

// MARK: - Assigning comments

extension MemberList {
  /// Returns the end of the last member.
  private mutating func placeBlockComments(_ range: SourceRange, _ comments: CommentList) -> Int {
    let column = members.first.map { comments.source.column(of: $0.start) } ?? 0
    var place = range.start
    for index in members.indices {
      placeAbove(index, from: place, comments)
      let limit = index + 1 < members.count ? members[index + 1].start : range.end
      members[index].end = end(of: members[index].node, column: column, limit: limit, comments)
      place = members[index].end
    }
    return place
  }

  /// Comments that are indented deeper than this collection belong to its contents.
  private func end(of node: YAMLNode, column: Int, limit: Int, _ comments: CommentList) -> Int {
    var end = comments.behind(node.range.end)?.range.end ?? node.range.end
    guard node.isBlock || node.isAbsent else { return end }
    for comment in comments.between(end, limit) {
      guard !comment.standsAlone || comments.source.column(of: comment.range.start) > column else { break }
      end = comment.range.end
    }
    return end
  }

  private mutating func placeFlowComments(_ range: SourceRange, _ comments: CommentList) -> Int {
    var place = range.start
    for index in members.indices {
      placeAbove(index, from: place, comments)
      let end = members[index].node.range.end
      members[index].end = comments.behind(end, acrossComma: true)?.range.end ?? end
      place = members[index].end
    }
    return place
  }

  private mutating func placeAbove(_ index: Int, from place: Int, _ comments: CommentList) {
    members[index].above = comments.between(place, members[index].start)
    let first = members[index].above.first?.range.start ?? members[index].start
    members[index].blankAbove =
      index > 0 && comments.source.hasBlankLine(above: first)
      && !members[index - 1].node.keepsEmptyLinesBelow(in: comments.source)
  }

  /// Comments above a blank line belong to the whole, as do first lines for tools.
  private mutating func placeHeader(_ comments: CommentList) {
    guard let first = members.first, !first.above.isEmpty else { return }
    let places = first.above.map(\.range.start) + [first.start]
    if let last = places.lastIndex(where: comments.source.hasBlankLine), last > 0 {
      header = first.above.prefix(last)
      headerIsApart = true
    } else if first.above.first?.range.start == comments.source.firstContent(from: 0) {
      header = first.above.prefix { comment in
        let words = comments.words(of: comment)
        return words.hasPrefix("#!") || words.hasPrefix("# yaml-language-server:")
      }
    }
    members[0].above = first.above.dropFirst(header.count)
  }
}

extension YAMLNode {
  /// Whether the empty lines below are content of a block scalar that ends here.
  fileprivate func keepsEmptyLinesBelow(in source: SourceText) -> Bool {
    switch value {
    case .mapping(let entries, _): return entries.last?.value.keepsEmptyLinesBelow(in: source) ?? false
    case .sequence(let items, _): return items.last?.keepsEmptyLinesBelow(in: source) ?? false
    case .scalar(let scalar):
      guard scalar.style == .literal || scalar.style == .folded else { return false }
      return source.bytes[range.start...].prefix(3).contains(UInt8(ascii: "+"))
    }
  }
}

// MARK: - Order

extension MemberList {
  var writtenOrder: [Int] { Array(members.indices) }

  func order(_ expectation: Expectation) -> [Int] {
    isMapping ? expectation.order(of: members.compactMap(\.entry)) : writtenOrder
  }

  /// Whether nothing must be between a dash and the first member.
  func canStartOnLine(_ order: [Int]) -> Bool {
    header.isEmpty && order.first.map { members[$0].above.isEmpty } == true
  }
}

extension SourceText {
  fileprivate func behindColon(_ place: Int) -> Int {
    let colon = bytes[min(place, bytes.count)...].firstIndex { !$0.isBlank } ?? bytes.count
    return colon < bytes.count && bytes[colon] == UInt8(ascii: ":") ? colon + 1 : place
  }
}

extension CommentList {
  /// The dash of the next list item, after whitespace and comments.
  fileprivate func dash(from place: Int) -> Int {
    var place = source.firstContent(from: place)
    while place < source.bytes.count, source.bytes[place] == UInt8(ascii: "#") {
      let lineEnd = source.bytes[place...].firstIndex(of: .lineFeed) ?? source.bytes.count
      place = source.firstContent(from: lineEnd)
    }
    return place
  }
}
