package enum Vignette: Effect {
  package static let declaration = EffectDeclaration(
    look: "Darkens the corners.",
    definition:
      "`c * (1 - value * d ^ 4)`, where `d` is the distance from the middle, 1 in the corners")

  /// The squared distance of each sample of a line from its middle in 65536ths, half at the ends.
  package static func squares(count: Int) -> [Int] {
    let half = Double(count) / 2
    return (0..<count).map { index in
      let distance = (Double(index) + 0.5 - half) / half
      return Int((distance * distance * 32768).rounded())
    }
  }

  /// The strength in 65536ths.
  package static func strength(_ amount: Double) -> Int { Int((min(max(amount, 0), 1) * 65536).rounded()) }

  /// What is left of the light in 65536ths, at a squared distance in 65536ths.
  @inline(__always)
  package static func gain(_ square: Int, strength: Int) -> Int {
    65536 &- (((square &* square) >> 16) &* strength) >> 16
  }
}
