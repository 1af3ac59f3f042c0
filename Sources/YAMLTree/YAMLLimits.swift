/// The maximum sizes of a text; exceeding one is an error that names it.
package struct YAMLLimits: Hashable, Sendable {
  /// Bytes of the whole text.
  package var fileBytes: Int
  /// The nesting depth of lists and mappings, including the outermost.
  package var depth: Int
  /// Keys, values, lists and mappings together.
  package var nodes: Int
  /// Bytes of one key or value.
  package var scalarBytes: Int
  /// Findings reported for one text; a broken text would otherwise have one per line.
  package var findings: Int

  package init(
    fileBytes: Int = 1 << 20, depth: Int = 64, nodes: Int = 100_000, scalarBytes: Int = 64 << 10,
    findings: Int = 1000
  ) {
    self.fileBytes = fileBytes
    self.depth = depth
    self.nodes = nodes
    self.scalarBytes = scalarBytes
    self.findings = findings
  }

  package static let standard = YAMLLimits()
}
