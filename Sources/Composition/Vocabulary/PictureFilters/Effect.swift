/// A filter of pictures that is told by one number.
package protocol Effect: Sendable {
  static var declaration: EffectDeclaration { get }
}

/// An effect that gives each colour another one, wherever it stands in the picture.
package protocol ColorEffect: Effect {
  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange
}

/// What the schema and the pages say of an effect.
package struct EffectDeclaration: Sendable {
  /// One sentence for people.
  package let summary: String
  package let amount: EffectAmount
  /// The amount that changes nothing.
  package let neutral: Double
  /// The amount where only the name is written; nil where a value must be.
  package let standard: Double?
  /// A value as scripts write it.
  package let example: String
  /// Words of other tools.
  package let synonyms: [String]
  /// How its numbers come about, for who wants to compute them by hand.
  package let definition: String

  init(
    _ summary: String, _ amount: EffectAmount, neutral: Double = 0, standard: Double? = nil,
    example: String, synonyms: [String] = [], definition: String
  ) {
    self.summary = summary
    self.amount = amount
    self.neutral = neutral
    self.standard = standard
    self.example = example
    self.synonyms = synonyms
    self.definition = definition
  }

  /// A look that is mixed in from 0 to 1, all of it where nothing else is written.
  init(look summary: String, example: String = "0.5", synonyms: [String] = [], definition: String) {
    self.init(
      summary, .strength, standard: 1, example: example, synonyms: synonyms, definition: definition)
  }
}

/// What the number of an effect is.
package enum EffectAmount: Hashable, Sendable {
  case number(ClosedRange<Double>)
  /// How much of it is mixed in: 0 to 1, or percent.
  case strength
  /// Degrees.
  case angle
  /// Pixels of the canvas.
  case length
}
