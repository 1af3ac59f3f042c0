enum Fade: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Pale, as a faded print.", definition: "saturation 0.7, then `0.12 + 0.8 * c`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(ColorSums.saturation(0.7, weights).then(.line(0.8, plus: 0.12)), kept: 1 - amount)
  }
}
