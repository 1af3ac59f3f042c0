import Basics
import ScriptWriting

/// An item of a script: its keys in order, and the comments above it.
struct ScriptItem {
  private(set) var keys: [(name: String, value: String)]
  var comments: [String] = []

  init(_ kind: String, _ value: String) { keys = [(kind, value)] }

  mutating func set(_ name: String, _ value: String?) {
    if let value { keys.append((name, value)) }
  }

  /// The lines of the item, with `indentation` spaces before its dash. A short item is one line.
  func lines(indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    let above = comments.map { margin + "# " + $0 }
    let members = keys.map { $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.value)" }
    let short = margin + "- {" + members.joined(separator: ", ") + "}"
    if members.count == 1, let only = members.first { return above + [margin + "- " + only] }
    if short.count <= 100, !keys.contains(where: \.value.isEmpty) { return above + [short] }
    return above + members.enumerated().map { margin + ($0.offset == 0 ? "- " : "  ") + $0.element }
  }
}

/// A text as a comment: one line without control characters.
func commentText(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format, .privateUse, .unassigned, .surrogate: " "
    default: scalar
    }
  }
  var result = ""
  result.unicodeScalars.append(contentsOf: scalars)
  return String(result.prefix(400)).trimmingBlanks
}
