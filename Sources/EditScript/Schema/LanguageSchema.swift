package import YAMLTree

/// The whole language as data, for the JSON Schema, the reference page and completion.
package enum LanguageSchema {
  /// The top level.
  package static var script: MappingDescription { ScriptKeys.schema.description }
  /// The keys of items, whatever list or kind they belong to.
  package static var item: MappingDescription { ItemKeys.schema.description }

  /// Every mapping of the language once, in the order of first use.
  package static var mappings: [MappingDescription] { mappings(from: script) { _ in true } }

  /// Every mapping of settings once.
  package static var settingsMappings: [MappingDescription] {
    mappings(from: SettingsKeys.schema.description) { _ in true }
  }

  /// Whether a word is a key anywhere in the language or another tool's word for one, so hardly misspelled.
  static func knows(_ word: String) -> Bool { words.contains(Suggestion.folded(word)) }

  private static let words = Set(
    (mappings + settingsMappings).flatMap(\.keys)
      .flatMap { [$0.name] + ($0.synonyms + $0.related).flatMap(\.words) }.map { Suggestion.folded($0) })

  /// The titles of the mappings of which at least some keys can be rendered.
  static var renderedTitles: Set<String> {
    Set(mappings(from: script) { $0.support.isRendered }.map(\.title))
  }

  /// A mapping and the mappings reached through the keys that satisfy `isFollowed`.
  private static func mappings(
    from root: MappingDescription, through isFollowed: (KeyDeclaration) -> Bool
  ) -> [MappingDescription] {
    var found = [root]
    var titles: Set<String> = [root.title]
    var next = 0
    while next < found.count {
      for key in found[next].keys where isFollowed(key) {
        for mapping in key.shape.mappings where titles.insert(mapping.title).inserted {
          found.append(mapping)
        }
      }
      next += 1
    }
    return found
  }
}

extension LanguageSchema {
  /// The properties of an item except its kind.
  package static let itemProperties: [WrittenProperty<Item>] = ItemKeys.schema.properties
  package static let canvasProperties: [WrittenProperty<CanvasSettings>] = MappingSchema(CanvasKeys.self)
    .properties
  package static let mixProperties: [WrittenProperty<MixSettings>] = MappingSchema(MixKeys.self).properties
  package static let checkProperties: [WrittenProperty<Checks>] = MappingSchema(CheckKeys.self).properties
  package static let mediaProperties: [WrittenProperty<MediaDeclaration>] = MappingSchema(MediaKeys.self)
    .properties
  package static let metadataProperties: [WrittenProperty<MetadataSettings>] = MappingSchema(
    MetadataKeys.self
  ).properties
  package static let subtitleProperties: [WrittenProperty<SubtitleTrack>] = MappingSchema(SubtitleKeys.self)
    .properties
  package static let outputProperties: [WrittenProperty<Output>] = MappingSchema(OutputKeys.self).properties
}

extension ShapeDescription {
  /// The mappings of the language in this shape, at any depth of lists and names.
  fileprivate var mappings: [MappingDescription] {
    var result: [MappingDescription] = []
    if case .of(let element)? = list { result += element.mappings }
    switch mapping {
    case .keys(let keys)?, .oneKey(let keys)?: result.append(keys)
    case .keysOrKeyFrames(let keys, _)?: result.append(keys)
    case .named(_, let element)?, .keyFrames(let element)?: result += element.mappings
    case .item?, .defaults?: result.append(LanguageSchema.item)
    case .override(let keys)?: result += [LanguageSchema.item, keys]
    case nil: break
    }
    return result
  }
}

extension ShapeDescription {
  /// The scalars of this shape, including those in lists and under names.
  package var scalars: [ScalarForm] {
    var result = [scalar].compactMap(\.self)
    if case .of(let element)? = list { result += element.scalars }
    switch mapping {
    case .named(_, let element)?, .keyFrames(let element)?, .keysOrKeyFrames(_, let element)?:
      result += element.scalars
    default: break
    }
    return result
  }
}

extension MappingDescription {
  /// Whether one of its keys is among the entries.
  package func isWritten(in entries: [YAMLEntry]) -> Bool {
    entries.contains { entry in keys.contains { $0.name == entry.key } }
  }

  /// The title without its article and with dashes: `canvas`, `clips-sound`.
  package var identifier: String {
    let words = title.split(separator: " ").drop { ["a", "an", "the"].contains($0) }
    return words.joined(separator: "-").filter { $0 == "-" || $0.isLetter }
  }
}
