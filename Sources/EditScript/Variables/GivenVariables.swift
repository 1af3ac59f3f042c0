/// The values given from outside for the variables of a script, for one reading of it.
package struct GivenVariables: Hashable, Sendable {
  /// The texts by variable, from the command line or a file.
  package var values: [String: String]
  /// Variables with a wrong value in a file, which is reported there: whatever uses them is not read.
  package var refused: Set<String>
  /// Whether a variable without a value has that of its `example`.
  package var allowsExamples: Bool

  package init(
    _ values: [String: String] = [:], refused: Set<String> = [], allowsExamples: Bool = true
  ) {
    self.values = values
    self.refused = refused
    self.allowsExamples = allowsExamples
  }

  /// These values, overridden by those of the command line.
  package func overridden(by settings: [String: String]) -> GivenVariables {
    GivenVariables(
      values.merging(settings) { _, setting in setting }, refused: refused.subtracting(settings.keys),
      allowsExamples: allowsExamples)
  }
}
