import Algorithms

package enum Blur: Effect {
  package static let declaration = EffectDeclaration(
    "Softens the picture by this radius.", .length, example: "4px", synonyms: ["gaussian-blur"],
    definition:
      "a Gaussian whose standard deviation is the radius; the picture goes on beyond its edges as it ends there"
  )

  /// A Gaussian in whole numbers.
  package enum Window: Sendable {
    case nothing
    /// The weights of the sample itself, of its neighbours, of theirs ...; all, twice but the first, add up to 65536.
    case weights([Int])
    /// For wide ones, means over `2 * radius + 1` samples and `part` 65536ths of the next ones, four times over.
    case means(radius: Int, part: Int)
  }

  /// The window of a standard deviation in samples.
  package static func window(_ deviation: Double) -> Window {
    guard deviation > 0.05 else { return .nothing }
    return deviation < 3.5 ? .weights(weights(deviation)) : means(min(deviation, 2000))
  }

  private static func weights(_ deviation: Double) -> [Int] {
    let reach = Int((deviation * 3.5).rounded(.up))
    let exact = (0...reach).map { exponential(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = exact[0] + 2 * exact.dropFirst().reduce(0, +)
    var weights = exact.map { Int(($0 / sum * 65536).rounded()) }
    weights[0] = 65536 - 2 * weights.dropFirst().reduce(0, +)
    return weights
  }

  /// Each of the four means has a quarter of the variance; a part of the samples at the ends makes it exact.
  private static func means(_ deviation: Double) -> Window {
    let variance = deviation * deviation / 4
    let radius = Int(((12 * variance + 1).squareRoot() / 2 - 0.5).rounded(.down))
    let whole = Double(radius)
    let width = 2 * whole + 1
    // The variance of a mean over `width` samples and `part` of two more.
    let reached = whole * (whole + 1) * width / 3
    let end = (whole + 1) * (whole + 1)
    let part = (variance * width - reached) / (2 * (end - variance))
    let bounded = min(max(part, 0), 1)
    let fixed = Int((bounded * 65536).rounded())
    return .means(radius: radius, part: fixed)
  }
}
