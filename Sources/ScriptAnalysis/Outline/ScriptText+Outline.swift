package import Basics
import EditScript
import YAMLTree

/// A part of a script in an outline.
package struct OutlineEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case section
    case item
    case name
    case output
    case value
  }

  package let name: String
  package let detail: String
  package let kind: Kind
  package let range: SourceRange
  /// The part to select: the key, or the kind of an item.
  package let selection: SourceRange
  package let children: [OutlineEntry]
}

extension ScriptText {
  /// The sections of the script with their contents.
  package var outline: [OutlineEntry] {
    guard case .mapping(let entries, _)? = tree.root?.value else { return [] }
    return entries.map { entry in
      let expectation = Expectation.script.value(of: entry)
      let children = self.children(of: entry.value, expectation)
      return OutlineEntry(
        name: entry.key, detail: children.isEmpty ? detail(of: entry.value) : "", kind: .section,
        range: entry.range, selection: entry.keyRange, children: children)
    }
  }

  private func children(of node: YAMLNode, _ expectation: Expectation) -> [OutlineEntry] {
    switch node.value {
    case .scalar: return []
    case .sequence(let elements, _):
      return elements.compactMap { element(of: $0, expectation.element) }
    case .mapping(let entries, _):
      switch expectation.keyNaming {
      case .declaring?:
        return entries.map { entry in
          OutlineEntry(
            name: entry.key, detail: detail(of: entry.value), kind: .name, range: entry.range,
            selection: entry.keyRange, children: children(of: entry.value, expectation.value(of: entry)))
        }
      case .naming?, nil:
        // For a sequence in its long form, the contents of its lists.
        return entries.flatMap { children(of: $0.value, expectation.value(of: $0)) }
      }
    }
  }

  private func element(of node: YAMLNode, _ expectation: Expectation) -> OutlineEntry? {
    switch node.value {
    case .sequence: return nil
    case .scalar(let scalar):
      return OutlineEntry(
        name: oneLine(scalar.text), detail: "", kind: .value, range: node.range, selection: node.range,
        children: [])
    case .mapping(let entries, _):
      if case .item? = expectation.form, let kind = ItemKeyword.ofItem(with: entries.map(\.key)),
        let entry = entries.first(where: { $0.key == kind.rawValue })
      {
        let name = entries.first { expectation.value(of: $0).scalar?.naming == .declaring(.item) }
        let label = "\(kind.rawValue) \(detail(of: entry.value))"
        return OutlineEntry(
          name: name.map { detail(of: $0.value) } ?? label, detail: name == nil ? "" : label, kind: .item,
          range: node.range, selection: entry.range, children: [])
      }
      guard let first = entries.first else { return nil }
      return OutlineEntry(
        name: detail(of: first.value), detail: first.key, kind: .output, range: node.range,
        selection: first.range,
        children: [])
    }
  }

  /// The text of a scalar; empty for other values.
  private func detail(of node: YAMLNode) -> String {
    if case .scalar(let scalar) = node.value { oneLine(scalar.text) } else { "" }
  }

  private func oneLine(_ text: String) -> String {
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    return line.isEmpty ? "…" : String(line.prefix(80))
  }
}

/// Lines that can be folded into their first one.
package struct FoldedLines: Hashable, Sendable {
  /// Counted from 1.
  package let first: Int
  package let last: Int
  package let isComment: Bool

  package init(first: Int, last: Int, isComment: Bool) {
    self.first = first
    self.last = last
    self.isComment = isComment
  }
}

extension ScriptText {
  /// Everything with several lines: mappings, lists, their entries, and comments.
  package var foldedLines: [FoldedLines] {
    var found: Set<FoldedLines> = []
    if let root = tree.root { fold(root, into: &found) }
    foldComments(into: &found)
    return found.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
  }

  private func fold(_ node: YAMLNode, into found: inout Set<FoldedLines>) {
    switch node.value {
    case .scalar: break
    case .sequence(let elements, _):
      for element in elements {
        add(element.range, to: &found)
        fold(element, into: &found)
      }
    case .mapping(let entries, _):
      for entry in entries {
        add(entry.range, to: &found)
        fold(entry.value, into: &found)
      }
    }
  }

  private func add(_ range: SourceRange, to found: inout Set<FoldedLines>) {
    let (first, last) = (source.line(at: range.start), source.line(at: range.end))
    if last > first { found.insert(FoldedLines(first: first, last: last, isComment: false)) }
  }

  private func foldComments(into found: inout Set<FoldedLines>) {
    var first: Int?
    var last = 0
    func close() {
      if let first, last > first { found.insert(FoldedLines(first: first, last: last, isComment: true)) }
    }
    for comment in tree.comments where comment.standsAlone {
      let line = source.line(at: comment.range.start)
      if line != last + 1 || first == nil {
        close()
        first = line
      }
      last = line
    }
    close()
  }

  /// The nested ranges around an offset, innermost first.
  package func ranges(around offset: Int) -> [SourceRange] {
    let path = TreePath(to: offset, in: tree)
    var ranges: [SourceRange] = []
    if let entry = path.keyEntry { ranges += [entry.keyRange, entry.range] }
    for step in path.steps.reversed() {
      ranges.append(step.node.range)
      if let entry = step.entry { ranges.append(entry.range) }
    }
    ranges.append(SourceRange(0, source.bytes.count))
    var result: [SourceRange] = []
    for range in ranges where range.start <= offset && offset <= range.end {
      guard let last = result.last else {
        result.append(range)
        continue
      }
      if range != last, range.start <= last.start, last.end <= range.end { result.append(range) }
    }
    return result
  }
}
