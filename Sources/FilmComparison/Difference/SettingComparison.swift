import Basics
import Composition
import EditScript
import Lowering

/// The changes of the canvas, the mix and the files that both scripts declare.
///
/// If both films are known, resolved values are compared, such as the size that `auto` resolves to.
func settingChanges(_ old: FilmVersion, _ new: FilmVersion) -> [SettingChange] {
  let films = old.film.composition.flatMap { first in new.film.composition.map { (first, $0) } }
  return changes("canvas", LanguageSchema.canvasProperties, old.script.canvas, new.script.canvas) { name in
    resolvedCanvas[name].flatMap { text in films.map { (text($0), text($1)) } }
  }
    + changes("mix", LanguageSchema.mixProperties, old.script.mix, new.script.mix) { name in
      resolvedMix[name].flatMap { text in films.map { (text($0), text($1)) } }
    } + mediaSettingChanges(old.script, new.script)
}

/// The resolved values of canvas keys.
let resolvedCanvas: [String: @Sendable (Composition) -> String] = [
  "size": { "\($0.canvas.size)" },
  "rate": { $0.canvas.rate.spelling },
  "background": { $0.canvas.background.canonicalText },
  "color": { $0.canvas.color.rawValue },
  "depth": { "\($0.canvas.depth.rawValue)" },
]

/// The resolved values of mix keys; other keys are compared as written.
private let resolvedMix: [String: @Sendable (Composition) -> String] = ["rate": { "\($0.mix.sampleRate)" }]

/// The changed settings of files that both scripts declare.
private func mediaSettingChanges(_ old: EditScript, _ new: EditScript) -> [SettingChange] {
  let before = Dictionary(old.media.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
  // Another file under a name is a change of media.
  let properties = LanguageSchema.mediaProperties.filter { $0.name != "file" }
  return new.media.flatMap { declaration -> [SettingChange] in
    guard let was = before[declaration.name.value] else { return [] }
    return changes("media", properties, was, declaration, prefix: declaration.name.value + ".")
  }
}

/// The changes of the checks of a film.
func checkChanges(_ old: Checks, _ new: Checks) -> [SettingChange] {
  changes("checks", LanguageSchema.checkProperties, old, new)
}

/// The values that differ; `resolved` returns the resolved values of a key in both films, nil if unknown.
func changes<Record>(
  _ section: String, _ properties: [WrittenProperty<Record>], _ old: Record, _ new: Record,
  prefix: String = "", resolved: (String) -> (String, String)? = { _ in nil }
) -> [SettingChange] {
  properties.compactMap { property in
    let known = resolved(property.name)
    let before = known?.0 ?? property.text(old)
    let after = known?.1 ?? property.text(new)
    guard before ?? property.unwritten != after ?? property.unwritten else { return nil }
    return SettingChange(
      section: section,
      value: ValueChange(
        property: prefix + property.name, old: before, new: after, unwritten: property.unwritten))
  }
}

/// The changes of markers and of the tags of all outputs.
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
