import EditScript

/// What is different about markers and about the tags that all outputs have.
func labelChanges(_ old: EditScript, _ new: EditScript) -> [SettingChange] {
  markerChanges(old.markers, new.markers) + metadataChanges(old.metadata, new.metadata)
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

private func metadataChanges(_ old: MetadataSettings, _ new: MetadataSettings) -> [SettingChange] {
  let (before, after) = (old.texts, new.texts)
  let names = ["keep"] + TagName.allCases.map(\.rawValue) + ["language"]
  return names.compactMap { name in
    let (was, now) = (before.first { $0.key == name }?.text, after.first { $0.key == name }?.text)
    guard was != now else { return nil }
    return SettingChange(
      section: "metadata",
      value: ValueChange(
        property: name, old: was, new: now, unwritten: name == "keep" ? "none" : "not written"))
  }
}

extension MetadataSettings {
  /// All that is written, each key with its value.
  var texts: [(key: String, text: String)] {
    var texts: [(key: String, text: String)] = []
    if let keep { texts.append(("keep", keep.value.rawValue)) }
    for tag in tags { texts.append((tag.name.rawValue, tag.text.value)) }
    if let language { texts.append(("language", language.value)) }
    return texts
  }

  /// The same on one line.
  var oneText: String { texts.map { "\($0.key): \($0.text)" }.joined(separator: ", ") }
}

extension MarkerDeclaration {
  fileprivate var text: String {
    at.value.canonicalText + (isChapter?.value == true ? ", chapter" : "")
  }
}
