package import Basics
package import Diagnostics
package import YAMLTree

/// A script, as far as it could be read, and the findings of reading it.
package struct ScriptReading: Sendable {
  package let script: EditScript
  /// In the order of the text.
  package let diagnostics: [Diagnostic]
  /// The variables in each scalar that was read, by its place.
  package let uses: [SourceRange: VariableUse]
}

extension EditScript {
  /// Reads a script from its tree, without stopping at the first mistake. Parts that could not be understood
  /// are missing from the script and have a diagnostic.
  ///
  /// `variables` are the values given from outside.
  package static func read(
    _ tree: YAMLTree, in source: SourceText, variables: GivenVariables = GivenVariables()
  ) -> ScriptReading {
    let reading = Reading(source: source, comments: tree.comments)
    let script = read(tree.root, reading, variables)
    reading.reportUnusedVariables()
    return ScriptReading(
      script: script, diagnostics: reading.diagnostics.sortedAndUnique(), uses: reading.uses)
  }

  private static func read(
    _ root: YAMLNode?, _ reading: Reading, _ variables: GivenVariables
  ) -> EditScript {
    guard let root, !Subject(root, key: "", keyRange: root.range).isAbsent else {
      reading.report(
        Diagnostic(
          .missingKey, "the script is empty", at: SourceRange(0, 0),
          hint: "a script starts with `edit: 1` and has a `timeline`"))
      return EditScript()
    }
    guard case .mapping(let written, _) = root.value else {
      reading.report(
        Diagnostic(
          .wrongType, "a script must be a mapping with keys such as `timeline`", at: root.range,
          hint: "it starts with `edit: 1`"))
      return EditScript()
    }
    reading.root = root
    let entries = written.filter { !$0.key.hasPrefix("x-") }
    reading.markerNames = Set(
      entries.lazy.filter { $0.key == "markers" }.flatMap { entry -> [String] in
        guard case .mapping(let markers, _) = entry.value.value else { return [] }
        return markers.map(\.key)
      })
    let start = SourceRange(root.range.start, written.first?.keyRange.end ?? root.range.start)
    let subject = Subject(root, key: "the script", keyRange: start)
    let reader = MappingReader(ScriptKeys.schema, entries, of: subject, in: reading)
    let script = ScriptKeys.decode(reader, variables)
    reader.finish()
    return script
  }
}

extension ScriptKeys {
  /// The order matters: variables come first, because everything after them may use them, styles and defaults before
  /// the items that start from them, overrides after the items that they change, and outputs, which come on top.
  fileprivate static func decode(
    _ reader: MappingReader<ScriptKeys>, _ variables: GivenVariables
  ) -> EditScript {
    var script = EditScript()
    script.variables = (reader.vars?.value ?? []).map(\.value)
    reader.reading.declareVariables(script.variables, given: variables)
    let styles = reader.styles?.value ?? []
    reader.reading.styles = Dictionary(
      styles.map { ($0.name.value, $0.value.entries) }, uniquingKeysWith: { first, _ in first })
    reader.reading.defaults = reader.defaults?.value ?? ItemDefaults()
    _ = reader.edit
    reader.fill(&script, last: [reader.declaration(of: \.overrides), reader.declaration(of: \.outputs)])
    reader.reading.reportUnusedStyles(styles)
    return script
  }
}
