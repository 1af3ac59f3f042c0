import YAMLTree

/// The possible values of a key: how to read them, and their description for messages, schema and pages.
///
/// A value is a scalar, a list or a mapping, and a shape has at most one form for each. A value in a form
/// that the shape lacks has the wrong type, so all structural mistakes are found here.
package struct Shape<Value: Sendable>: Sendable {
  package private(set) var description = ShapeDescription()
  private var scalar: (@Sendable (ScalarText, Subject, Reading) -> Value?)?
  private var list: (@Sendable ([YAMLNode], Subject, Reading) -> Value?)?
  private var mapping: (@Sendable ([YAMLEntry], Subject, Reading) -> Value?)?

  /// A closure that reads the value within some setup.
  private var surroundings: (@Sendable (Subject, Reading, () -> Value?) -> Value?)?

  /// The value, or nil after a diagnostic.
  func read(_ subject: Subject, _ reading: Reading) -> Value? {
    guard let surroundings else { return form(subject, reading) }
    return surroundings(subject, reading) { form(subject, reading) }
  }

  private func form(_ subject: Subject, _ reading: Reading) -> Value? {
    if let spellings = reading.plainSpellings(of: subject, description), !spellings.isEmpty {
      let found = spellings.compactMap { spelling in
        reading.spelled(spelling, named: "value") { inner, scratch in _ = self.form(inner, scratch) }
      }
      if let best = found.first {
        reading.reportParts(of: subject, expecting: description, best, found.dropFirst())
        return nil
      }
    }
    switch subject.node.value {
    case .scalar(let written):
      if written.isAbsent, !description.allowsAbsence {
        reading.reportAbsence(of: subject, expecting: description)
        return nil
      }
      guard let scalar else { break }
      return reading.text(of: written, in: subject).flatMap { scalar($0, subject, reading) }
    case .sequence(let elements, _):
      guard let list else { break }
      return list(elements, subject, reading)
    case .mapping(let entries, _):
      guard let mapping else { break }
      return mapping(entries, subject, reading)
    }
    reading.reportWrongForm(of: subject, expecting: description)
    return nil
  }
}

// MARK: - The three forms

