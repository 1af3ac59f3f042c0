/// What the schema and the pages say of a filter of sound, and what its numbers are.
package struct SoundFilterDeclaration: Sendable {
  /// One sentence for people.
  package let summary: String
  /// In the order in which they are written and listed.
  package let parameters: [SoundParameter]
  /// How a mapping of the parameters is called; nil if the value is the only parameter.
  package let mapping: SoundMapping?
  /// The value, in words.
  package let value: String
  /// What the value is where only the name is written, in words; nil where a value must be.
  package let standard: String?
  /// A value as scripts write it.
  package let example: String
  /// Words of other tools.
  package let synonyms: [String]
  /// How its numbers come about, for who wants to compute them by hand.
  package let definition: String
  /// What it makes of full level.
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

  /// The parameter that a value without a mapping gives; nil if there must be a mapping.
  package var alone: SoundParameterName? {
    mapping == nil ? parameters.first?.name : mapping?.alone
  }
}

/// The names of the numbers of all filters of sound.
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

/// A number of a filter.
package struct SoundParameter: Sendable {
  package let name: SoundParameterName
  package let quantity: SoundQuantity
  /// One sentence for people.
  package let summary: String
  package let usual: SoundUsual
  /// A value as scripts write it.
  package let example: String
  /// Words of other tools.
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

/// What a number of a filter counts.
package enum SoundQuantity: Hashable, Sendable {
  /// Hertz, below half of the mix's samples per second.
  case frequency
  /// Hertz, at least 1.
  case width
  /// A factor of full level.
  case level
  case number(ClosedRange<Double>)
  /// How much of it: 0 to 1, or percent.
  case strength
  /// Seconds; it does not change over time.
  case duration
}

/// What a number is where it is not written.
package enum SoundUsual: Hashable, Sendable {
  case required
  /// This, and how scripts write it.
  case number(Double, String)
  /// No number, which means this.
  case nothing(String)
}

/// The numbers of a filter in a mapping.
package struct SoundMapping: Sendable {
  /// As messages and pages call it, with its article.
  package let title: String
  /// One sentence for people.
  package let documentation: String
  /// The number that may stand alone instead.
  package let alone: SoundParameterName?

  init(_ title: String, _ documentation: String, alone: SoundParameterName? = nil) {
    self.title = title
    self.documentation = documentation
    self.alone = alone
  }
}

/// The highest level that a filter makes of a level.
package enum SoundPeak: Hashable, Sendable {
  case unchanged
  /// Multiplied by this factor if that is more than 1.
  case raised(by: SoundParameterName)
  case multiplied(by: SoundParameterName)
  case capped(at: SoundParameterName)
}
