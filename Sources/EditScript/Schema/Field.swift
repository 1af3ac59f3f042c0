package import Basics
import YAMLTree

/// A key and the property of the typed script that stores its value.
///
/// Decoding, `editc dump`, the comparison of films and the reference page iterate over the fields of a
/// mapping. A key is tied to its property once, in its declaration.
package struct Field<Record>: Sendable {
  package let key: KeyDeclaration
  /// The values under the key: one property, or those of a mapping. Reading a script needs none of them.
  package var properties: [WrittenProperty<Record>] { deferredProperties() }
  fileprivate let deferredProperties: @Sendable () -> [WrittenProperty<Record>]
  /// The value as lines of `editc dump`; none if nothing is written.
  let lines: @Sendable (Record) -> [String]
  /// Reads the value and stores it; nil if the mapping's own `decode` does.
  let read: (@Sendable (YAMLEntry, Reading, inout Record) -> Void)?
}

/// One value of the typed script with its name in reports: `opacity`, `video.codec`.
package struct WrittenProperty<Record>: Sendable {
  package let name: String
  package let key: KeyDeclaration
  /// The value in canonical spelling on one line; nil if nothing is written.
  package let text: @Sendable (Record) -> String?
  /// Where the value is written; nil if it is not written or its place is not recorded.
  package var place: @Sendable (Record) -> SourceRange? = { _ in nil }

  /// The default in words.
  package var unwritten: String { key.defaultValue?.text ?? "not written" }
}

/// What applies if a key is not written.
package enum KeyDefault: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A value as scripts write it: writing it changes nothing.
  case value(String)
  /// A default that no value of the key expresses: "from the file".
  case words(String)

  package init(stringLiteral text: String) { self = .value(text) }

  package var text: String {
    switch self {
    case .value(let text), .words(let text): text
    }
  }
}

/// How the typed script stores the value of a key; becomes a `Field` in the key's declaration.
///
/// Functions that make declarations are not specialized for each type (here and in `Shape`): they run once,
/// and their specialized closures took two thirds of this target's release build.
struct KeyField<Value: Sendable>: Sendable {
  /// Makes the `Field<Record>`; only the key's mapping knows the record.
  let bind: @Sendable (KeyDeclaration, Shape<Value>) -> any Sendable

  /// `lines` default to those of `text`; `set` is nil if the mapping's `decode` reads the key.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Record: Sendable>(
    text: @escaping @Sendable (Record) -> String?,
    lines: (@Sendable (Record) -> [String])? = nil,
    place: @escaping @Sendable (Record) -> SourceRange? = { _ in nil },
    set: (@Sendable (inout Record, Located<Value>) -> Void)? = nil
  ) {
    bind = { key, shape in
      Field<Record>(
        key: key,
        deferredProperties: { [WrittenProperty(name: key.name, key: key, text: text, place: place)] },
        lines: lines ?? { text($0).map { [$0] } ?? [] }, read: set.map { reader(shape, $0) })
    }
  }

  /// A mapping inside the record, whose keys are separate properties.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Record: Sendable>(
    parts: @escaping @Sendable (KeyDeclaration) -> [WrittenProperty<Record>],
    lines: @escaping @Sendable (Record) -> [String],
    set: @escaping @Sendable (inout Record, Located<Value>) -> Void
  ) {
    bind = { key, shape in
      let properties = Deferred { parts(key) }
      return Field<Record>(
        key: key, deferredProperties: { properties.value }, lines: lines, read: reader(shape, set))
    }
  }
}

@_semantics("optimize.sil.specialize.generic.never")
private func reader<Record, Value>(
  _ shape: Shape<Value>, _ set: @escaping @Sendable (inout Record, Located<Value>) -> Void
) -> @Sendable (YAMLEntry, Reading, inout Record) -> Void {
  { entry, reading, record in
    guard let value = shape.read(Subject(entry), reading) else { return }
    set(&record, Located(value, at: entry.value.range))
  }
}

// MARK: - Texts

/// How the value of a key is printed.
struct ValueText<Value: Sendable>: Sendable {
  /// On one line, as reports print it.
  let line: @Sendable (Value) -> String
  /// As `editc dump` prints it.
  let lines: @Sendable (Value) -> [String]

  init(_ line: @escaping @Sendable (Value) -> String) {
    self.line = line
    lines = { [line($0)] }
  }

