import Basics
import Diagnostics
import YAMLTree

// What names such as `titles/card` mean: variables, styles, scripts, sequences and media of scripts under `use`.

// MARK: - Variables

extension VariableTable {
  /// Adds a variable of another script.
  mutating func addUsed(_ variable: VariableDeclaration) {
    guard let standard = variable.standard?.value else { return }
    let value: Value =
      switch standard {
      case .text(let text): .text(text)
      case .list(let texts): .list(texts.map(\.value))
      }
    addOfOther(variable, value)
  }
}

extension Reading {
  /// Marks a variable as used, and the script of one such as `brand/accent`. Returns whether it is one of a script that
  /// could not be read, which is reported there.
  @discardableResult
  func markVariable(_ name: String) -> Bool {
    variables?.markUsed(name)
    guard let (use, _) = uses.declarations.part(of: name) else {
      return name.contains("/") && uses.isUnread(name)
    }
    uses.markUsed(use)
    if uses.isUnread(name) { return true }
    return use.isScript && uses.names(of: use) == nil
  }
}

extension Reading {
  /// Why a name such as `brand/city` is no variable of the script under `use` that it names, if there is more to say
  /// than that.
  func problem(withUsedVariable name: String, at range: SourceRange) -> Diagnostic? {
    guard let (use, rest) = uses.declarations.part(of: name) else { return nil }
    guard use.isScript else {
      return Diagnostic(
        .unknownName, "\(use.shown) has scripts, and no variables", at: range,
        hint: "give the script with the variable a name under `use`")
    }
    guard let offered = uses.names(of: use) else { return nil }
    if offered.valuelessVariables.contains(rest) {
      return rest.hasPrefix("_")
        ? Diagnostic(
          .privateName, "'\(rest)' is private to \(use.path.value)", at: range,
          hint: "names that begin with `_` are for the script itself")
        : Diagnostic(
          .unsetVariable, "the variable `\(rest)` of '\(use.path.value)' has no value here", at: range,
          hint: "add a `default` to it there; an `example` is not enough"
        )
    }
    let known = offered.variables.map { use.name.value + "/" + $0.name.value }
    guard !hasSuggestions || Suggestion.best(for: name, among: known) == nil else { return nil }
    return Diagnostic(
      .unknownVariable, "'\(use.path.value)' declares no variable named '\(rest)'", at: range,
      hint: "declare it there under `vars`")
  }
}

// MARK: - Styles

extension Reading {
  /// What the name of a style stands for.
  enum UsedStyle {
    /// A style of this script, if it has one of this name.
    case own
    /// One of a script that could not be read, which is reported.
    case unread
    case unknown
    /// The keys, at the place that names the style.
    case keys([YAMLEntry])
  }

  func usedStyle(_ name: Located<String>) -> UsedStyle {
    if name.value.contains("/"), uses.isUnread(name.value) {
      if let use = uses.declarations.part(of: name.value)?.use { uses.markUsed(use) }
      return .unread
    }
    guard let (use, rest) = uses.declarations.part(of: name.value), use.isScript else { return .own }
    uses.markUsed(use)
    guard let offered = uses.names(of: use) else { return .unread }
    guard let style = offered.styles[rest] else { return .unknown }
    if let sequence = style.maskSequence, sequence.contains("/") {
      report(
        Diagnostic(
          .notSupportedYet,
          "the style '\(name.value)' has a mask of '\(sequence)', a sequence of a third script",
          at: name.range,
          hint: "write the mask in the item, or play that sequence in one of \(use.path.value)"))
      return .unread
    }
    if let unset = style.unset {
      report(
        Diagnostic(
          .unsetVariable, "the style '\(name.value)' depends on `\(unset)`, which has no value",
          at: name.range,
          hint: "add a `default` to `\(unset)` in \(use.path.value)"))
      return .unread
    }
    importedRanges.insert(name.range)
    return .keys(
      style.entries.map { entry in
        entry.mappingFiles { text, _ in offered.used(text, by: use) }
          .mappingMaskSequence { use.name.value + "/" + $0 }.moved(to: name.range)
      })
  }

