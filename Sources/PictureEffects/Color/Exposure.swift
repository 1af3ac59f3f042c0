import Algorithms

/// Twice the light is one stop. Codes stand for light to the power of 2.4 (BT.1886, what screens do).
enum Exposure: ColorEffect {
  static let declaration = EffectDeclaration(
    "Exposes by so many stops; 0 changes nothing.", .number(-10...10), example: "-1",
    definition: "`c * 2 ^ (value / 2.4)`: the light of a screen times `2 ^ value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.line(power(2, amount / 2.4), plus: 0))
  }
}
