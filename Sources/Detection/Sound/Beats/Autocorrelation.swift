/// The autocorrelation of onsets up to 5 s.
struct Autocorrelation {
  private let values: [Double]

  var atZero: Double { values.first ?? 0 }

  init(_ onsets: [Double]) {
    let count = min(onsets.count, 5 * SoundFeatures.stepsPerSecond)
    values = (0..<count).map { lag in
      var sums = SIMD4<Double>()
      let last = onsets.count - lag
      var step = 0
      while step + 4 <= last {
        let a = SIMD4(onsets[step], onsets[step + 1], onsets[step + 2], onsets[step + 3])
        let b = SIMD4(
          onsets[step + lag], onsets[step + lag + 1], onsets[step + lag + 2], onsets[step + lag + 3])
        sums += a * b
        step += 4
      }
      return sums.sum() / Double(max(1, last))
    }
  }

  /// Between two lags, the straight line; 0 beyond the last one.
  subscript(lag: Double) -> Double {
    let whole = Int(lag)
    guard whole >= 0, whole + 1 < values.count else { return 0 }
    let part = lag - Double(whole)
    return values[whole] * (1 - part) + values[whole + 1] * part
  }

  /// The period at the top of the parabola through the peak of its fourth multiple, which is finer.
  func refined(_ period: Double) -> Double {
    var refined = period
    for multiple in [2.0, 4] {
      let middle = Int((refined * multiple).rounded())
      guard middle + 4 < values.count, middle > 4 else { break }
      let peak = (middle - 3...middle + 3).max { values[$0] < values[$1] } ?? middle
      let (before, top, behind) = (values[peak - 1], values[peak], values[peak + 1])
      let curvature = before - 2 * top + behind
      let offset = curvature < 0 ? 0.5 * (before - behind) / curvature : 0
      refined = (Double(peak) + min(max(offset, -0.5), 0.5)) / multiple
    }
    return refined
  }
}
