import Basics

/// Lines of a script with a comment each, in the usual form.
struct DraftText {
  private var lines: [(code: String, comment: String)] = []

  /// A line that the script is made of.
  mutating func line(_ code: String, _ comment: String = "") { lines.append((code, comment)) }

  /// A line that an author can try: its key stands behind a `#`.
  mutating func toTry(_ indentation: Int, _ code: String, _ comment: String) {
    lines.append((String(repeating: " ", count: indentation) + "# " + code, comment))
  }

  mutating func blank() { lines.append(("", "")) }

  var text: String {
    let written = lines.map { code, comment in
      code + (comment.isEmpty ? "" : "  # " + comment) + "\n"
    }.joined()
    // The formatter knows best which names need quotes; what it leaves as it is, it would leave anyway.
    return (try? format(SourceText(name: "draft", written)))?.text ?? written
  }
}
