package import YAMLTree

/// The schema's description of one place of a script.
package enum Expectation: Sendable {
  /// Not described: the value is the author's own, or its key is unknown.
  case anything
  case shape(ShapeDescription)
  case mapping(ShapeDescription.MappingForm)

  package static let script = Expectation.mapping(.keys(LanguageSchema.script))

  /// How a scalar is read here; nil where the schema does not describe it.
  package var scalar: ScalarForm? {
    if case .shape(let shape) = self { shape.scalar } else { nil }
  }

  /// The expectation for the elements of a list.
  package var element: Expectation {
    if case .shape(let shape) = self, case .of(let element)? = shape.list {
      .shape(element)
    } else {
      .anything
    }
  }

  /// The expectation for an entry of this mapping or, without an entry, for an item of this list.
  package func value(of entry: YAMLEntry?) -> Expectation {
    guard let entry else { return element }
    return value(ofKey: entry.key).decided(by: entry.value)
  }

  /// The expectation for an entry of this mapping, before its own keys decide which of two mappings it is.
  package func undecidedValue(of entry: YAMLEntry) -> Expectation { value(ofKey: entry.key) }

  private func value(ofKey key: String) -> Expectation {
    switch form {
    case .keys(let description)?, .oneKey(let description)?: description.shape(of: key)
    case .named(_, let shape)?, .keyFrames(let shape)?: .shape(shape)
    case .item?: LanguageSchema.item.shape(of: key)
    case .override(let description)?:
      description.keys.contains { $0.name == key }
        ? description.shape(of: key) : LanguageSchema.item.shape(of: key)
    case .defaults(let list)?: Self.defaults(ofKey: key, in: list)
    case .keysOrKeyFrames?, nil: .anything
    }
  }

  /// The expectation for an entry of `defaults`, or of one of its lists.
  private static func defaults(ofKey key: String, in list: ItemList?) -> Expectation {
    if list == nil, let list = ItemList(rawValue: key) { return .mapping(.defaults(list)) }
    guard let kind = ItemKeyword(rawValue: key) else { return .anything }
    return kind == .transition
      ? .mapping(.keys(TransitionKeys.fields.description)) : .mapping(.item(.defaults(kind, in: list)))
  }

  /// The mapping that the keys of the value decide on, where two are possible.
  private func decided(by node: YAMLNode) -> Expectation {
    guard case .shape(let shape) = self, case .keysOrKeyFrames(let keys, let value)? = shape.mapping,
      case .mapping(let entries, _) = node.value
    else { return self }
    return .mapping(keys.isWritten(in: entries) ? .keys(keys) : .keyFrames(value))
  }

  /// The order in which the schema lists the keys of this mapping; unchanged where it has no order.
  package func order(of entries: [YAMLEntry]) -> [Int] {
    let ranks = ranks(of: entries)
    return entries.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  /// The declaration of a key of this mapping; nil for a name, a time or an unknown key.
  package func declaration(ofKey key: String) -> KeyDeclaration? {
    switch form {
    case .keys(let description)?, .oneKey(let description)?, .keysOrKeyFrames(let description, _)?:
      description.keys.first { $0.name == key }
    case .item?: LanguageSchema.item.keys.first { $0.name == key }
    case .override(let description)?:
      (description.keys + LanguageSchema.item.keys).first { $0.name == key }
    case .named?, .keyFrames?, .defaults?, nil: nil
    }
  }

  /// What the author's keys of this mapping name; nil for other keys.
  package var keyNaming: Naming? {
    if case .shape(let shape) = self { shape.keyNaming } else { nil }
  }

  /// Whether a list is allowed here.
  package var takesList: Bool {
    if case .shape(let shape) = self { shape.list != nil } else { false }
  }

  /// Whether the key may be without a value.
  package var allowsAbsence: Bool {
    if case .shape(let shape) = self { shape.allowsAbsence } else { false }
  }

  /// How the keys of this mapping are read.
  package var keys: KeyReading {
    switch form {
    case .keys?, .oneKey?, .item?, .override?, .defaults?: .words
    case .named?: .names
    case .keyFrames?: .times
    case .keysOrKeyFrames?, nil: .unknown
    }
  }

  package enum KeyReading {
    /// Keys of the language.
    case words
    /// The author's own.
    case names
    case times
    case unknown
  }

  /// How a mapping is read here; nil where none is allowed.
  package var form: ShapeDescription.MappingForm? {
    switch self {
    case .anything: nil
    case .shape(let shape): shape.mapping
    case .mapping(let form): form
    }
  }

  private func ranks(of entries: [YAMLEntry]) -> [Int] {
    switch form {
    case .keys(let description)?, .oneKey(let description)?:
      return entries.map { description.rank(of: $0.key) }
    case .item?, .override?:
      let kind = ItemKeyword.ofItem(with: entries.map(\.key))?.rawValue
      return entries.map { $0.key == kind ? -1 : LanguageSchema.item.rank(of: $0.key) }
    case .defaults?:
      let words = ItemKeyword.allCases.map(\.rawValue) + ItemList.allCases.map(\.rawValue)
      return entries.map { words.firstIndex(of: $0.key) ?? .max }
    case .named?, .keyFrames?, .keysOrKeyFrames?, nil: return entries.map { _ in 0 }
    }
  }
}

extension MappingDescription {
  /// Unknown keys come last.
  fileprivate func rank(of key: String) -> Int { keys.firstIndex { $0.name == key } ?? .max }

  fileprivate func shape(of key: String) -> Expectation {
    keys.first { $0.name == key }.map { .shape($0.shape) } ?? .anything
  }
}

extension ItemKeyword {
  /// The kind of an item by its keys: a `color` beside a `text` is only the colour of the letters.
  package static func ofItem(with keys: [String]) -> ItemKeyword? {
    let kinds = keys.compactMap(ItemKeyword.init(rawValue:))
    return kinds.first { kind in
      let declaration = LanguageSchema.item.keys.first { $0.kind == kind }
      return !kinds.contains { $0 != kind && declaration?.isDetail(of: $0) == true }
    }
  }
}

extension KeyDeclaration {
  fileprivate func isDetail(of kind: ItemKeyword) -> Bool {
    if case .kind(_, let others) = role { others.contains(kind) } else { false }
  }
}

extension Expectation {
  /// Whether two texts mean the same value here.
  package func isSame(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    return scalar?.spelling.isSame(first, second) ?? false
  }

  /// Whether two keys of this mapping mean the same.
  package func isSameKey(_ first: String, _ second: String) -> Bool {
    first == second || (keys == .times && Self.time.spelling.isSame(first, second))
  }

  /// How the keys of key frames are read.
  package static let time = ScalarForm(ValueGrammar<TimeExpression>.time)
}
