import Basics

/// Lines of a script with a comment each, formatted at the end.
struct DraftText {
  private var lines: [(code: String, comment: String)] = []

  /// Adds a line of the script.
  mutating func line(_ code: String, _ comment: String = "") { lines.append((code, comment)) }

  /// Adds a suggested line, whose key is commented out.
  mutating func toTry(_ indentation: Int, _ code: String, _ comment: String) {
    lines.append((String(repeating: " ", count: indentation) + "# " + code, comment))
  }

  mutating func blank() { lines.append(("", "")) }

  var text: String {
    let written = lines.map { code, comment in
      code + (comment.isEmpty ? "" : "  # " + comment) + "\n"
    }.joined()
    // Only the formatter knows which names need quotes; text that it rejects is written as it is.
    return (try? format(SourceText(name: "draft", written)))?.text ?? written
  }
}
