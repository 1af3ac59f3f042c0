enum Invert: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Turns colours into their opposites.", synonyms: ["negative", "negate"],
    definition: "`1 - c`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(ColorSums.line(-1, plus: 1).mixed(amount))
  }
}
