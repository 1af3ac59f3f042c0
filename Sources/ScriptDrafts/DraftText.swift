/// Lines of a script with a comment each, which begin in one column.
struct DraftText {
  private var lines: [(code: String, comment: String)] = []
  private static let column = 42

  /// A line that the script is made of.
  mutating func line(_ code: String, _ comment: String = "") { lines.append((code, comment)) }

  /// A line that an author can try: its key stands behind a `#`.
  mutating func toTry(_ indentation: Int, _ code: String, _ comment: String) {
    lines.append((String(repeating: " ", count: indentation) + "# " + code, comment))
  }

  mutating func blank() { lines.append(("", "")) }

  var text: String {
    lines.map { code, comment in
      guard !comment.isEmpty else { return code + "\n" }
      let blanks = max(2, Self.column - code.count)
      return code + String(repeating: " ", count: blanks) + "# " + comment + "\n"
    }.joined()
  }
}
