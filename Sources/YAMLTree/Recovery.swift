import Basics
import Diagnostics

// A syntax error with an obvious repair does not hide what is behind it: the repair is made in a copy, the copy
// is read, and all places are those of the author's text.

/// A text in which syntax errors are repaired.
struct RepairedText {
  private(set) var source: SourceText
  private var repairs: [Repair] = []
  private let written: SourceText
  /// Reading again takes time, and a text with more errors than these is no script.
  private var bytesLeft = 1_000_000
  private static let mostRepairs = 100

  init(_ source: SourceText) {
    self.source = source
    written = source
  }

  /// Makes the first fix of a syntax error; false if it has none, or if enough was repaired.
  mutating func repair(_ problem: Diagnostic) -> Bool {
    guard let fix = problem.fixes.first, repairs.count < Self.mostRepairs,
      let bytes = source.bytes(applying: fix.edits), bytes.count <= bytesLeft
    else { return false }
    bytesLeft -= bytes.count
    repairs.append(Repair(fix.edits, in: source))
    source = SourceText(name: source.name, bytes: bytes)
    return true
  }

  /// Where the last repair ends in the repaired text, and of one that may not be meant, the line after it.
  func reach(ofSafe isSafe: Bool) -> Int {
    let end = repairs.last?.end ?? 0
    let breaks = source.bytes.indices[min(end, source.bytes.count)...].lazy.filter { index in
      source.bytes[index] == UInt8(ascii: "\n")
    }
    return isSafe ? end : breaks.dropFirst().first ?? source.bytes.count
  }
}

/// The edits of one repair, with what is needed to find places of the text before it.
private struct Repair {
  private struct Edit {
    let range: SourceRange
    /// The range of the replacement in the text after all edits.
    let after: SourceRange
    /// Whether it puts the text in quotes.
    let isQuoting: Bool
  }

  private var edits: [Edit] = []

  init(_ made: [TextEdit], in source: SourceText) {
    var growth = 0
    for edit in made.sorted(by: { $0.range < $1.range }) {
      let (start, count) = (edit.range.start + growth, edit.replacement.utf8.count)
      edits.append(
        Edit(
          range: edit.range, after: SourceRange(start, start + count),
          isQuoting: !edit.range.isEmpty && edit.replacement == "\"\(source[edit.range])\""))
      growth += count - edit.range.count
    }
  }

  var end: Int { edits.last?.after.end ?? 0 }

  /// The place before the repair of a place after it; the nearest one for a place in a replacement.
  func offsetBefore(_ offset: Int) -> Int {
    guard let edit = edits.last(where: { $0.after.start < offset }) else { return offset }
    if offset >= edit.after.end { return offset - edit.after.end + edit.range.end }
    return min(edit.range.start + offset - edit.after.start - (edit.isQuoting ? 1 : 0), edit.range.end)
  }
}

// MARK: - The author's places

extension RepairedText {
  /// What was read from the repaired text, with the places of the author's text.
  func original(_ parse: YAMLParse) -> YAMLParse {
    guard !repairs.isEmpty else { return parse }
    let comments = parse.tree.comments.map { comment in
      YAMLComment(range: original(comment.range), standsAlone: comment.standsAlone)
    }
    return YAMLParse(
      tree: YAMLTree(root: parse.tree.root.map { original($0) }, comments: comments),
      diagnostics: parse.diagnostics.map { original($0) }, isWhole: parse.isWhole)
  }

  func original(_ finding: Diagnostic) -> Diagnostic {
    Diagnostic(
      finding.id, severity: finding.severity, finding.message, at: finding.range.map { original($0) },
      notes: finding.notes.map { .init($0.message, at: $0.range.map { original($0) }) },
      hint: finding.hint,
      fixes: finding.fixes.map { fix in
        Diagnostic.Fix(
          fix.title, fix.edits.map { TextEdit(range: original($0.range), replacement: $0.replacement) },
          isSafe: fix.isSafe)
      })
  }

  private func original(_ node: YAMLNode) -> YAMLNode {
    let place = original(node.range)
    switch node.value {
    case .scalar(let scalar):
      // The quotes of a repair are not in the text.
      let isQuoted = place.start < written.bytes.count && written.bytes[place.start] == UInt8(ascii: "\"")
      let style = scalar.style == .doubleQuoted && !isQuoted ? .plain : scalar.style
      return YAMLNode(.scalar(YAMLScalar(scalar.text, style: style)), range: place)
    case .sequence(let nodes, let isFlow):
      return YAMLNode(.sequence(nodes.map { original($0) }, isFlow: isFlow), range: place)
    case .mapping(let entries, let isFlow):
      let entries = entries.map { entry in
        YAMLEntry(key: entry.key, keyRange: original(entry.keyRange), value: original(entry.value))
      }
      return YAMLNode(.mapping(entries, isFlow: isFlow), range: place)
    }
  }

  private func original(_ range: SourceRange) -> SourceRange {
    SourceRange(offset(range.start), offset(range.end))
  }

  private func offset(_ offset: Int) -> Int {
    repairs.reversed().reduce(offset) { offset, repair in repair.offsetBefore(offset) }
  }
}
