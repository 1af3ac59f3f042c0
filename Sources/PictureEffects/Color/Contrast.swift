enum Contrast: ColorEffect {
  static let declaration = EffectDeclaration(
    "Spreads light and dark; 1 changes nothing.", .number(0...10), neutral: 1, example: "1.2",
    definition: "`0.5 + (c - 0.5) * value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.line(amount, plus: 0.5 - 0.5 * amount))
  }
}
