import Algorithms

enum Hue: ColorEffect {
  static let declaration = EffectDeclaration(
    "Turns the colours around the wheel, from red to yellow to green.", .angle, example: "30deg",
    definition: "Cb and Cr turned by the angle; luma stays")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let turns = amount / 360
    let (sine, cosine) = (sine(ofTurns: turns), cosine(ofTurns: turns))
    let turned = ColorSums(
      ColorSums.Row(1, 0, 0), ColorSums.Row(0, cosine, -sine), ColorSums.Row(0, sine, cosine))
    return ColorChange(ColorSums.toYUV(weights).then(turned).then(.toRGB(weights)))
  }
}
