enum Saturation: ColorEffect {
  static let declaration = EffectDeclaration(
    "Strengthens colours; 1 changes nothing, 0 is grey.", .number(0...10), neutral: 1, example: "1.5",
    definition: "`luma + (c - luma) * value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.saturation(amount, weights))
  }
}
