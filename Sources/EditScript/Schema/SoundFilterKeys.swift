import Basics
import Composition
import YAMLTree

// How audio filters are written.

/// The numbers that one audio filter declares.
struct SoundParameterKeys: KeySet {
  static let title = "an audio filter"
  static let documentation = "The settings of an audio filter."

  let parameters: [Key<SoundAmount>]

  init() { parameters = [] }

  fileprivate init(_ declaration: SoundFilterDeclaration) {
    parameters = declaration.parameters.map { Key(parameter: $0) }
  }
}

extension Key<SoundAmount> {
  fileprivate convenience init(parameter: SoundParameter) {
    let usual: KeyDefault? =
      switch parameter.usual {
      case .required: nil
      case .number(_, let text): .value(text)
      case .nothing(let words): .words(words)
      }
    self.init(
      parameter.name.rawValue, parameter.summary, .amount(of: parameter.quantity),
      isRequired: parameter.usual == .required, example: parameter.example,
      synonyms: parameter.synonyms.map { Synonym($0) },
      default: usual)
  }
}

extension Shape<SoundAmount> {
  fileprivate static func amount(of quantity: SoundQuantity) -> Shape {
    switch quantity {
    case .frequency, .width:
      Shape<Animated<Frequency>>.animated(.frequency).map { value, _, _ in .frequency(value) }
    case .level: Shape<Animated<Level>>.animated(.level).map { value, _, _ in .level(value) }
    case .number(let range):
      Shape<Animated<Double>>.animated(.number(in: range)).map { value, _, _ in .number(value) }
    case .strength:
      Shape<Animated<Double>>.animated(.portion("a strength")).map { value, _, _ in .number(value) }
    case .duration: Shape<DurationExpression>.value(.duration).map { value, _, _ in .duration(value) }
    }
  }

  /// One value that does not change over time.
  fileprivate static func plainAmount(of quantity: SoundQuantity) -> Shape {
    switch quantity {
    case .level: Shape<Level>.value(.level).map { value, _, _ in .level(.constant(value)) }
    case .frequency, .width:
      Shape<Frequency>.value(.frequency).map { value, _, _ in .frequency(.constant(value)) }
    case .number(let range):
      Shape<Double>.value(.number(in: range)).map { value, _, _ in .number(.constant(value)) }
    case .strength:
      Shape<Double>.value(.portion("a strength")).map { value, _, _ in .number(.constant(value)) }
    case .duration: .amount(of: quantity)
    }
  }
}

extension Shape<SoundFilterSettings> {
  /// The number that may be written alone, or a mapping of all numbers.
  static func settings(of name: SoundFilterName) -> Shape {
    let declaration = name.declaration
    let parameter = declaration.parameters.first { $0.name == declaration.alone }
    guard let mapping = declaration.mapping else {
      return parameter.map { alone(name, $0, .amount(of: $0.quantity)) } ?? Shape()
    }
    let long = mappingShape(
      name,
      MappingSchema(
        SoundParameterKeys(declaration), title: mapping.title, documentation: mapping.documentation))
    return parameter.map { alone(name, $0, .plainAmount(of: $0.quantity)).or(long) } ?? long
  }

  private static func alone(
    _ name: SoundFilterName, _ parameter: SoundParameter, _ shape: Shape<SoundAmount>
  ) -> Shape {
    shape.map { amount, subject, _ in
      var settings = SoundFilterSettings(name)
      settings.amounts[parameter.name] = Located(amount, at: subject.node.range)
      return settings
    }
  }

  private static func mappingShape(
    _ name: SoundFilterName, _ schema: MappingSchema<SoundParameterKeys>
  ) -> Shape {
    .mapping(.keys(schema.description)) { entries, subject, reading in
      let reader = MappingReader(schema, entries, of: subject, in: reading)
      var settings = SoundFilterSettings(name)
      for (key, amount) in reader.allWritten(of: \.parameters) {
        if let parameter = SoundParameterName(rawValue: key.name) { settings.amounts[parameter] = amount }
      }
      let isComplete = name.declaration.parameters.allSatisfy {
        $0.usual != .required || settings.amounts[$0.name] != nil
      }
      reader.finish(wasDecoded: isComplete)
      return isComplete ? settings : nil
    }
  }
}
