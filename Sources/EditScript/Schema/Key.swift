/// One key of one mapping, said once: what it is called, what it is for, what may stand under it, and whether
/// the renderer can do it.
///
/// The decoder, did-you-mean, the JSON Schema and the reference page all read this declaration. A class, like the
/// schema of its mapping: both are asked for with each item of a script, and what is shared is not copied.
package final class Key<Value: Sendable>: Sendable {
  package let declaration: KeyDeclaration
  let shape: Shape<Value>

  /// A key that means the same wherever its mapping stands.
  convenience init(
    _ name: String, _ documentation: String, _ shape: Shape<Value>, _ support: Support = .rendered,
    isRequired: Bool = false, example: String? = nil, synonyms: [String] = []
  ) {
    self.init(
      name, documentation, shape, support, role: .plain, isRequired: isRequired, example: example,
      synonyms: synonyms)
  }

  /// The key that says what an item is: `clip: beach`.
  convenience init(
    kind: ItemKeyword, _ documentation: String, _ shape: Shape<Value>, _ support: Support = .rendered,
    alsoOf kinds: Set<ItemKeyword> = [], example: String? = nil, synonyms: [String] = []
  ) {
    self.init(
      kind.rawValue, documentation, shape, support, role: .kind(kind, alsoOf: kinds), isRequired: false,
      example: example, synonyms: synonyms)
  }

  /// A key of some kinds of items.
  convenience init(
    _ name: String, of kinds: Set<ItemKeyword>, in lists: Set<ItemList> = ItemList.all,
    _ documentation: String, _ shape: Shape<Value>, _ support: Support = .rendered,
    isPersonal: Bool = false, example: String? = nil, synonyms: [String] = []
  ) {
    self.init(
      name, documentation, shape, support, role: .item(kinds, lists, isPersonal: isPersonal),
      isRequired: false, example: example, synonyms: synonyms)
  }

  private init(
    _ name: String, _ documentation: String, _ shape: Shape<Value>, _ support: Support, role: KeyRole,
    isRequired: Bool, example: String?, synonyms: [String]
  ) {
    self.shape = shape
    declaration = KeyDeclaration(
      name: name, documentation: documentation, shape: shape.description, support: support, role: role,
      isRequired: isRequired, example: example ?? shape.description.example, synonyms: synonyms,
      check: { subject, reading in _ = shape.read(subject, reading) })
  }
}

/// What is said about a key, without the type of its value.
package final class KeyDeclaration: Sendable {
  package let name: String
  /// One sentence for people.
  package let documentation: String
  package let shape: ShapeDescription
  package let support: Support
  package let role: KeyRole
  package let isRequired: Bool
  /// A value as people write it, in YAML: what the declaration says, or else what the value's grammar does.
  package let example: String
  /// Words that other tools use for the same idea.
  package let synonyms: [String]
  /// Reads the value for its diagnostics only.
  let check: @Sendable (Subject, Reading) -> Void

  fileprivate init(
    name: String, documentation: String, shape: ShapeDescription, support: Support, role: KeyRole,
    isRequired: Bool, example: String, synonyms: [String],
    check: @escaping @Sendable (Subject, Reading) -> Void
  ) {
    self.name = name
    self.documentation = documentation
    self.shape = shape
    self.support = support
    self.role = role
    self.isRequired = isRequired
    self.example = example
    self.synonyms = synonyms
    self.check = check
  }
}

/// Whether the renderer can do what a key or a word asks for.
package enum Support: Hashable, Sendable {
  case rendered
  /// Refused with `not-supported-yet`, after everything in it was checked.
  case planned
  /// As `planned`, with what to do for now.
  case plannedInstead(String)

  package var isRendered: Bool { self == .rendered }

  var instead: String? {
    if case .plannedInstead(let text) = self { text } else { nil }
  }
}

/// What a key is to the item that holds it.
package enum KeyRole: Hashable, Sendable {
  /// Not a key of items.
  case plain
  /// Says what the item is; it may be an ordinary key of other kinds (`color` of a `text`).
  case kind(ItemKeyword, alsoOf: Set<ItemKeyword>)
  /// Belongs to these kinds in these lists; a personal key (`name`) has no place under `defaults`.
  case item(Set<ItemKeyword>, Set<ItemList>, isPersonal: Bool)
}

/// A struct whose stored properties are the keys of one mapping.
package protocol KeySet: Sendable {
  /// The mapping's name in messages, in the JSON Schema and on the reference page: "canvas".
  static var title: String { get }
  /// One sentence for people.
  static var documentation: String { get }
  /// Keys that say the same thing in different ways: at most one of each list is written.
  static var alternatives: [[String]] { get }
  init()
}

extension KeySet {
  package static var alternatives: [[String]] { [] }
}

/// Keys from which a value of the typed script is made.
package protocol MappingKeys: KeySet {
  associatedtype Value: Sendable
  /// Nil when too little was understood. Keys that are not asked for here are checked all the same.
  static func decode(_ reader: MappingReader<Self>) -> Value?
}

/// The value of a mapping that is checked and does not reach the typed script yet.
package struct CheckedOnly: Hashable, Sendable {}

extension MappingKeys where Value == CheckedOnly {
  package static func decode(_ reader: MappingReader<Self>) -> CheckedOnly? { CheckedOnly() }
}

/// What is said about a mapping, without the type of its value.
package struct MappingDescription: Sendable {
  package let title: String
  package let documentation: String
  /// In the order of their declarations.
  package let keys: [KeyDeclaration]
  /// Names of keys of which at most one is written.
  package let alternatives: [[String]]
}

/// A mapping's keys, found by name.
final class MappingSchema<Keys: KeySet>: Sendable {
  let keys: Keys
  let description: MappingDescription
  private let positions: [String: Int]

  init(_ type: Keys.Type) {
    let keys = Keys()
    // The stored properties are the list of keys: a key cannot be declared and forgotten.
    let declarations = Mirror(reflecting: keys).children.compactMap {
      ($0.value as? any DeclaredKey)?.declaration
    }
    self.keys = keys
    description = MappingDescription(
      title: Keys.title, documentation: Keys.documentation, keys: declarations,
      alternatives: Keys.alternatives)
    positions = Dictionary(
      declarations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> KeyDeclaration? { positions[name].map { description.keys[$0] } }
}

private protocol DeclaredKey {
  var declaration: KeyDeclaration { get }
}

extension Key: DeclaredKey {}
