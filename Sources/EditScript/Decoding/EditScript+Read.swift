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
  /// The places at which keys of another script's styles are read. Edits there would garble the source.
  package let importedRanges: Set<SourceRange>
  /// The names under `use` of what cannot be used, which is reported.
  package let unreadUses: Set<String>
  /// Its styles, for scripts that use it.
  let styles: [String: OfferedStyle]
}

extension EditScript {
  /// Reads a script from its tree, without stopping at the first mistake. Parts that could not be understood
  /// are missing from the script and have a diagnostic.
  ///
  /// `variables` are the values given from outside, `used` the scripts under `use`.
  package static func read(
    _ tree: YAMLTree, in source: SourceText, variables: GivenVariables = GivenVariables(),
    used: UsedScripts = UsedScripts()
  ) -> ScriptReading {
    let reading = Reading(source: source, comments: tree.comments)
    let script = read(tree.root, reading, variables, used)
    let styles = reading.offeredStyles()
    reading.reportUnusedVariables()
    return ScriptReading(
      script: script, diagnostics: reading.diagnostics.sortedAndUnique(), uses: reading.variableUses,
      importedRanges: reading.importedRanges, unreadUses: reading.uses.unread, styles: styles)
  }

  /// The declarations under `use` in a text, as far as they are a name and a path, or a complete package.
  package static func uses(in tree: YAMLTree) -> [UseDeclaration] {
    guard case .mapping(let entries, _)? = tree.root?.value,
      case .mapping(let uses, _)? = entries.first(where: { $0.key == "use" })?.value.value
    else { return [] }
    return uses.compactMap { use in
      let name = Located(use.key, at: use.keyRange)
      switch use.value.value {
      case .scalar(let scalar) where !scalar.text.isEmpty:
        return UseDeclaration(name: name, path: Located(scalar.text, at: use.value.range))
      case .mapping(let entries, _):
        let source = PackageSource(entries)
        guard let origin = (try? source.origin()) ?? nil else { return nil }
        return UseDeclaration(
          name: name, path: Located(origin.path(named: use.key), at: source.place ?? use.value.range),
          origin: origin)
      case .scalar, .sequence: return nil
      }
    }
  }

  private static func read(
    _ root: YAMLNode?, _ reading: Reading, _ variables: GivenVariables, _ used: UsedScripts
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
    reading.isLibrary = isLibrary(entries)
    let start = SourceRange(root.range.start, written.first?.keyRange.end ?? root.range.start)
    let subject = Subject(root, key: "the script", keyRange: start)
    let reader = MappingReader(ScriptKeys.schema, entries, of: subject, in: reading)
    var script = ScriptKeys.decode(reader, variables, used)
    script.isLibrary = reading.isLibrary
    reader.finish()
    return script
  }

  /// Whether a script with these keys has no film, but names that others can use.
  private static func isLibrary(_ entries: [YAMLEntry]) -> Bool {
    let keys = Set(entries.map(\.key))
    return keys.isDisjoint(with: ["timeline", "overlays", "audio", "subtitles", "outputs"])
      && !keys.isDisjoint(with: ["vars", "media", "styles", "sequences"])
  }
}

extension ScriptKeys {
  /// The order matters: names of other scripts come first, then variables, because everything after them may use them, styles and defaults before
  /// the items that start from them, overrides after the items that they change, and outputs, which come on top.
  fileprivate static func decode(
    _ reader: MappingReader<ScriptKeys>, _ variables: GivenVariables, _ used: UsedScripts
  ) -> EditScript {
    var script = EditScript()
    script.uses = (reader.use?.value ?? []).map(\.value)
    reader.reading.declareUses(script.uses, used)
    script.variables = (reader.vars?.value ?? []).map(\.value)
    reader.reading.declareVariables(
      script.variables, written: reader.names(under: \.vars), given: variables)
    reader.reading.declareUsedVariables()
    let styles = reader.styles?.value ?? []
    reader.reading.styles = Dictionary(
      styles.map { ($0.name.value, $0.value.entries) }, uniquingKeysWith: { first, _ in first })
    reader.reading.defaults = reader.defaults?.value ?? ItemDefaults()
    _ = reader.edit
    reader.fill(&script, last: [reader.declaration(of: \.overrides), reader.declaration(of: \.outputs)])
    reader.reading.importMedia(into: &script)
    reader.reading.importMasks(into: &script)
    reader.reading.reportUnusedStyles(styles)
    reader.reading.reportUnusedUses()
    return script
  }
}