  init(
    _ line: @escaping @Sendable (Value) -> String, lines: @escaping @Sendable (Value) -> [String]
  ) {
    self.line = line
    self.lines = lines
  }
}

extension ValueText where Value: CanonicalValue {
  static var canonical: ValueText {
    ValueText {
      $0.canonicalText
    } lines: {
      $0.dumpLines
    }
  }
}

extension ValueText where Value: RawRepresentable<String> {
  static var word: ValueText { ValueText { $0.rawValue } }
}

extension ValueText<String> {
  /// An author's text.
  static var quoted: ValueText {
    ValueText {
      $0
    } lines: {
      [onOneLine($0)]
    }
  }
}

extension ValueText<[Located<String>]> {
  /// A name, or names in brackets.
  static var names: ValueText {
    ValueText { names in
      names.count == 1 ? names[0].value : "[\(names.map(\.value).joined(separator: ", "))]"
    }
  }
}

// MARK: - Properties

extension KeyField {
  typealias Path<Record, Property> = WritableKeyPath<Record, Property> & Sendable

  /// A property that is nil if nothing is written.
  @_semantics("optimize.sil.specialize.generic.never")
  static func at<Record: Sendable>(
    _ path: any Path<Record, Located<Value>?>, _ text: ValueText<Value>
  ) -> KeyField {
    KeyField { (record: Record) in
      record[keyPath: path].map { text.line($0.value) }
    } lines: { record in
      record[keyPath: path].map { text.lines($0.value) } ?? []
    } place: { record in
      record[keyPath: path]?.range
    } set: { record, value in
      record[keyPath: path] = value
    }
  }

  /// A property that every record requires; the mapping's `decode` reads it.
  @_semantics("optimize.sil.specialize.generic.never")
  static func required<Record: Sendable>(
    _ path: any Path<Record, Located<Value>>, _ text: ValueText<Value>
  ) -> KeyField {
    KeyField { (record: Record) in
      text.line(record[keyPath: path].value)
    } lines: { record in
      text.lines(record[keyPath: path].value)
    }
  }

  /// A property that has its default value if nothing is written.
  @_semantics("optimize.sil.specialize.generic.never")
  static func plain<Record: Sendable>(
    _ path: any Path<Record, Value>, unless usual: Value, _ text: ValueText<Value>
  ) -> KeyField where Value: Equatable {
    KeyField { (record: Record) in
      record[keyPath: path] == usual ? nil : text.line(record[keyPath: path])
    } set: { record, value in
      record[keyPath: path] = value.value
    }
  }

  /// A property of the style of a `text`, a `counter` or `credits`.
  @_semantics("optimize.sil.specialize.generic.never")
  static func words(_ path: any Path<WordsStyle, Located<Value>?>, _ text: ValueText<Value>) -> KeyField {
    KeyField { (item: Item) in
      item.style?[keyPath: path].map { text.line($0.value) }
    } lines: { item in
      item.style?[keyPath: path].map { text.lines($0.value) } ?? []
    } set: { item, value in
      item.style?[keyPath: path] = value
    }
  }
}

