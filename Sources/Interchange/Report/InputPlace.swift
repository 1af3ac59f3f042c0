/// A place in the input.
package struct InputPlace: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// In bytes, from 1.
  package let column: Int
  /// The path to a JSON value, `tracks.children[0]`; empty for the outermost value; nil in other formats.
  package let path: String?

  package init(line: Int, column: Int, path: String? = nil) {
    self.line = line
    self.column = column
    self.path = path
  }

  /// The place of a film's item, which has no text: its name.
  package init(item: String) { self.init(line: 0, column: 0, path: item) }

  package var description: String {
    guard let path, !path.isEmpty else { return "\(line):\(column)" }
    return line == 0 ? path : "\(line):\(column) (\(path))"
  }
}
