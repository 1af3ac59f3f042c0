import Basics

/// Measures the loudness range according to EBU Tech 3342, from the loudness of 3 s at every tenth of a second.
package struct LoudnessRangeMeter {
  /// As shares of the power at 0 LUFS.
  private var powers: [Double] = []
  /// -70 LUFS.
  private static let absoluteGate = 1e-7
  /// 20 LU below the mean.
  private static let relativeGate = 0.01

  package init() {}

  /// Takes the loudness of the last 3 s, in LUFS.
  package mutating func add(_ loudness: Double) {
    let powerOfLoudness = power(10, loudness / 10)
    if powerOfLoudness >= Self.absoluteGate { powers.append(powerOfLoudness) }
  }

  /// The difference between the loudness that 10 % of the sound do not reach and that which 5 % exceed, in LU; 0 for
  /// silence.
  package var range: Double {
    guard !powers.isEmpty else { return 0 }
    let gate = powers.reduce(0, +) / Double(powers.count) * Self.relativeGate
    let heard = powers.filter { $0 >= gate }.sorted()
    func share(_ part: Double) -> Double { heard[Int((Double(heard.count - 1) * part).rounded())] }
    return decibels(ofFactor: (share(0.95) / share(0.1)).squareRoot())
  }
}
