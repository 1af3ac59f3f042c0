package import Composition

/// An audio filter, as written.
package struct SoundFilterSettings: Hashable, Sendable {
  package var name: SoundFilterName
  /// The written amounts; the others have their defaults.
  package var amounts: [SoundParameterName: Located<SoundAmount>] = [:]

  package init(_ name: SoundFilterName) {
    self.name = name
  }
}

/// A number of an audio filter, as written.
package enum SoundAmount: Hashable, Sendable {
  case frequency(Animated<Frequency>)
  case level(Animated<Level>)
  case number(Animated<Double>)
  case duration(DurationExpression)
}

// MARK: - Canonical texts

extension SoundFilterSettings {
  /// The spelling after the filter's name: a single number, or a mapping; nil if only the name is written.
  package var canonicalText: String? {
    let members = name.declaration.parameters.compactMap { parameter in
      amounts[parameter.name].map { (name: parameter.name.rawValue, text: $0.value.canonicalText) }
    }
    let alone = name.declaration.alone?.rawValue
    return members.contains { $0.name != alone } ? flow(members) : members.first?.text
  }
}

extension SoundAmount {
  package var canonicalText: String {
    switch self {
    case .frequency(let value): value.canonicalText
    case .level(let value): value.canonicalText
    case .number(let value): value.canonicalText
    case .duration(let value): value.canonicalText
    }
  }
}