  /// The names of the styles of used scripts, as this script writes them.
  var usedStyleNames: [String] {
    uses.declarations.flatMap { use in
      (uses.names(of: use)?.styles.keys.sorted() ?? []).map { use.name.value + "/" + $0 }
    }.sorted()
  }

  /// The styles of this script with the values of its variables, for scripts that use it.
  func offeredStyles() -> [String: OfferedStyle] {
    styles.mapValues { entries in
      var unset: String?
      func filled(_ node: YAMLNode) -> YAMLNode {
        switch node.value {
        case .scalar(let scalar):
          let text = ScalarText(text: scalar.text, range: node.range, start: nil)
          guard let replaced = quietly({ replacingVariables(in: text) }) else {
            unset = unset ?? variableNames(in: scalar.text).first
            return node
          }
          return YAMLNode(
            .scalar(YAMLScalar(escaped(replaced.text), style: scalar.style)), range: node.range)
        case .sequence(let elements, let isFlow):
          return YAMLNode(.sequence(elements.map(filled), isFlow: isFlow), range: node.range)
        case .mapping(let entries, let isFlow):
          return YAMLNode(.mapping(entries.map(filled), isFlow: isFlow), range: node.range)
        }
      }
      func filled(_ entry: YAMLEntry) -> YAMLEntry {
        YAMLEntry(key: entry.key, keyRange: entry.keyRange, value: filled(entry.value))
      }
      let keys = entries.map(filled)
      return OfferedStyle(entries: keys, unset: unset)
    }
  }
}

// MARK: - Scripts and sequences

extension Reading {
  /// The script that `edit` names, and how it is reached; nil after a diagnostic.
  func playedScript(_ name: Located<String>) -> (path: Located<String>, part: UsedPart?)? {
    if let use = uses.declarations[name.value] {
      uses.markUsed(use)
      guard !uses.isBroken(use) else { return nil }
      guard use.isScript else {
        report(
          Diagnostic(
            .unknownName, "'\(name.value)' is a folder of scripts", at: name.range,
            hint: "write `edit: \(name.value)/NAME` for one of them"))
        return nil
      }
      return (Located(use.path.value, at: name.range), UsedPart(root: use.root))
    }
    guard let (use, rest) = uses.declarations.part(of: name.value) else {
      return uses.isUnread(name.value) ? nil : (name, nil)
    }
    // A file in a folder of the same name as a script.
    if use.isScript, rest.hasSuffix(UseDeclaration.ending) { return (name, nil) }
    uses.markUsed(use)
    guard !uses.isBroken(use) else { return nil }
    guard !use.isScript else {
      reportUnknownPart(
        name, of: use, "script", among: [],
        hint: "'\(use.name.value)' is itself a script: write `edit: \(use.name.value)`")
      return nil
    }
    if rest.hasPrefix("_") || rest.contains("/") {
      report(
        Diagnostic(
          .privateName, "'\(rest)' is private: only scripts in \(use.shown) can play it",
          at: name.range,
          hint: "so are all scripts in folders inside it, and those whose names begin with `_`"))
      return nil
    }
    return (Located(use.path(ofScript: rest), at: name.range), UsedPart(root: use.root))
  }

  /// The script with the sequence that `sequence` names, if that is one of another script; nil for own ones.
  func playedSequence(_ name: Located<String>) -> (path: Located<String>, part: UsedPart?)?? {
    if name.value.contains("/"), uses.isUnread(name.value) {
      if let use = uses.declarations.part(of: name.value)?.use { uses.markUsed(use) }
      return .some(nil)
    }
    guard let (use, rest) = uses.declarations.part(of: name.value), use.isScript else { return .none }
    uses.markUsed(use)
    guard let offered = uses.names(of: use) else { return .some(nil) }
    guard offered.sequences.contains(rest) else {
      reportUnknownPart(
        name, of: use, "sequence", among: offered.sequences, hint: "declare it there under `sequences`")
      return .some(nil)
    }
    return (Located(use.path.value, at: name.range), UsedPart(root: use.root, sequence: rest))
  }

