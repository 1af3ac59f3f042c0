import Basics

/// Finds lags to a part of a millisecond: the phases of three seconds around the place that is roughly known.
enum FineSync {
  private static let windowLength = 3 * SyncFinder.sampleRate
  private static let mostWindows = 40
  /// 60 ms.
  private static let reach = 480
  private static let size = 1 << 15
  private static let finer = 4

  static func lags(from second: [Float], to first: [Float], along line: LagLine) -> [Lag] {
    let transform = FourierTransform(length: size)
    let fineTransform = FourierTransform(length: size * finer)
    let window = (0..<windowLength).map { 0.5 - 0.5 * cosine(ofTurns: Double($0) / Double(windowLength)) }
    let rate = Double(SyncFinder.sampleRate)
    return windowStarts(of: second.count).compactMap { start in
      let middle = (Double(start) + Double(windowLength) / 2) / rate
      let lag = Int((line.lag(at: middle) * rate).rounded())
      let there = start + lag
      guard there >= 0, there + windowLength <= first.count else { return nil }
      let a = Spectrum(windowed(first[there..<there + windowLength], by: window), transform)
      let b = Spectrum(windowed(second[start..<start + windowLength], by: window), transform)
      var phases = Spectrum(transform)
      phases.add(a, timesConjugateOf: b)
      phases.keepPhases(from: size * 200 / SyncFinder.sampleRate, to: size * 3600 / SyncFinder.sampleRate)
      let correlation = phases.stretched(by: finer, fineTransform).back(fineTransform)
      var (best, total) = ((lag: 0, height: -Double.infinity), 0.0)
      for candidate in -reach * finer...reach * finer {
        let height = correlation[candidate < 0 ? candidate + correlation.count : candidate]
        total += height * height
        if height > best.height { best = (candidate, height) }
      }
      let spread = (total / Double(2 * reach * finer + 1)).squareRoot()
      guard spread > 0 else { return nil }
      return Lag(
        time: middle, lag: (Double(lag) + Double(best.lag) / Double(finer)) / rate,
        weight: best.height / spread)
    }
  }

  private static func windowStarts(of count: Int) -> [Int] {
    let room = count - windowLength
    guard room >= 0 else { return [] }
    let windows = min(mostWindows, 1 + room / (windowLength / 2))
    return (0..<windows).map { windows > 1 ? room * $0 / (windows - 1) : 0 }
  }

  private static func windowed(_ samples: ArraySlice<Float>, by window: [Double]) -> ArraySlice<Double> {
    ArraySlice(zip(samples, window).map { Double($0) * $1 })
  }
}
