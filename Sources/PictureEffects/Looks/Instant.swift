enum Instant: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "As an instant photograph.",
    definition: "saturation 0.85, then red `0.05 + 0.93 r`, green `0.04 + 0.9 g`, blue `0.1 + 0.78 b`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let print = ColorSums(
      ColorSums.Row(0.93, 0, 0, 0.05), ColorSums.Row(0, 0.9, 0, 0.04), ColorSums.Row(0, 0, 0.78, 0.1))
    return ColorChange(ColorSums.saturation(0.85, weights).then(print), kept: 1 - amount)
  }
}
