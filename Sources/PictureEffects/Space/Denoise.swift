package enum Denoise: Effect {
  package static let declaration = EffectDeclaration(
    look: "Takes noise out of a picture or a sound.",
    definition:
      "the mean of 5 by 5 luma or 3 by 3 chroma samples, each counted the less the more it differs, up to a difference of 24 levels times the value"
  )

  /// Samples that differ by this many levels or more do not count.
  package static func tolerance(_ amount: Double, depth: Int) -> Int {
    Int((min(max(amount, 0), 1) * 24).rounded() * Double(1 << (depth - 8)))
  }
}
