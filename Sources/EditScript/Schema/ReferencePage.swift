extension LanguageSchema {
  /// The page of all keys of the language in Markdown.
  package static var referencePage: String {
    var page = """
      # Every key

      Generated from the schema in `Sources/EditScript/Schema`; do not edit it by hand.
      [`grammar/values.ebnf`](../grammar/values.ebnf) defines the syntax of values and
      [`grammar/README.md`](../grammar/README.md) their meaning. Keys marked ✗ and words in *italics* are checked,
      but rejected with `not-supported-yet` until they can be rendered.

      """
    let renderedTitles = renderedTitles
    for mapping in mappings {
      page += "\n## \(mapping.title.capitalizedFirst)\n\n\(mapping.documentation)\n\n"
      if !renderedTitles.contains(mapping.title) { page += "Not rendered yet.\n\n" }
      page += mapping.title == item.title ? itemTables : table(mapping.keys)
    }
    return page
  }

  /// The page of all keys of settings in Markdown.
  package static var settingsPage: String {
    var page = """
      # Every setting

      Generated from the schema in `Sources/EditScript/Settings`; do not edit it by hand.
      [Settings for a team](team-settings.md) explains where editc looks for an `editc.yaml` and
      which settings take precedence.

      """
    for mapping in settingsMappings {
      page += "\n## \(mapping.title.capitalizedFirst)\n\n\(mapping.documentation)\n\n" + table(mapping.keys)
    }
    return page
  }

  private static func table(_ keys: [KeyDeclaration]) -> String {
    "| key | value | | description | default | example |\n| --- | --- | --- | --- | --- | --- |\n"
      + keys.map { key in
        row([
          key.markedName, key.shape.markdown, key.mark, key.documentation, key.markedDefault,
          key.markedExample,
        ])
      }.joined()
  }

  private static var itemTables: String {
    let kinds = item.keys.filter { $0.kind != nil }
    let others = item.keys.filter { $0.kind == nil }
    return "| kind | value | | description | lists | example |\n| --- | --- | --- | --- | --- | --- |\n"
      + kinds.map { key in
        let lists = ItemList.allCases.filter { key.kind?.lists.contains($0) == true }
        return row([
          key.markedName, key.shape.markdown, key.mark, key.documentation,
          lists.map { "`\($0.rawValue)`" }.joined(separator: " "), key.markedExample,
        ])
      }.joined()
      + "\n| key | value | | description | belongs to | default | example |\n| --- | --- | --- | --- | --- | --- | --- |\n"
      + others.map { key in
        row([
          key.markedName, key.shape.markdown, key.mark, key.documentation, key.owners, key.markedDefault,
          key.markedExample,
        ])
      }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
  }
}

extension KeyDeclaration {
  fileprivate var markedName: String { isRequired ? "**`\(name)`** (required)" : "`\(name)`" }
  fileprivate var markedExample: String { "`\(name): \(example)`" }

  fileprivate var markedDefault: String {
    switch defaultValue {
    case .value(let text): "`\(text)`"
    case .words(let text): text
    case nil: ""
    }
  }

  fileprivate var mark: String { support.isRendered ? "" : "✗" }

  var owners: String {
    guard case .item(let kinds, let lists, _) = role else { return "" }
    let known: [(kinds: Set<ItemKeyword>, words: String)] = [
      (.all, "every item"), (.seen, "visible items"), (.pictured, "visible items but `credits`"),
      (.heard, "audible items"),
      (Set<ItemKeyword>.seen.union(Set<ItemKeyword>.heard), "visible or audible items"),
      (
        Set<ItemKeyword>.pictured.union(Set<ItemKeyword>.heard), "visible or audible items but `credits`"
      ),
    ]
    let others = Set<ItemKeyword>.all.subtracting(kinds)
    let who =
      known.first { $0.kinds == kinds }?.words
      ?? (others.count < 6 ? "items but " + others.listed : kinds.listed)
    guard lists == ItemList.timed else { return who }
    return who + " under "
      + ItemList.allCases.filter(lists.contains).map { "`\($0.rawValue)`" }.joined(separator: " ")
  }
}

extension Set<ItemKeyword> {
  /// The kinds in backticks.
  fileprivate var listed: String { inOrder.map { "`\($0.rawValue)`" }.joined(separator: " ") }
}

extension ShapeDescription {
  fileprivate var markdown: String { markdown(linked: true) }

  /// The forms of the value; `linked` makes the names of mappings links within the reference page.
  func markdown(linked: Bool) -> String {
    var forms: [String] = []
    if let scalar { forms.append(scalar.markdown) }
    if allowsAbsence { forms.append("nothing") }
    if case .of(let element)? = list {
      forms.append(
        element.scalar?.isRamp == true ? "a list of ramps" : "a list: " + element.markdown(linked: linked))
    }
    if let mapping { forms.append(mapping.markdown(linked: linked)) }
    return forms.joined(separator: "; or ")
  }
}

extension ShapeDescription.MappingForm {
  fileprivate func markdown(linked: Bool) -> String {
    func name(_ mapping: MappingDescription) -> String {
      linked ? "[\(mapping.title)](#\(mapping.anchor))" : mapping.title
    }
    return switch self {
    case .keys(let mapping): name(mapping)
    case .oneKey(let mapping): "one key of \(name(mapping))"
    case .named(let noun, let element): "for each \(noun): " + element.markdown(linked: linked)
    case .keyFrames: "key frames"
    case .keysOrKeyFrames(let mapping, _): "key frames; or \(name(mapping))"
    case .item: name(LanguageSchema.item)
    case .override(let mapping): "keys of \(name(LanguageSchema.item)); or \(name(mapping))"
    case .defaults: "for each kind, or for each list and kind: keys of \(name(LanguageSchema.item))"
    }
  }
}

extension ScalarForm {
  fileprivate var markdown: String {
    guard words.isEmpty else {
      return words.map { $0.isRendered ? "`\($0.text)`" : "*`\($0.text)`*" }.joined(separator: " ")
    }
    let spellings = examples.prefix(2).map { "`\($0)`" }.joined(separator: ", ")
    return spellings.isEmpty ? noun : "\(noun): \(spellings)"
  }
}

extension MappingDescription {
  /// The anchor that Markdown makes of the heading.
  fileprivate var anchor: String {
    title.split(separator: " ").joined(separator: "-").filter { $0 == "-" || $0.isLetter }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
