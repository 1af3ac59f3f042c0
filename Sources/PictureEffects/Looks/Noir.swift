enum Noir: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Black and white with hard contrast.",
    definition: "`t * t * (3 - 2 * t)` of `t = 0.5 + (luma - 0.5) * 1.25`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      ColorSums.saturation(0, weights).then(.line(1.25, plus: -0.125)),
      tones: ColorTones { roundedTone($0, 1) }, kept: 1 - amount)
  }
}
