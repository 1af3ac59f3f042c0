import Basics

/// Splits sound into up to eight bands: for each one two one-pole high-passes and two one-pole low-passes.
///
/// Each sum and product is rounded on its own, so the energies are the same on every CPU.
struct BandFilters: Sendable {
  typealias Lanes = SIMD8<Double>

  private let highPass: Lanes
  private let lowPass: Lanes
  private let highRest: Lanes
  private let lowRest: Lanes
  private var first = Lanes()
  private var second = Lanes()
  private var third = Lanes()
  private var fourth = Lanes()

  /// Bands from one frequency to another, in Hz.
  init(_ bands: [(low: Double, high: Double)], sampleRate: Double) {
    var (highPass, lowPass) = (Lanes(), Lanes())
    for (lane, band) in bands.prefix(8).enumerated() {
      highPass[lane] = 1 - exponential(-2 * Double.pi * band.low / sampleRate)
      lowPass[lane] = 1 - exponential(-2 * Double.pi * band.high / sampleRate)
    }
    self.highPass = highPass
    self.lowPass = lowPass
    highRest = 1 - highPass
    lowRest = 1 - lowPass
  }

  /// The sum of squares of each band over some samples of one channel.
  mutating func energies(of samples: ArraySlice<Float>) -> Lanes {
    var (first, second, third, fourth) = (first, second, third, fourth)
    var energies = Lanes()
    for sample in samples {
      var value = Lanes(repeating: Double(sample))
      first = first * highRest + value * highPass
      value -= first
      second = second * highRest + value * highPass
      value -= second
      third = third * lowRest + value * lowPass
      fourth = fourth * lowRest + third * lowPass
      energies += fourth * fourth
    }
    self.first = Self.audible(first)
    self.second = Self.audible(second)
    self.third = Self.audible(third)
    self.fourth = Self.audible(fourth)
    return energies
  }

  /// Zero instead of values that would slow the filters down or last: what rings on in silence becomes denormal
  /// numbers, which take a CPU a hundred times as long, and a sample that is no number would stay in a filter for ever.
  private static func audible(_ lanes: Lanes) -> Lanes {
    let squares = lanes * lanes
    return Lanes().replacing(with: lanes, where: (squares .> 1e-60) .& (squares .< 1e60))
  }
}