  private func reportUnknownPart(
    _ name: Located<String>, of use: UseDeclaration, _ noun: String, among names: [String], hint: String
  ) {
    let rest = String(name.value.dropFirst(use.name.value.count + 1))
    let isCompared = hasSuggestions && !names.isEmpty
    if isCompared { suggestionsLeft -= 1 }
    let meant = (isCompared ? Suggestion.best(for: rest, among: names) : nil).map {
      use.name.value + "/" + $0
    }
    report(
      Diagnostic(
        .unknownName, "'\(use.path.value)' declares no \(noun) named '\(rest)'", at: name.range,
        hint: meant.map { "did you mean `\($0)`?" } ?? hint,
        fixes: meant.map {
          [Diagnostic.Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
        } ?? []))
  }
}

// MARK: - Masks

extension Reading {
  /// Adds the sequences of used scripts that are masks, such as `brand/wipe`: sequences of this script that play them,
  /// under names that no script can declare.
  func importMasks(into script: inout EditScript) {
    guard !uses.declarations.isEmpty else { return }
    var known = Set(script.sequences.map(\.name.value))
    for item in script.writtenItems {
      guard case .sequence(let name)? = item.mask?.value.source, !known.contains(name.value),
        name.value.contains("/"),
        case .some(.some(let played)) = quietly({ playedSequence(name) })
      else { continue }
      known.insert(name.value)
      var item = Item(kind: .edit(played.path), kindRange: name.range, range: name.range)
      item.used = played.part
      script.sequences.append(
        SequenceDeclaration(name: name, lists: SequenceLists(timeline: [item])))
    }
  }
}

// MARK: - Media

extension Reading {
  /// Adds the media of used scripts that the script names, such as `brand/logo`.
  func importMedia(into script: inout EditScript) {
    guard !uses.declarations.isEmpty else { return }
    var known = Set(script.media.map(\.name.value))
    let items = script.writtenItems
    let named = items.flatMap(\.mediaNames) + script.covers + script.subtitles.compactMap(\.medium)
    for name in named where !known.contains(name.value) {
      guard let (use, rest) = uses.declarations.part(of: name.value), use.isScript else { continue }
      uses.markUsed(use)
      guard let offered = uses.names(of: use) else { continue }
      guard let declaration = offered.media.first(where: { $0.name.value == rest }) else {
        // A file in a folder of this name.
        if rest.looksLikePath { continue }
        reportUnknownPart(
          name, of: use, "media", among: offered.media.map(\.name.value),
          hint: "declare it there under `media`")
        continue
      }
      known.insert(name.value)
      script.media.append(declaration.used(as: name.value, by: use))
    }
    for file in items.flatMap({ $0.lookFiles + [$0.style?.font].compactMap(\.self) }) {
      guard let (use, rest) = uses.declarations.part(of: file.value), use.isScript,
        let offered = uses.names(of: use), offered.media.contains(where: { $0.name.value == rest })
      else { continue }
      uses.markUsed(use)
      report(
        Diagnostic(
          .wrongType, "'\(file.value)' names media of '\(use.path.value)'; expected a file", at: file.range,
          hint: "write its path, or a style of that script that has it: `style: \(use.name.value)/…`"))
    }
    for text in items.flatMap(\.textsPassedToScript) where !known.contains(text) {
      guard let (use, rest) = uses.declarations.part(of: text),
        let declaration = uses.names(of: use)?.media.first(where: { $0.name.value == rest })
      else { continue }
      uses.markUsed(use)
      known.insert(text)
      script.media.append(declaration.used(as: text, by: use))
    }
  }
}

extension MediaDeclaration {
  /// The declaration under its name in another script.
  fileprivate func used(as name: String, by use: UseDeclaration) -> MediaDeclaration {
    func moved(_ path: Located<String>) -> Located<String> {
      let isWhole = path.value.hasPrefix("/") || path.value.isURL
      return Located(isWhole ? path.value : use.root + path.value, at: use.path.range)
    }
    var declaration = self
    declaration.name = Located(name, at: use.name.range)
    declaration.file = moved(file)
    declaration.words = words.map(moved)
    return declaration
  }
}
