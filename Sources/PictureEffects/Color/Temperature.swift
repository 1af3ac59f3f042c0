enum Temperature: ColorEffect {
  static let declaration = EffectDeclaration(
    "Makes colours colder (-1) or warmer (1).", .number(-1...1), example: "0.3",
    definition:
      "red times `1 + value / 4`, blue times `1 - value / 4`, all divided by what that makes of the luma of white"
  )

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let (red, blue) = (1 + amount / 4, 1 - amount / 4)
    let luma = weights.red * red + weights.green + weights.blue * blue
    return ColorChange(.scale(red / luma, 1 / luma, blue / luma))
  }
}
