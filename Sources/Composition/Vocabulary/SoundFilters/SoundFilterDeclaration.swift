/// The declaration of an audio filter and its parameters, which the schema and the pages read.
package struct SoundFilterDeclaration: Sendable {
  /// One sentence for people.
  package let summary: String
  /// In the order in which they are written and listed.
  package let parameters: [SoundParameter]
  /// The mapping of the parameters; nil if the value is the only parameter.
  package let mapping: SoundMapping?
  /// The value, in words.
  package let value: String
  /// The default value in words, if only the name is written; nil if a value is required.
  package let standard: String?
  /// A value as scripts write it.
  package let example: String
  /// Names in other tools.
  package let synonyms: [String]
  /// The formula of its numbers, for computing them by hand.
  package let definition: String
  /// Its effect on full level.
  package let peak: SoundPeak

  init(
    _ summary: String, _ parameters: [SoundParameter], mapping: SoundMapping? = nil, value: String,
    standard: String? = nil, example: String, synonyms: [String] = [], definition: String,
    peak: SoundPeak = .unchanged
  ) {
    self.summary = summary
    self.parameters = parameters
    self.mapping = mapping
    self.value = value
    self.standard = standard
    self.example = example
    self.synonyms = synonyms
    self.definition = definition
    self.peak = peak
  }

  /// The parameter that a value without a mapping sets; nil if a mapping is required.
  package var alone: SoundParameterName? {
    mapping == nil ? parameters.first?.name : mapping?.alone
  }
}

/// The names of the parameters of all audio filters.
package enum SoundParameterName: String, Hashable, Sendable, Codable, CaseIterable {
  case frequency
  case gain
  case width
  case threshold
  case ratio
  case attack
  case release
  case makeup
  case level
  case strength
}

/// A parameter of an audio filter.
package struct SoundParameter: Sendable {
  package let name: SoundParameterName
  package let quantity: SoundQuantity
  /// One sentence for people.
  package let summary: String
  package let usual: SoundUsual
  /// A value as scripts write it.
  package let example: String
  /// Names in other tools.
  package let synonyms: [String]

  init(
    _ name: SoundParameterName, _ quantity: SoundQuantity, _ summary: String, _ usual: SoundUsual,
    example: String, synonyms: [String] = []
  ) {
    self.name = name
    self.quantity = quantity
    self.summary = summary
    self.usual = usual
    self.example = example
    self.synonyms = synonyms
  }
}

/// The quantity of a parameter.
package enum SoundQuantity: Hashable, Sendable {
  /// Hertz, below half of the mix's samples per second.
  case frequency
  /// Hertz, at least 1.
  case width
  /// A factor of full level.
  case level
  case number(ClosedRange<Double>)
  /// A share: 0 to 1, or percent.
  case strength
  /// Seconds, constant over time.
  case duration
}

/// The value of a parameter that is not written.
package enum SoundUsual: Hashable, Sendable {
  case required
  /// This value, and how scripts write it.
  case number(Double, String)
  /// No value, with this meaning.
  case nothing(String)
}

/// The parameters of a filter in a mapping.
package struct SoundMapping: Sendable {
  /// Its name in messages and pages, with its article.
  package let title: String
  /// One sentence for people.
  package let documentation: String
  /// The parameter that can be written without a mapping.
  package let alone: SoundParameterName?

  init(_ title: String, _ documentation: String, alone: SoundParameterName? = nil) {
    self.title = title
    self.documentation = documentation
    self.alone = alone
  }
}

/// The highest output level of a filter for an input level.
package enum SoundPeak: Hashable, Sendable {
  case unchanged
  /// Multiplied by this factor if that is more than 1.
  case raised(by: SoundParameterName)
  case multiplied(by: SoundParameterName)
  case capped(at: SoundParameterName)
}
