enum Transfer: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Warm colours, as old film.",
    definition:
      "saturation 0.9, then red `0.05 + 0.95 r`, green `0.02 + 0.92 g`, blue `0.02 + 0.78 b`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let print = ColorSums(
      ColorSums.Row(0.95, 0, 0, 0.05), ColorSums.Row(0, 0.92, 0, 0.02),
      ColorSums.Row(0, 0, 0.78, 0.02))
    return ColorChange(ColorSums.saturation(0.9, weights).then(print), kept: 1 - amount)
  }
}
