/// How much later in the first recording is what a moment of the second one holds.
struct Lag: Hashable, Sendable {
  let time: Double
  let lag: Double
  let weight: Double
}

/// Lags of a clock that runs at another speed.
struct LagLine: Hashable, Sendable {
  /// 500 ppm: two devices do not differ more.
  static let steepest = 0.0005

  let time: Double
  let lag: Double
  let slope: Double

  func lag(at moment: Double) -> Double { lag + slope * (moment - time) }

  /// The line with the most weight near it, of those through two lags that are far apart, and of those without a
  /// slope through one: recordings may share less than the distance.
  static func best(through lags: [Lag], within tolerance: Double, minimumSpan: Double) -> LagLine? {
    guard let first = lags.first, let last = lags.last else { return nil }
    let span = min(minimumSpan, (last.time - first.time) / 2)
    var best: (weight: Double, line: LagLine)?
    for (number, a) in lags.enumerated() {
      for b in lags[number...] where b.time - a.time >= span || b == a {
        let slope = b.time > a.time ? (b.lag - a.lag) / (b.time - a.time) : 0
        guard abs(slope) <= steepest else { continue }
        let line = LagLine(time: a.time, lag: a.lag, slope: slope)
        var weight = 0.0
        for lag in lags where abs(lag.lag - line.lag(at: lag.time)) <= tolerance { weight += lag.weight }
        if weight > best?.weight ?? 0 { best = (weight, line) }
      }
    }
    return best?.line
  }

  static func leastSquares(_ lags: [Lag]) -> LagLine {
    let weight = lags.reduce(0) { $0 + $1.weight }
    let time = lags.reduce(0) { $0 + $1.weight * $1.time } / weight
    let lag = lags.reduce(0) { $0 + $1.weight * $1.lag } / weight
    let spread = lags.reduce(0) { $0 + $1.weight * ($1.time - time) * ($1.time - time) }
    let product = lags.reduce(0) { $0 + $1.weight * ($1.time - time) * ($1.lag - lag) }
    return LagLine(time: time, lag: lag, slope: spread > 0 ? product / spread : 0)
  }
}
