package enum Sharpen: Effect {
  package static let declaration = EffectDeclaration(
    "Strengthens edges; 0 changes nothing.", .number(0...10), standard: 1, example: "0.5",
    synonyms: ["unsharp"],
    definition: "luma plus `value` times what it differs from the mean of 5 by 5 pixels, weighted 1 4 6 4 1")

  /// The amount in 256ths.
  package static func factor(_ amount: Double) -> Int { Int((min(max(amount, 0), 10) * 256).rounded()) }
}
