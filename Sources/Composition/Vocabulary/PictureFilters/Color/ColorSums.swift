/// An affine map of three numbers: three rows of three factors and an addend.
package struct ColorSums: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var a: Double
    package var b: Double
    package var c: Double
    package var added: Double

    package init(_ a: Double, _ b: Double, _ c: Double, _ added: Double = 0) {
      self.a = a
      self.b = b
      self.c = c
      self.added = added
    }
  }

  package var first: Row
  package var second: Row
  package var third: Row

  package init(_ first: Row, _ second: Row, _ third: Row) {
    self.first = first
    self.second = second
    self.third = third
  }

  package static let identity = ColorSums(Row(1, 0, 0), Row(0, 1, 0), Row(0, 0, 1))

  /// Multiplies each of the three by its own factor.
  package static func scale(_ a: Double, _ b: Double, _ c: Double) -> ColorSums {
    ColorSums(Row(a, 0, 0), Row(0, b, 0), Row(0, 0, c))
  }

  /// Applies the same factor and addend to all three.
  package static func line(_ factor: Double, plus added: Double) -> ColorSums {
    ColorSums(Row(factor, 0, 0, added), Row(0, factor, 0, added), Row(0, 0, factor, added))
  }

  /// This map followed by `next`.
  package func then(_ next: ColorSums) -> ColorSums {
    ColorSums(next.first.after(self), next.second.after(self), next.third.after(self))
  }

  /// A mix of `share` of this map with the identity.
  package func mixed(_ share: Double) -> ColorSums {
    let rest = 1 - share
    return ColorSums(
      Row(first.a * share + rest, first.b * share, first.c * share, first.added * share),
      Row(second.a * share, second.b * share + rest, second.c * share, second.added * share),
      Row(third.a * share, third.b * share, third.c * share + rest, third.added * share))
  }
}

extension ColorSums.Row {
  fileprivate func after(_ m: ColorSums) -> ColorSums.Row {
    ColorSums.Row(
      a * m.first.a + b * m.second.a + c * m.third.a, a * m.first.b + b * m.second.b + c * m.third.b,
      a * m.first.c + b * m.second.c + c * m.third.c,
      a * m.first.added + b * m.second.added + c * m.third.added + added)
  }
}

extension ColorSums {
  /// Maps red, green and blue from 0 to 1 to luma from 0 to 1 and two colour differences from -0.5 to 0.5.
  package static func toYUV(_ weights: LumaWeights) -> ColorSums {
    let (red, green, blue) = (weights.red, weights.green, weights.blue)
    let (u, v) = (2 * (1 - blue), 2 * (1 - red))
    return ColorSums(
      Row(red, green, blue), Row(-red / u, -green / u, (1 - blue) / u),
      Row((1 - red) / v, -green / v, -blue / v))
  }

  package static func toRGB(_ weights: LumaWeights) -> ColorSums {
    let (u, v) = (2 * (1 - weights.blue), 2 * (1 - weights.red))
    return ColorSums(
      Row(1, 0, v), Row(1, -weights.blue * u / weights.green, -weights.red * v / weights.green), Row(1, u, 0))
  }

  /// Multiplies saturation by `factor`, around the grey of the same luma.
  package static func saturation(_ factor: Double, _ weights: LumaWeights) -> ColorSums {
    let (red, green, blue) = (
      weights.red * (1 - factor), weights.green * (1 - factor), weights.blue * (1 - factor)
    )
    return ColorSums(
      Row(red + factor, green, blue), Row(red, green + factor, blue), Row(red, green, blue + factor))
  }
}
