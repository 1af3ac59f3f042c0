import Basics
import EditScript

/// How to write a value with several parts, and the part at a place.
package struct PartsAnswer: Hashable, Sendable {
  /// The key with a value: `crop: 10% 0px 10% 0px`.
  package let label: String
  /// The parts of the value, in UTF-16 units of the label.
  package let parts: [Range<Int>]
  package let active: Int
  package let markdown: String
}

extension ScriptText {
  /// Nil if the value has a single part.
  package func parts(at offset: Int) -> PartsAnswer? {
    let path = TreePath(to: offset, in: tree)
    guard path.keyEntry == nil, let declaration = path.declaration, let form = path.scalarForm,
      let range = path.scalarRange, let production = form.plainProduction ?? form.production,
      Self.productionsOfParts.contains(production), range.start <= offset
    else { return nil }
    let example = form.examples.max { words(in: $0).count < words(in: $1).count } ?? declaration.example
    let head = declaration.name + ": "
    let parts = words(in: example).map {
      ($0.lowerBound + head.utf16.count)..<($0.upperBound + head.utf16.count)
    }
    guard parts.count > 1 else { return nil }
    let before = source[SourceRange(range.start, min(offset, range.end))]
    let passed = words(in: before).count - (before.last.map { $0 == " " } == false ? 1 : 0)
    return PartsAnswer(
      label: head + example, parts: parts, active: min(max(0, passed), parts.count - 1),
      markdown: declaration.documentation)
  }

  /// Productions whose values have several words.
  private static let productionsOfParts: Set<String> = [
    "crop", "place", "item-place", "stroke", "transition", "motion",
  ]

  /// In UTF-16 units.
  private func words(in text: String) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (index, unit) in text.utf16.enumerated() {
      if unit == 0x20 {
        if let begin = start { words.append(begin..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let begin = start { words.append(begin..<text.utf16.count) }
    return words
  }
}
