package import Basics

/// The reference entry of a key in one mapping, for `editc explain`.
package struct KeyPage: Sendable {
  private let key: KeyDeclaration
  private let mapping: MappingDescription

  /// The pages of a key in all mappings that have it, scripts before settings: `size`, or only `canvas.size`.
  package static func pages(named name: String) -> [KeyPage] {
    let (place, word) = parts(of: name)
    return all.filter { $0.key.name == word && $0.isOf(place) }
  }

  /// The pages of the keys for another tool's word: `crf` is `quality`.
  package static func pages(forOtherWord name: String) -> [KeyPage] {
    let (place, word) = parts(of: name)
    return all.filter { page in
      page.isOf(place) && (page.key.synonyms + page.key.related).contains { $0.part(named: word) != nil }
    }
  }

  /// The names of all keys, each once.
  package static let names: [String] = {
    var seen: Set<String> = []
    return all.map(\.key.name).filter { seen.insert($0).inserted }
  }()

  private static let all = (LanguageSchema.mappings + LanguageSchema.settingsMappings).flatMap { mapping in
    mapping.keys.map { KeyPage(key: $0, mapping: mapping) }
  }

  private static func parts(of name: String) -> (place: String?, word: String) {
    guard let dot = name.lastIndex(of: ".") else { return (nil, name) }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  /// Whether the mapping has this name: `canvas`, `video`, `outputs-video`.
  private func isOf(_ place: String?) -> Bool {
    guard let place else { return true }
    let title = mapping.title.split(separator: " ").last.map(String.init)
    return place == title || place == mapping.identifier
  }
}

extension KeyPage {
  package var name: String { key.name }

  /// The heading: `crop`, a key of an item.
  package var heading: String { "`\(key.name)`, a key of \(mapping.title)" }
  package var documentation: String { key.documentation }
  package var example: String { "\(key.name): \(key.example)" }

  /// The forms of its value, where it belongs, its default, the keys in it, and other tools' words for it.
  package var facts: [(name: String, text: String)] {
    var facts = [(name: "value", text: key.shape.markdown(linked: false))]
    if case .item = key.role { facts.append(("belongs to", key.owners)) }
    if case .kind(let kind, _) = key.role {
      let lists = ItemList.allCases.filter(kind.lists.contains).map { "`\($0.rawValue)`" }
      facts.append(("in", lists.joined(separator: ", ")))
    }
    if let value = key.defaultValue { facts.append(("without it", value.text)) }
    if key.isRequired { facts.append(("required", "yes")) }
    if let inner = key.shape.keysInside, !inner.isEmpty {
      facts.append(("keys in it", inner.map { "`\($0)`" }.joined(separator: ", ")))
    }
    let others = (key.synonyms + key.related).flatMap(\.words)
    if !others.isEmpty { facts.append(("elsewhere", others.joined(separator: ", "))) }
    if !key.support.isRendered { facts.append(("rendered", "not yet")) }
    return facts
  }

  package var markdown: String {
    "## \(heading)\n\n\(documentation)\n\n```yaml\n\(example)\n```\n\n"
      + facts.map { "- \($0.name): \($0.text)\n" }.joined()
  }

  package var json: JSONValue {
    .members([
      "key": .string(key.name), "mapping": .string(mapping.title), "description": .string(key.documentation),
      "example": .string(example),
      "facts": .object(facts.map { JSONValue.Member(name: $0.name, value: .string($0.text)) }),
    ])
  }
}

extension ShapeDescription {
  /// The keys of the mapping that it accepts; nil if there are none.
  fileprivate var keysInside: [String]? {
    switch mapping {
    case .keys(let inner)?, .oneKey(let inner)?, .keysOrKeyFrames(let inner, _)?: inner.keys.map(\.name)
    default: nil
    }
  }
}
