/// The numbers are those of the web's filter of this name.
enum Sepia: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Brown, as old prints.",
    definition:
      "red `0.393 r + 0.769 g + 0.189 b`, green `0.349 r + 0.686 g + 0.168 b`, blue `0.272 r + 0.534 g + 0.131 b`"
  )

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let sepia = ColorSums(
      ColorSums.Row(0.393, 0.769, 0.189), ColorSums.Row(0.349, 0.686, 0.168),
      ColorSums.Row(0.272, 0.534, 0.131))
    return ColorChange(sepia, kept: 1 - amount)
  }
}
