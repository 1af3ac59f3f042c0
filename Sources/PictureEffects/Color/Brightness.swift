enum Brightness: ColorEffect {
  static let declaration = EffectDeclaration(
    "Adds light; 0 changes nothing.", .number(-1...1), example: "0.2",
    definition: "`c + value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.line(1, plus: amount))
  }
}
