enum Mono: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Soft black and white.", definition: "`0.06 + 0.88 * luma`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      ColorSums.saturation(0, weights).then(.line(0.88, plus: 0.06)), kept: 1 - amount)
  }
}