extension Shape {
  @_semantics("optimize.sil.specialize.generic.never")
  static func scalar(
    _ form: ScalarForm, read: @escaping @Sendable (ScalarText, Subject, Reading) -> Value?
  ) -> Shape {
    var shape = Shape()
    shape.description.scalar = form
    shape.scalar = read
    return shape
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func list(
    _ element: ShapeDescription,
    read: @escaping @Sendable ([YAMLNode], Subject, Reading) -> Value?
  ) -> Shape {
    var shape = Shape()
    shape.description.list = .of(element)
    shape.list = read
    return shape
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func mapping(
    _ form: ShapeDescription.MappingForm,
    read: @escaping @Sendable ([YAMLEntry], Subject, Reading) -> Value?
  ) -> Shape {
    var shape = Shape()
    shape.description.mapping = form
    shape.mapping = read
    return shape
  }

  /// This shape, with the forms of the other one where it has none.
  @_semantics("optimize.sil.specialize.generic.never")
  func or(_ other: Shape) -> Shape {
    var shape = self
    if shape.scalar == nil {
      shape.scalar = other.scalar
      shape.description.scalar = other.description.scalar
      shape.description.allowsAbsence = other.description.allowsAbsence
    }
    if shape.list == nil {
      shape.list = other.list
      shape.description.list = other.description.list
    }
    if shape.mapping == nil {
      shape.mapping = other.mapping
      shape.description.mapping = other.description.mapping
      shape.description.keyNaming = other.description.keyNaming
    }
    return shape
  }

  /// This shape of key frames, or a mapping with keys of the language if one of them is written.
  @_semantics("optimize.sil.specialize.generic.never")
  func orLongForm<Keys: MappingKeys>(_ type: Keys.Type) -> Shape where Keys.Value == Value {
    let long = Shape.mapping(type)
    guard case .keys(let keys)? = long.description.mapping, case .keyFrames(let value)? = description.mapping,
      let readFrames = mapping, let readKeys = long.mapping
    else { return self }
    var shape = self
    shape.description.mapping = .keysOrKeyFrames(keys, value)
    shape.mapping = { entries, subject, reading in
      (keys.isWritten(in: entries) ? readKeys : readFrames)(entries, subject, reading)
    }
    return shape
  }

  /// The same forms with their values transformed; a nil result must come with a diagnostic.
  @_semantics("optimize.sil.specialize.generic.never")
  func map<Other>(_ transform: @escaping @Sendable (Value, Subject, Reading) -> Other?) -> Shape<Other> {
    var shape = Shape<Other>()
    shape.description = description
    if let scalar {
      shape.scalar = { text, subject, reading in
        scalar(text, subject, reading).flatMap { transform($0, subject, reading) }
      }
    }
    if let list {
      shape.list = { elements, subject, reading in
        list(elements, subject, reading).flatMap { transform($0, subject, reading) }
      }
    }
    if let mapping {
      shape.mapping = { entries, subject, reading in
        mapping(entries, subject, reading).flatMap { transform($0, subject, reading) }
      }
    }
    return shape
  }

  /// The same forms, read by a closure that sets something up and then reads.
  @_semantics("optimize.sil.specialize.generic.never")
  func surrounded(by body: @escaping @Sendable (Subject, Reading, () -> Value?) -> Value?) -> Shape {
    var shape = self
    shape.surroundings = body
    return shape
  }

  /// The same forms, with a scalar that refers to something by name.
  @_semantics("optimize.sil.specialize.generic.never")
  func naming(_ thing: NamedThing) -> Shape { named(.naming(thing)) }

  /// The same forms, with a scalar that names something new.
  @_semantics("optimize.sil.specialize.generic.never")
  func declaring(_ thing: NamedThing) -> Shape { named(.declaring(thing)) }

  private func named(_ naming: Naming) -> Shape {
    var shape = self
    shape.description.scalar?.naming = naming
    return shape
  }

  /// The same forms, with keys that are names.
  @_semantics("optimize.sil.specialize.generic.never")
  func withKeys(_ naming: Naming) -> Shape {
    var shape = self
    shape.description.keyNaming = naming
    return shape
  }

  /// The same forms, for a key that may be without a value and then means `usual`: `bars:`.
  @_semantics("optimize.sil.specialize.generic.never")
  func orNothing(meaning usual: Value) -> Shape {
    var shape = self
    shape.description.allowsAbsence = true
    shape.scalar = { [scalar, description = shape.description] text, subject, reading in
      if subject.isAbsent { return usual }
      guard let scalar else {
        reading.reportWrongForm(of: subject, expecting: description)
        return nil
      }
      return scalar(text, subject, reading)
    }
    return shape
  }

  /// The same forms, each read by a closure that sets something up, reads, and restores it.
  @_semantics("optimize.sil.specialize.generic.never")
  func around(
    _ scene: @escaping @Sendable (Subject, Reading, () -> Value?) -> Value?
  ) -> Shape {
    var shape = self
    if let scalar {
      shape.scalar = { text, subject, reading in
        scene(subject, reading) { scalar(text, subject, reading) }
      }
    }
    if let list {
      shape.list = { elements, subject, reading in
        scene(subject, reading) { list(elements, subject, reading) }
      }
    }
    if let mapping {
      shape.mapping = { entries, subject, reading in
        scene(subject, reading) { mapping(entries, subject, reading) }
      }
    }
    return shape
  }
}

// MARK: - Descriptions of shapes

/// The forms a value may have, as data.
package struct ShapeDescription: Sendable {
  package fileprivate(set) var scalar: ScalarForm?
  package fileprivate(set) var list: ListForm?
  package fileprivate(set) var mapping: MappingForm?
  /// Whether the key may be written without a value: `bars:`.
  package fileprivate(set) var allowsAbsence = false
  /// What the author's keys of its mapping name; nil for other keys.
  package fileprivate(set) var keyNaming: Naming?

  /// The first spelling of the scalar that can be rendered, else its first; empty if there is none.
  var example: String {
    let word = scalar?.words.first { $0.isRendered } ?? scalar?.words.first
    return word?.text ?? scalar?.examples.first ?? ""
  }

  /// Whether its scalar is a place on the canvas.
  var isPlace: Bool { ["place", "item-place"].contains(scalar?.plainProduction ?? scalar?.production) }

  /// A mapping in this form and nothing else.
  static func only(_ form: MappingForm) -> ShapeDescription {
    var description = ShapeDescription()
    description.mapping = form
    return description
  }

  package indirect enum ListForm: Sendable {
    case of(ShapeDescription)
  }

  package indirect enum MappingForm: Sendable {
    /// The keys of the language that belong here.
    case keys(MappingDescription)
    /// One of these keys.
    case oneKey(MappingDescription)
    /// Names chosen by the author.
    case named(noun: String, ShapeDescription)
    /// Times, with the value at each.
    case keyFrames(ShapeDescription)
    /// Keys of the language if one of them is written, otherwise times.
    case keysOrKeyFrames(MappingDescription, ShapeDescription)
    /// An item of one of the lists.
    case item(ItemMappingRole)
    /// Keys of an item in an output, or of subtitles there.
    case override(MappingDescription)
    /// Kinds of items, with the default keys of each: for one list, or for all of them, with an entry for each list.
    case defaults(ItemList? = nil)
  }
}

/// The things that a script refers to by name.
package enum NamedThing: Hashable, Sendable, CaseIterable {
  /// A file: a name under `media`, or a path.
  case media
  case sequence
  case item
  case marker
  case variable
  case output
  /// Keys under `styles`.
  case style
  /// Another script, or a folder of scripts, under `use`.
  case use
  /// A variable of the script that an item plays.
  case parameter
  /// A path, relative to the script.
  case file
  /// The path of another script.
  case script
  /// A font family, or the path of a font.
  case font
  /// A filter in FFmpeg's syntax.
  case ffmpegFilter
}

/// The role of a name, which is a scalar or a key chosen by the author.
package enum Naming: Hashable, Sendable {
  /// It declares the name.
  case declaring(NamedThing)
  /// It refers to something declared elsewhere.
  case naming(NamedThing)
}

/// The place of a mapping with item keys.
package enum ItemMappingRole: Hashable, Sendable {
  case item(ItemList)
  /// In an `each`, where the kind may be a list.
  case each
  /// Under `defaults`, for items of a kind, in one list or in any.
  case defaults(ItemKeyword, in: ItemList? = nil)
  /// Under `overrides` of an output or of a shape.
  case overrides
  /// Under `styles`, for items of any kind that has the keys.
  case styles
}

/// How a value is written in one scalar, as data.
package struct ScalarForm: Sendable {
  /// With its article: "a duration".
  package let noun: String
  package var examples: [String] = []
  /// The production in `grammar/values.ebnf`.
  package var production: String?
  var makePattern: @Sendable () -> String? = { nil }
  /// The allowed words, if there is a closed list of them.
  package var words: [Word] = []
  /// How its values are spelled.
  package var spelling = Spelling.verbatim
  /// What the scalar names, if it is a name or a path.
  package var naming: Naming?
  /// The production of a single value, if values can change over time.
  package var plainProduction: String?

  /// ECMA 262, anchored; nil for any text.
  package var pattern: String? { makePattern() }

  /// Whether any text is allowed and is taken literally.
  package var isText: Bool { production == "text" }

  var isRamp: Bool { production == "ramp" }

  package struct Word: Hashable, Sendable {
    package let text: String
    package let isRendered: Bool
  }
}
