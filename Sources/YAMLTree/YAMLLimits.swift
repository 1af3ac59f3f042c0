/// How large a text may be; every limit is an error that names it.
package struct YAMLLimits: Hashable, Sendable {
  /// Bytes of the whole text.
  package var fileBytes: Int
  /// Lists and mappings inside each other; the outermost one counts.
  package var depth: Int
  /// Keys, values, lists and mappings together.
  package var nodes: Int
  /// Bytes of one key or value.
  package var scalarBytes: Int
  /// Findings kept from one text; a broken text would otherwise have as many as it has lines.
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
