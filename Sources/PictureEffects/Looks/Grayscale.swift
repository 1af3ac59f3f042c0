enum Grayscale: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Takes the colour out.", synonyms: ["greyscale", "black-and-white", "bw"], definition: "`luma`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.saturation(1 - amount, weights))
  }
}
