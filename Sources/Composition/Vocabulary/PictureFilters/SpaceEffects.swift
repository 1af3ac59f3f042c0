import Basics

// Effects that depend on the surroundings or the position of a pixel: declarations, and the numbers for their
// kernels, which are in Rendering.

package enum Blur: Effect {
  package static let declaration = EffectDeclaration(
    "Blurs the picture with this radius.", .length, example: "4px", synonyms: ["gaussian-blur"],
    definition:
      "a Gaussian whose standard deviation is the radius; edge pixels are repeated beyond the edges"
  )

  /// A Gaussian in integers.
  package enum Window: Sendable {
    case nothing
    /// The weights of the sample, its neighbours, theirs ...; the first plus twice the others is 65536.
    case weights([Int])
    /// If wide, four times the mean over `2 * radius + 1` samples and `part` 65536ths of the next ones.
    case means(radius: Int, part: Int)
  }

  /// The window for a standard deviation in samples.
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

  /// Each of the four means has a quarter of the variance; partial samples at the ends make it exact.
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

package enum Sharpen: Effect {
  package static let declaration = EffectDeclaration(
    "Sharpens edges; 0 changes nothing.", .number(0...10), standard: 1, example: "0.5",
    synonyms: ["unsharp"],
    definition: "luma plus `value` times its difference from the mean of 5 by 5 pixels, weighted 1 4 6 4 1")

  /// The amount in 256ths.
  package static func factor(_ amount: Double) -> Int { Int((min(max(amount, 0), 10) * 256).rounded()) }
}

package enum Denoise: Effect {
  package static let declaration = EffectDeclaration(
    look: "Removes noise from a picture or a sound.",
    definition:
      "the mean of 5 by 5 luma or 3 by 3 chroma samples, each weighted less the more it differs, up to a difference of 24 levels times the value"
  )

  /// Samples that differ by this many levels or more are ignored.
  package static func tolerance(_ amount: Double, depth: Int) -> Int {
    Int((min(max(amount, 0), 1) * 24).rounded() * Double(1 << (depth - 8)))
  }
}

package enum Vignette: Effect {
  package static let declaration = EffectDeclaration(
    look: "Darkens the corners.",
    definition:
      "`c * (1 - value * d ^ 4)`, where `d` is the distance from the centre, 1 in the corners")

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

  /// The remaining light in 65536ths, at a squared distance in 65536ths.
  @inline(__always)
  package static func gain(_ square: Int, strength: Int) -> Int {
    65536 &- (((square &* square) >> 16) &* strength) >> 16
  }
}

package enum Grain: Effect {
  package static let declaration = EffectDeclaration(
    look: "Adds film grain.", example: "0.3", synonyms: ["noise"],
    definition:
      "luma plus a pseudo-random number from frame and position, the same in every render, with a standard deviation of 20 levels times the value"
  )

  /// 20 levels divided by the deviation of the sum of four bytes, in 65536ths.
  package static func factor(_ amount: Double, depth: Int) -> Int {
    // Four uniformly distributed bytes have the variance 4 * (65536 - 1) / 12.
    let deviation = (4.0 * 65535 / 12).squareRoot()
    return Int((min(max(amount, 0), 1) * 20 / deviation * Double(65536 << (depth - 8))).rounded())
  }

  /// The seed for a line of a frame.
  package static func seed(frame: Int64, line: Int) -> UInt32 {
    let number = UInt64(bitPattern: frame) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: line)
    let mixed = (number ^ (number >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return UInt32(truncatingIfNeeded: mixed ^ (mixed >> 32))
  }

  /// A pseudorandom number from -510 to 510, mostly near 0.
  @inline(__always)
  package static func number(_ seed: UInt32, _ column: Int) -> Int32 {
    var mixed = seed &+ UInt32(truncatingIfNeeded: column) &* 0x9E37_79B1
    mixed = (mixed ^ (mixed >> 16)) &* 0x85EB_CA6B
    mixed = (mixed ^ (mixed >> 13)) &* 0xC2B2_AE35
    mixed ^= mixed >> 16
    let pairs = (mixed & 0x00FF_00FF) &+ ((mixed >> 8) & 0x00FF_00FF)
    return Int32(bitPattern: (pairs & 0xFFFF) &+ (pairs >> 16)) &- 510
  }
}
