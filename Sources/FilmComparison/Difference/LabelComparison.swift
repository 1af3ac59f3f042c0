import EditScript

/// What is different about markers and about the tags that all outputs have.
func labelChanges(_ old: EditScript, _ new: EditScript) -> [SettingChange] {
  markerChanges(old.markers, new.markers)
    + changes("metadata", LanguageSchema.metadataProperties, old.metadata, new.metadata)
}

private func markerChanges(_ old: [MarkerDeclaration], _ new: [MarkerDeclaration]) -> [SettingChange] {
  let before = Dictionary(old.map { ($0.name.value, $0.text) }, uniquingKeysWith: { first, _ in first })
  let after = Dictionary(new.map { ($0.name.value, $0.text) }, uniquingKeysWith: { first, _ in first })
  let names = new.map(\.name.value) + old.map(\.name.value).filter { after[$0] == nil }
  return names.compactMap { name in
    guard before[name] != after[name] else { return nil }
    return SettingChange(
      section: "markers",
      value: ValueChange(property: name, old: before[name], new: after[name], unwritten: "not there"))
  }
}

extension MarkerDeclaration {
  fileprivate var text: String {
    at.value.canonicalText + (isChapter?.value == true ? ", chapter" : "")
  }
}
