import Basics

// Effects that change each colour by one number, in the order of `EffectName`.

enum Brightness: ColorEffect {
  static let declaration = EffectDeclaration(
    "Brightens or darkens; 0 changes nothing.", .number(-1...1), example: "0.2",
    definition: "`c + value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.line(1, plus: amount))
  }
}

enum Contrast: ColorEffect {
  static let declaration = EffectDeclaration(
    "Changes the contrast; 1 changes nothing.", .number(0...10), neutral: 1, example: "1.2",
    definition: "`0.5 + (c - 0.5) * value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.line(amount, plus: 0.5 - 0.5 * amount))
  }
}

enum Saturation: ColorEffect {
  static let declaration = EffectDeclaration(
    "Changes the saturation; 1 changes nothing, 0 is grey.", .number(0...10), neutral: 1, example: "1.5",
    definition: "`luma + (c - luma) * value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.saturation(amount, weights))
  }
}

enum Gamma: ColorEffect {
  static let declaration = EffectDeclaration(
    "Changes the mid-tones; 1 changes nothing, more is lighter.", .number(0.1...10), neutral: 1,
    example: "1.1", definition: "`c ^ (1 / value)`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let exponent = 1 / max(amount, 0.01)
    return ColorChange(tones: ColorTones { power($0, exponent) })
  }
}

/// Twice the light is one stop. Light is the code to the power of 2.4 (BT.1886, as on displays).
enum Exposure: ColorEffect {
  static let declaration = EffectDeclaration(
    "Changes the exposure by this many stops; 0 changes nothing.", .number(-10...10), example: "-1",
    definition: "`c * 2 ^ (value / 2.4)`: the light of a screen times `2 ^ value`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.line(power(2, amount / 2.4), plus: 0))
  }
}

enum Temperature: ColorEffect {
  static let declaration = EffectDeclaration(
    "Makes colours colder (-1) or warmer (1).", .number(-1...1), example: "0.3",
    definition:
      "red times `1 + value / 4`, blue times `1 - value / 4`, all divided by the resulting luma of white"
  )

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let (red, blue) = (1 + amount / 4, 1 - amount / 4)
    let luma = weights.red * red + weights.green + weights.blue * blue
    return ColorChange(.scale(red / luma, 1 / luma, blue / luma))
  }
}

enum Hue: ColorEffect {
  static let declaration = EffectDeclaration(
    "Rotates the hues, from red to yellow to green.", .angle, example: "30deg",
    definition: "Cb and Cr rotated by the angle; luma unchanged")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let turns = amount / 360
    let (sine, cosine) = (sine(ofTurns: turns), cosine(ofTurns: turns))
    let turned = ColorSums(
      ColorSums.Row(1, 0, 0), ColorSums.Row(0, cosine, -sine), ColorSums.Row(0, sine, cosine))
    return ColorChange(ColorSums.toYUV(weights).then(turned).then(.toRGB(weights)))
  }
}

enum Invert: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Inverts the colours.", synonyms: ["negative", "negate"],
    definition: "`1 - c`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(ColorSums.line(-1, plus: 1).mixed(amount))
  }
}
