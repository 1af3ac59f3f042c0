/// Text for a terminal: paragraphs in 80 columns, and blocks without line wrapping.
struct PageText {
  private static let width = 80
  private var blocks: [String] = []

  /// The blocks, separated by empty lines.
  var text: String { blocks.joined(separator: "\n\n") + "\n" }

  /// Lines without wrapping.
  mutating func lines(_ text: String) { blocks.append(text) }

  mutating func paragraph(_ text: String) {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > Self.width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    blocks.append((lines + [line]).joined(separator: "\n"))
  }

  /// Adds a quotation, indented by four blanks.
  mutating func quote(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    blocks.append(lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n"))
  }
}
