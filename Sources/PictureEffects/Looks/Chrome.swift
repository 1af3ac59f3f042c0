enum Chrome: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Vivid colours.",
    definition: "saturation 1.35, then `c + (c * c * (3 - 2 * c) - c) * 0.4`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      .saturation(1.35, weights), tones: ColorTones { roundedTone($0, 0.4) }, kept: 1 - amount)
  }
}
