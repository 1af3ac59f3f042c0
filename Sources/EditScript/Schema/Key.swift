import Basics

/// One key of one mapping, declared once: its name, its purpose, its possible values, and whether the
/// renderer supports it.
///
/// The decoder, did-you-mean, the JSON Schema, the reference page, `editc dump` and the comparison of films
/// read this declaration. A class, like the schema of its mapping, because both are used for each item of a
/// script and should not be copied.
///
/// Its shape and its field are made when they are first needed: a script uses few of the keys, and making all
/// shapes took more than half of the CPU time of `editc lint`. `@unchecked Sendable`: as `DeclaredKey`.
package final class Key<Value: Sendable>: DeclaredKey, @unchecked Sendable {
  private let deferredShape: Deferred<Shape<Value>>

  var shape: Shape<Value> { deferredShape.value }

  /// A key with the same meaning wherever its mapping is used.
  @_semantics("optimize.sil.specialize.generic.never")
  convenience init(
    _ name: String, _ documentation: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
    _ support: Support = .rendered,
    isRequired: Bool = false, example: String? = nil, synonyms: [Synonym] = [],
    related: [Synonym] = [],
    field: @autoclosure @escaping @Sendable () -> KeyField<Value>? = nil,
    default defaultValue: KeyDefault? = nil
  ) {
    self.init(
      name, documentation, shape, support, role: .plain, isRequired: isRequired, example: example,
      synonyms: synonyms, related: related, makeField: field, defaultValue: defaultValue)
  }

  /// A key that decides the kind of an item: `clip: beach`.
  @_semantics("optimize.sil.specialize.generic.never")
  convenience init(
    kind: ItemKeyword, _ documentation: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
    _ support: Support = .rendered,
    alsoOf kinds: Set<ItemKeyword> = [], example: String? = nil, synonyms: [Synonym] = [],
    related: [Synonym] = [],
    field: @autoclosure @escaping @Sendable () -> KeyField<Value>? = nil,
    default defaultValue: KeyDefault? = nil
  ) {
    self.init(
      kind.rawValue, documentation, shape, support, role: .kind(kind, alsoOf: kinds), isRequired: false,
      example: example, synonyms: synonyms, related: related, makeField: field, defaultValue: defaultValue)
  }

  /// A key of some kinds of items.
  @_semantics("optimize.sil.specialize.generic.never")
  convenience init(
    _ name: String, of kinds: Set<ItemKeyword>, in lists: Set<ItemList> = ItemList.all,
    _ documentation: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
    _ support: Support = .rendered,
    isPersonal: Bool = false, example: String? = nil, synonyms: [Synonym] = [],
    related: [Synonym] = [],
    field: @autoclosure @escaping @Sendable () -> KeyField<Value>? = nil,
    default defaultValue: KeyDefault? = nil
  ) {
    self.init(
      name, documentation, shape, support, role: .item(kinds, lists, isPersonal: isPersonal),
      isRequired: false, example: example, synonyms: synonyms, related: related, makeField: field,
      defaultValue: defaultValue)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private init(
    _ name: String, _ documentation: String, _ makeShape: @escaping @Sendable () -> Shape<Value>,
    _ support: Support, role: KeyRole, isRequired: Bool, example: String?, synonyms: [Synonym],
    related: [Synonym], makeField: @escaping @Sendable () -> KeyField<Value>?, defaultValue: KeyDefault?
  ) {
    let shape = Deferred(makeShape)
    let declaration = KeyDeclaration(
      name: name, documentation: documentation, shape: { shape.value.description }, support: support,
      role: role, isRequired: isRequired, example: example, synonyms: synonyms, related: related,
      defaultValue: defaultValue, check: { subject, reading in _ = shape.value.read(subject, reading) },
      field: { makeField()?.bind($0, shape.value) })
    deferredShape = shape
    super.init(declaration)
  }
}

/// A key as its mapping finds it among its properties. A class, because a cast to a protocol takes longer.
///
/// `@unchecked Sendable`: its only property never changes.
package class DeclaredKey: @unchecked Sendable {
  package let declaration: KeyDeclaration

  fileprivate init(_ declaration: KeyDeclaration) { self.declaration = declaration }
}

/// The declaration of a key, without the type of its value.
package final class KeyDeclaration: Sendable {
  package let name: String
  /// One sentence for people.
  package let documentation: String
  private let describe: @Sendable () -> ShapeDescription
  package let support: Support
  package let role: KeyRole
  package let isRequired: Bool
  private let declaredExample: String?
  /// Other tools' words that mean the same for the values that `isSame` accepts; a safe fix replaces them.
  package let synonyms: [Synonym]
  /// Other tools' words for something similar. The same value may mean a different film, so the fix offers
  /// the value that was probably intended and is never safe.
  package let related: [Synonym]
  /// The default; nil if there is none, or if `documentation` describes it.
  package let defaultValue: KeyDefault?
  /// Reads the value for its diagnostics only.
  let check: @Sendable (Subject, Reading) -> Void
  /// Makes the `Field` of the mapping's record; nil for a key that the mapping's `decode` reads and nothing
  /// prints.
  private let makeField: @Sendable (KeyDeclaration) -> (any Sendable)?

  package var shape: ShapeDescription { describe() }
  /// A value in YAML: the one in the declaration, else one from the value's grammar.
  package var example: String { declaredExample ?? shape.example }

  fileprivate init(
    name: String, documentation: String, shape: @escaping @Sendable () -> ShapeDescription, support: Support,
    role: KeyRole, isRequired: Bool, example: String?, synonyms: [Synonym], related: [Synonym],
    defaultValue: KeyDefault?,
    check: @escaping @Sendable (Subject, Reading) -> Void,
    field: @escaping @Sendable (KeyDeclaration) -> (any Sendable)?
  ) {
    self.name = name
    self.documentation = documentation
    describe = shape
    self.support = support
    self.role = role
    self.isRequired = isRequired
    declaredExample = example
    self.synonyms = synonyms
    self.related = related
    self.defaultValue = defaultValue
    self.check = check
    makeField = field
  }

  fileprivate func field<Record>(of record: Record.Type) -> Field<Record>? {
    makeField(self) as? Field<Record>
  }
}

/// Whether the renderer supports a key or a word.
package enum Support: Hashable, Sendable {
  case rendered
  /// Rejected with `not-supported-yet`, after its contents are checked.
  case planned
  /// Like `planned`, with a workaround.
  case plannedInstead(String)

  package var isRendered: Bool { self == .rendered }

  var instead: String? {
    if case .plannedInstead(let text) = self { text } else { nil }
  }
}

/// The role of a key in an item.
package enum KeyRole: Hashable, Sendable {
  /// Not a key of items.
  case plain
  /// Decides the kind of the item; it may be an ordinary key of other kinds (`color` of a `text`).
  case kind(ItemKeyword, alsoOf: Set<ItemKeyword>)
  /// Belongs to these kinds in these lists; a personal key (`name`) is not allowed under `defaults`.
  case item(Set<ItemKeyword>, Set<ItemList>, isPersonal: Bool)
}

/// A struct whose stored properties are the keys of one mapping, or lists of keys.
package protocol KeySet: Sendable {
  /// The value whose properties store what is written under the keys; `Never` if there is none.
  associatedtype Record: Sendable = Never
  /// The mapping's name in messages, in the JSON Schema and on the reference page: "canvas".
  static var title: String { get }
  /// One sentence for people.
  static var documentation: String { get }
  /// Keys that set the same thing: at most one of each list is allowed.
  static var alternatives: [[String]] { get }
  /// Other tools' words for keys of a mapping at the top level, with that mapping and its key.
  static var elsewhere: [(word: String, outer: String, inner: String)] { get }
  init()
}

extension KeySet {
  package static var alternatives: [[String]] { [] }
  package static var elsewhere: [(word: String, outer: String, inner: String)] { [] }
}

/// Keys that are decoded into a value of the typed script.
package protocol MappingKeys: KeySet {
  associatedtype Value: Sendable = Record
  /// Nil if too little could be read. Keys that this does not read are checked anyway.
  static func decode(_ reader: MappingReader<Self>) -> Value?
}

/// The description of a mapping, without the type of its value.
package struct MappingDescription: Sendable {
  package let title: String
  package let documentation: String
  /// In the order of their declarations.
  package let keys: [KeyDeclaration]
  /// Lists of keys of which at most one may be written.
  package let alternatives: [[String]]
}

/// A mapping's keys, found by name.
final class MappingSchema<Keys: KeySet>: Sendable {
  let keys: Keys
  let description: MappingDescription
  private let deferredFields: [Deferred<Field<Keys.Record>?>]
  private let positions: [String: Int]

  @_semantics("optimize.sil.specialize.generic.never")
  convenience init(_ type: Keys.Type) {
    self.init(Keys(), title: Keys.title, documentation: Keys.documentation)
  }

  /// A mapping whose keys are created at run time.
  @_semantics("optimize.sil.specialize.generic.never")
  init(_ keys: Keys, title: String, documentation: String) {
    // The stored properties are the list of keys, so a declared key cannot be forgotten.
    let declarations = Mirror(reflecting: keys).children.flatMap { child in
      (child.value as? DeclaredKey).map { [$0.declaration] }
        ?? (child.value as? [DeclaredKey])?.map(\.declaration) ?? []
    }
    self.keys = keys
    description = MappingDescription(
      title: title, documentation: documentation, keys: declarations,
      alternatives: Keys.alternatives)
    deferredFields = declarations.map { key in Deferred { key.field(of: Keys.Record.self) } }
    positions = Dictionary(
      declarations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> KeyDeclaration? { position(of: name).map { description.keys[$0] } }

  /// In the order of the declarations; nil for a key without a property.
  var fields: some Sequence<Field<Keys.Record>?> { deferredFields.lazy.map(\.value) }

  /// The property of the declaration at an index.
  func field(at position: Int) -> Field<Keys.Record>? { deferredFields[position].value }

  /// The index of a key among the declarations.
  func position(of name: String) -> Int? { positions[name] }
}
