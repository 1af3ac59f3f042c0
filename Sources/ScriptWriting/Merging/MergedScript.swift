package import Basics
import Diagnostics
package import EditScript
import YAMLTree

/// A script into which proposals are merged.
package struct MergedScript {
  package private(set) var source: SourceText
  package private(set) var script: EditScript
  private(set) var tree: YAMLTree
  package private(set) var counts = Counts()
  /// What the author should know.
  package private(set) var notes: [Note] = []

  /// Changes of proposals in the script.
  package struct Counts: Hashable, Sendable {
    package var added = 0
    package var moved = 0
    package var removed = 0
  }

  package struct Note: Hashable, Sendable {
    /// In the text after the merge.
    package fileprivate(set) var offset: Int
    /// A sentence in lower case without a full stop.
    package let text: String
  }

  /// Why proposals cannot be merged.
  package enum Problem: Error {
    /// The script says something that a merge would have to guess.
    case unclear(SourceRange, String)
    /// The changed text is not what was intended; nothing may be written.
    case wouldChange(String)
    case overflow(TimeOverflow)
  }

  package init(_ source: SourceText) {
    self.source = source
    tree = YAMLTree.parse(source).tree
    script = EditScript.read(tree, in: source).script
  }

  var comments: CommentList { CommentList(tree.comments, in: source) }

  /// The entries at the top.
  func root() throws(Problem) -> MemberEdits {
    guard let root = MemberEdits(ofRoot: tree.root, comments) else {
      throw .unclear(SourceRange(0, 0), "the script has no keys")
    }
    return root
  }

  mutating func note(_ text: String, at offset: Int) { notes.append(Note(offset: offset, text: text)) }

  /// Changes the text, which must then differ in the members of `changes` alone.
  mutating func apply(_ edits: [TextEdit], _ changes: [String: MemberChanges]) throws(Problem) {
    guard !edits.isEmpty else { return }
    guard let bytes = source.bytes(applying: edits) else { throw .wouldChange("the edits overlap") }
    let mark = source.hasByteOrderMark ? SourceText.byteOrderMark : []
    let changed = SourceText(name: source.name, bytes: mark + bytes)
    let parse = YAMLTree.parse(changed)
    if let error = parse.diagnostics.first(where: { $0.severity == .error }) {
      throw .wouldChange(error.message)
    }
    guard ScriptWriting.comments(of: tree, in: source) == ScriptWriting.comments(of: parse.tree, in: changed)
    else {
      throw .wouldChange("a comment would be lost")
    }
    if let key = unintended(parse.tree, changes) { throw .wouldChange("`\(key)` would change") }
    for change in changes.values {
      counts.added += change.inserted
      counts.removed += change.removed.count
      counts.moved += change.changed.count
    }
    for index in notes.indices {
      let before = edits.filter { $0.range.start < notes[index].offset }
      notes[index].offset += before.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count }
    }
    source = changed
    tree = parse.tree
    script = EditScript.read(tree, in: source).script
  }

  /// A key at the top in which more has changed than was intended.
  private func unintended(_ new: YAMLTree, _ changes: [String: MemberChanges]) -> String? {
    let (before, after) = (tree.root?.entries ?? [], new.root?.entries ?? [])
    var position = 0
    func skipRemoved(before key: String?) {
      while position < before.count, before[position].key != key,
        changes[before[position].key]?.removesAll(of: before[position].value) == true
      {
        position += 1
      }
    }
    for entry in after {
      skipRemoved(before: entry.key)
      let expectation = Expectation.script.value(of: entry)
      let old = position < before.count && before[position].key == entry.key ? before[position].value : nil
      guard old != nil || changes[entry.key] != nil else { return entry.key }
      if old != nil { position += 1 }
      if let changes = changes[entry.key] {
        guard changes.lead(from: old, to: entry.value, expectation) else { return entry.key }
      } else if differentPlace(old, entry.value, expectation) != nil {
        return entry.key
      }
    }
    skipRemoved(before: nil)
    return position == before.count ? nil : before[position].key
  }
}

/// How the members of a list or mapping are meant to change.
struct MemberChanges {
  var changed: Set<Int> = []
  var removed: Set<Int> = []
  var inserted = 0

  func removesAll(of node: YAMLNode) -> Bool { inserted == 0 && removed.count == node.members.count }

  /// Whether they alone make one value of the other.
  func lead(from old: YAMLNode?, to new: YAMLNode, _ expectation: Expectation) -> Bool {
    let (before, after) = (old?.members ?? [], new.members)
    let staying = before.indices.filter { !removed.contains($0) }
    guard after.count == staying.count + inserted else { return false }
    var rest = staying[...]
    for member in after {
      guard let next = rest.first else { break }
      let isSame =
        before[next].key == member.key
        && (changed.contains(next)
          || differentPlace(
            before[next].value, member.value,
            member.entry.map { expectation.value(of: $0) } ?? expectation.element)
            == nil)
      if isSame { rest.removeFirst() }
    }
    return rest.isEmpty
  }
}

extension YAMLNode {
  fileprivate var entries: [YAMLEntry] { if case .mapping(let entries, _) = value { entries } else { [] } }

  fileprivate var members: [(key: String?, value: YAMLNode, entry: YAMLEntry?)] {
    switch value {
    case .scalar: []
    case .sequence(let elements, _): elements.map { (nil, $0, nil) }
    case .mapping(let entries, _): entries.map { ($0.key, $0.value, $0) }
    }
  }
}
