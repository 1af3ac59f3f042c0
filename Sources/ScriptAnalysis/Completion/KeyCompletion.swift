import Basics
import EditScript
import YAMLTree

/// The keys that can be written at a place, in the order of a formatted script.
struct KeyCompletion {
  private let place: CompletionPlace
  private let expectation: Expectation
  /// The keys that the mapping already has.
  private let written: Set<String>
  private let names: NameIndex
  /// The variables of the script that gets values here; empty elsewhere.
  private let parameters: [VariableDeclaration]
  /// The variables of the SVG that gets values here; empty elsewhere.
  private let variables: [String]
  /// Inserted before a key: a dash if a list is expected and none has begun.
  private let dash: String

  init(
    _ place: CompletionPlace, _ path: TreePath, _ names: NameIndex, parameters: [VariableDeclaration] = [],
    variables: [String] = []
  ) {
    self.place = place
    self.names = names
    self.parameters = parameters
    self.variables = variables
    var keys: Set<String> = []
    if let last = path.last, case .mapping(let entries, _) = last.node.value {
      keys = Set(entries.map(\.key))
      keys.remove(CompletionPlace.marker)
    }
    written = keys
    let expectation = Self.expectation(at: path, isEmpty: keys.isEmpty)
    if expectation.form == nil, expectation.takesList, place.openBrackets.isEmpty {
      self.expectation = expectation.element
      dash = "- "
    } else {
      self.expectation = expectation
      dash = ""
    }
  }

  /// A mapping without keys may still become one with keys of the language, or with times.
  private static func expectation(at path: TreePath, isEmpty: Bool) -> Expectation {
    guard let last = path.last else { return .anything }
    guard isEmpty, let entry = last.entry, let outer = path.steps.dropLast().last else {
      return last.expectation
    }
    return outer.expectation.undecidedValue(of: entry)
  }

  var items: [CompletionItem] {
    switch expectation.form {
    case .keys(let keys)?: items(keys.keys, alternatives: keys.alternatives)
    case .oneKey(let keys)?: written.isEmpty ? items(keys.keys, alternatives: []) : []
    case .keysOrKeyFrames(let keys, _)?: items(keys.keys, alternatives: keys.alternatives)
    case .item(let role)?: items(ofItem: role)
    case .override(let keys)?:
      items(ofItem: .overrides) + items(keys.keys, alternatives: keys.alternatives)
    case .defaults(let list)?: items(ofDefaults: list)
    case .named?:
      switch expectation.keyNaming {
      case .naming(.item)?: items(named: .item)
      case .naming(.variable)?: items(named: .variable)
      default:
        parameters.filter { isNew($0.name.value) }.map {
          item($0.name.value, .variable, detail: $0.inWords, documentation: $0.note?.value ?? "")
        }
          + variables.filter(isNew).map {
            item($0, .variable, detail: "a variable of the picture", documentation: "")
          }
      }
    case .keyFrames?, nil: []
    }
  }

  private func items(named thing: NamedThing) -> [CompletionItem] {
    names.names(of: thing).filter(isNew).map {
      item($0, .name, detail: (thing == .item ? "an " : "a ") + thing.noun, documentation: "")
    }
  }

  private func items(ofDefaults list: ItemList?) -> [CompletionItem] {
    let kinds = ItemKeyword.allCases.filter { kind in list.map(kind.lists.contains) != false }
    let lists = list == nil ? ItemList.allCases : []
    return kinds.map(\.rawValue).filter(isNew).map {
      item($0, detail: "default keys for items of this kind", documentation: "")
    }
      + lists.map(\.rawValue).filter(isNew).map {
        item($0, detail: "default keys for items of this list", documentation: "")
      }
  }

  private func items(ofItem role: ItemMappingRole) -> [CompletionItem] {
    let keys = LanguageSchema.item.keys.filter { $0.belongs(to: role) }
    guard let lists = role.lists else { return items(keys, alternatives: []) }
    guard let kind = ItemKeyword.ofItem(with: written.sorted()) else {
      return items(keys.filter { $0.kind != nil } + keys.filter { $0.kind == nil }, alternatives: [])
    }
    // A kind of item next to the item's kind is an ordinary key, such as `color` in a `text`.
    let ofKind = keys.filter { key in
      key.kind != kind && lists.contains { key.belongs(to: kind, in: $0) }
    }
    return items(ofKind, alternatives: [])
  }

  private func items(_ keys: [KeyDeclaration], alternatives: [[String]]) -> [CompletionItem] {
    let excluded = Set(alternatives.filter { !written.isDisjoint(with: $0) }.joined())
    return keys.filter { $0.support.isRendered && isNew($0.name) && !excluded.contains($0.name) }.map { key in
      item(key.name, detail: key.valueInWords, documentation: key.page)
    }
  }

  private func isNew(_ name: String) -> Bool { !written.contains(name) }

  /// A colon is only added if there is none.
  private func item(
    _ name: String, _ kind: CompletionItem.Kind = .key, detail: String, documentation: String
  ) -> CompletionItem {
    CompletionItem(
      name, kind, detail: detail, documentation: documentation, replacing: place.token,
      with: dash + name + (place.hasColon ? "" : ": "))
  }
}

extension ItemMappingRole {
  /// The lists that may contain the item; nil if any key of items is possible.
  fileprivate var lists: [ItemList]? {
    switch self {
    case .item(let list): [list]
    case .each: [.timeline, .overlays]
    case .defaults, .overrides, .styles: nil
    }
  }
}

extension KeyDeclaration {
  /// A short description of its value.
  package var valueInWords: String { shape.inWords }

  /// Its description, an example and its default, in Markdown.
  package var page: String {
    var parts = [documentation]
    let words = shape.scalar?.words.filter(\.isRendered).map { "`\($0.text)`" } ?? []
    if !words.isEmpty { parts.append(words.joined(separator: " ")) }
    parts.append("```yaml\n\(name): \(example)\n```")
    switch defaultValue {
    case .value(let text)?: parts.append("Default: `\(text)`")
    case .words(let text)?: parts.append("Default: \(text)")
    case nil: break
    }
    if !support.isRendered { parts.append("Not rendered yet.") }
    return parts.joined(separator: "\n\n")
  }
}

extension ShapeDescription {
  /// The forms of its values: "a length or a ramp; key frames".
  fileprivate var inWords: String {
    var forms: [String] = []
    if let scalar { forms.append(scalar.noun) }
    if list != nil { forms.append("a list") }
    switch mapping {
    case .keys?, .oneKey?, .named?, .item?, .override?, .defaults?: forms.append("a mapping")
    case .keyFrames?, .keysOrKeyFrames?: forms.append("key frames")
    case nil: break
    }
    return forms.joined(separator: "; ")
  }
}

extension VariableDeclaration {
  /// Its type, and its default: `colour, gold by default`.
  package var inWords: String {
    let value = standard.map { "\($0.value.canonicalText) by default" } ?? "required"
    return "\(type.value.rawValue)\(isList ? " list" : ""), \(value)"
  }
}