extension KeyField where Value: CanonicalValue {
  @_semantics("optimize.sil.specialize.generic.never")
  static func at<Record: Sendable>(_ path: any Path<Record, Located<Value>?>) -> KeyField {
    at(path, .canonical)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func required<Record: Sendable>(_ path: any Path<Record, Located<Value>>) -> KeyField {
    required(path, .canonical)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func plain<Record: Sendable>(
    _ path: any Path<Record, Value>, unless usual: Value
  ) -> KeyField where Value: Equatable {
    plain(path, unless: usual, .canonical)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func words(_ path: any Path<WordsStyle, Located<Value>?>) -> KeyField { words(path, .canonical) }
}

extension KeyField where Value: RawRepresentable<String> {
  @_semantics("optimize.sil.specialize.generic.never")
  static func at<Record: Sendable>(_ path: any Path<Record, Located<Value>?>) -> KeyField {
    at(path, .word)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func required<Record: Sendable>(_ path: any Path<Record, Located<Value>>) -> KeyField {
    required(path, .word)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func words(_ path: any Path<WordsStyle, Located<Value>?>) -> KeyField { words(path, .word) }
}

extension KeyField<String> {
  /// An author's text, which dumps quote.
  @_semantics("optimize.sil.specialize.generic.never")
  static func text<Record: Sendable>(_ path: any Path<Record, Located<String>?>) -> KeyField {
    at(path, .quoted)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func requiredText<Record: Sendable>(_ path: any Path<Record, Located<String>>) -> KeyField {
    required(path, .quoted)
  }
}

// MARK: - Mappings and lists

extension KeyField {
  /// A mapping whose values are part of the record.
  @_semantics("optimize.sil.specialize.generic.never")
  static func inside<Record: Sendable, Keys: MappingKeys>(
    _ path: any Path<Record, Value>, _ type: Keys.Type
  ) -> KeyField where Keys.Record == Value {
    let schema = MappingSchema(type)
    return KeyField { key in
      schema.properties.map { inner in
        WrittenProperty(name: "\(key.name).\(inner.name)", key: inner.key) { (record: Record) in
          inner.text(record[keyPath: path])
        }
      }
    } lines: { record in
      schema.lines(of: record[keyPath: path])
    } set: { record, value in
      record[keyPath: path] = value.value
    }
  }

  /// A list of mappings, which dumps number.
  @_semantics("optimize.sil.specialize.generic.never")
  static func list<Record: Sendable, Keys: MappingKeys>(
    _ path: any Path<Record, [Keys.Record]>, _ type: Keys.Type
  ) -> KeyField where Value == [Located<Keys.Record>] {
    let schema = MappingSchema(type)
    return KeyField { (_: Record) in
      nil
    } lines: { record in
      record[keyPath: path].enumerated().flatMap { number, element in
        schema.lines(of: element).map { "\(number + 1) \($0)" }
      }
    } set: { record, value in
      record[keyPath: path] = value.value.map(\.value)
    }
  }

  /// Records with names that the author chose.
  @_semantics("optimize.sil.specialize.generic.never")
  static func named<Record: Sendable, Keys: MappingKeys>(
    _ path: any Path<Record, [Keys.Record]>, _ type: Keys.Type,
    _ name: @escaping @Sendable (Keys.Record) -> String
  ) -> KeyField where Value == [Named<Keys.Record>] {
    let schema = MappingSchema(type)
    return KeyField { (_: Record) in
      nil
    } lines: { record in
      record[keyPath: path].flatMap { element in
        schema.lines(of: element).map { "\(onOneLine(name(element))) \($0)" }
      }
    } set: { record, value in
      record[keyPath: path] = value.value.map(\.value)
    }
  }
}

extension KeyField<[Item]> {
  /// The items of one list, which dumps number.
  @_semantics("optimize.sil.specialize.generic.never")
  static func items<Record: Sendable>(_ path: any Path<Record, [Item]>) -> KeyField {
    KeyField { (_: Record) in
      nil
    } lines: { record in
      record[keyPath: path].enumerated().flatMap { number, item in
        item.dumpLines.map { "\(number + 1) \($0)" }
      }
    } set: { record, value in
      record[keyPath: path] = value.value
    }
  }
}

extension MappingSchema {
  /// The written properties of a record, in the order of the declarations.
  @_semantics("optimize.sil.specialize.generic.never")
  var properties: [WrittenProperty<Keys.Record>] { fields.flatMap { $0?.properties ?? [] } }

  /// The written properties of a record as lines of `editc dump`, each with its key.
  @_semantics("optimize.sil.specialize.generic.never")
  func lines(of record: Keys.Record) -> [String] {
    fields.flatMap { field in
      field.map { field in field.lines(record).map { "\(field.key.name) \($0)" } } ?? []
    }
  }

  /// The written properties of a record in the form of a script: `{color: #00ff00, tolerance: 0.2}`.
  @_semantics("optimize.sil.specialize.generic.never")
  func flowText(of record: Keys.Record) -> String { flow(members(of: record)) }

  /// Each key that is written, with its value.
  @_semantics("optimize.sil.specialize.generic.never")
  func members(of record: Keys.Record) -> [(name: String, text: String)] {
    properties.compactMap { property in property.text(record).map { (property.name, $0) } }
  }
}

/// `{in: 1s, out: 2s}`
func flow(_ members: [(name: String, text: String)]) -> String {
  "{" + members.map { "\($0.name): \($0.text)" }.joined(separator: ", ") + "}"
}
