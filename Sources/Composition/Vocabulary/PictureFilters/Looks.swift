// Effects that are looks, mixed in from 0 to 1, in the order of `EffectName`.

enum Grayscale: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Removes the colour.", synonyms: ["greyscale", "black-and-white", "bw"], definition: "`luma`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(.saturation(1 - amount, weights))
  }
}

/// The numbers are those of the CSS filter of this name.
enum Sepia: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Brown, like old prints.",
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

enum Noir: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Black and white with high contrast.",
    definition: "`t * t * (3 - 2 * t)`, with `t = 0.5 + (luma - 0.5) * 1.25`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      ColorSums.saturation(0, weights).then(.line(1.25, plus: -0.125)),
      tones: ColorTones { roundedTone($0, 1) }, kept: 1 - amount)
  }
}

enum Fade: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Pale, like a faded print.", definition: "saturation 0.7, then `0.12 + 0.8 * c`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(ColorSums.saturation(0.7, weights).then(.line(0.8, plus: 0.12)), kept: 1 - amount)
  }
}

enum Chrome: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Vivid colours.",
    definition: "saturation 1.35, then `c + (c * c * (3 - 2 * c) - c) * 0.4`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      .saturation(1.35, weights), tones: ColorTones { roundedTone($0, 0.4) }, kept: 1 - amount)
  }
}

enum Instant: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Like an instant photograph.",
    definition: "saturation 0.85, then red `0.05 + 0.93 r`, green `0.04 + 0.9 g`, blue `0.1 + 0.78 b`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let print = ColorSums(
      ColorSums.Row(0.93, 0, 0, 0.05), ColorSums.Row(0, 0.9, 0, 0.04), ColorSums.Row(0, 0, 0.78, 0.1))
    return ColorChange(ColorSums.saturation(0.85, weights).then(print), kept: 1 - amount)
  }
}

enum Mono: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Soft black and white.", definition: "`0.06 + 0.88 * luma`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      ColorSums.saturation(0, weights).then(.line(0.88, plus: 0.06)), kept: 1 - amount)
  }
}

enum Process: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Cool colours, like cross-processed film.",
    definition:
      "red `r + (r * r * (3 - 2 * r) - r) * 0.8`, green the same with 0.4, blue `0.14 + 0.76 b`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      tones: ColorTones(
        red: { roundedTone($0, 0.8) }, green: { roundedTone($0, 0.4) }, blue: { 0.76 * $0 + 0.14 }),
      kept: 1 - amount)
  }
}

enum Tonal: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Black and white with soft tones.",
    definition: "the mean of `t` and `t * t * (3 - 2 * t)`, with `t = luma`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    ColorChange(
      .saturation(0, weights), tones: ColorTones { roundedTone($0, 0.5) }, kept: 1 - amount)
  }
}

enum Transfer: ColorEffect {
  static let declaration = EffectDeclaration(
    look: "Warm colours, like old film.",
    definition:
      "saturation 0.9, then red `0.05 + 0.95 r`, green `0.02 + 0.92 g`, blue `0.02 + 0.78 b`")

  static func change(by amount: Double, _ weights: LumaWeights) -> ColorChange {
    let print = ColorSums(
      ColorSums.Row(0.95, 0, 0, 0.05), ColorSums.Row(0, 0.92, 0, 0.02),
      ColorSums.Row(0, 0, 0.78, 0.02))
    return ColorChange(ColorSums.saturation(0.9, weights).then(print), kept: 1 - amount)
  }
}
