/// A video filter with one numeric parameter.
package protocol Effect: Sendable {
  static var declaration: EffectDeclaration { get }
}

/// An effect that changes a colour independently of its position in the picture.
package protocol ColorEffect: Effect {
  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange
}

/// The declaration of an effect, which the schema and the pages read.
package struct EffectDeclaration: Sendable {
  /// One sentence for people.
  package let summary: String
  package let amount: EffectAmount
  /// The amount that changes nothing.
  package let neutral: Double
  /// The amount if only the name is written; nil if a value is required.
  package let standard: Double?
  /// A value as scripts write it.
  package let example: String
  /// Names in other tools.
  package let synonyms: [String]
  /// The formula of its numbers, for computing them by hand.
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

  /// A look that is mixed in from 0 to 1, fully by default.
  init(look summary: String, example: String = "0.5", synonyms: [String] = [], definition: String) {
    self.init(
      summary, .strength, standard: 1, example: example, synonyms: synonyms, definition: definition)
  }
}

/// The meaning of an effect's number.
package enum EffectAmount: Hashable, Sendable {
  case number(ClosedRange<Double>)
  /// The share that is mixed in: 0 to 1, or percent.
  case strength
  /// Degrees.
  case angle
  /// Pixels of the canvas.
  case length
}
