enum Tonal: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Black and white with rounded tones.",
    definition: "the middle of `t` and `t * t * (3 - 2 * t)`, of `t = luma`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      .saturation(0, weights), tones: ColorTones { roundedTone($0, 0.5) }, kept: 1 - amount)
  }
}
