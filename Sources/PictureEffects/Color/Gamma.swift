import Algorithms

enum Gamma: ColorEffect {
  static let declaration = EffectDeclaration(
    "Bends the middle tones; 1 changes nothing, more is lighter.", .number(0.1...10), neutral: 1,
    example: "1.1", definition: "`c ^ (1 / value)`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let exponent = 1 / max(amount, 0.01)
    return ColorChange(tones: ColorTones { power($0, exponent) })
  }
}
