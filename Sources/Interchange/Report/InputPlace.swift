/// Where something stands in the input.
package struct InputPlace: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// In bytes, from 1.
  package let column: Int
  /// The way to a value of JSON: `tracks.children[0]`; nil in other formats.
  package let path: String?

  package init(line: Int, column: Int, path: String? = nil) {
    self.line = line
    self.column = column
    self.path = path
  }

  package var description: String { path.map { "\(line):\(column) (\($0))" } ?? "\(line):\(column)" }
}
