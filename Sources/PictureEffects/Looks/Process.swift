enum Process: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Cool colours, as cross-processed film.",
    definition:
      "red `r + (r * r * (3 - 2 * r) - r) * 0.8`, green the same with 0.4, blue `0.14 + 0.76 b`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      tones: ColorTones(
        red: { roundedTone($0, 0.8) }, green: { roundedTone($0, 0.4) }, blue: { 0.76 * $0 + 0.14 }),
      kept: 1 - amount)
  }
}
