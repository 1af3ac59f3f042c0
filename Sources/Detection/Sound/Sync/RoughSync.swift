import Basics

/// Finds lags to 60 ms: the onsets of half a minute against those of the whole first recording.
enum RoughSync {
  private static let samplesPerStep = 40
  private static let stepsPerSecond = 200
  private static let windowLength = 6000
  private static let mostWindows = 20
  private static let peaksPerWindow = 3
  private static let tolerance = 0.06
  private static let bands: [(low: Double, high: Double)] = [
    (150, 400), (400, 900), (900, 1800), (1800, 3600),
  ]

  static func line(from second: [Float], to first: [Float]) -> LagLine? {
    let (a, b) = (onsets(first), onsets(second))
    guard let countA = a.first?.count, let countB = b.first?.count, countA > 0, countB > 0 else { return nil }
    let length = min(windowLength, countB)
    let transform = FourierTransform(length: powerOfTwo(atLeast: countA + length))
    let spectra = a.map { Spectrum($0[...], transform) }
    let lags = windowStarts(of: countB, length: length).flatMap { start in
      var sum = Spectrum(transform)
      for (band, spectrum) in zip(b, spectra) {
        sum.add(spectrum, timesConjugateOf: Spectrum(band[start..<start + length], transform))
      }
      let correlation = sum.back(transform)
      // A lag of the first recording before its start wraps around.
      return peaks(of: correlation, from: 1 - length, to: countA).map { peak in
        Lag(
          time: (Double(start) + Double(length) / 2) / Double(stepsPerSecond),
          lag: Double(peak.lag - start) / Double(stepsPerSecond), weight: peak.height)
      }
    }
    return LagLine.best(through: lags, within: tolerance / 2, minimumSpan: 30)
  }

  private static func windowStarts(of count: Int, length: Int) -> [Int] {
    let room = count - length
    let windows = min(mostWindows, 1 + room / max(1, length / 2))
    return (0..<windows).map { windows > 1 ? room * $0 / (windows - 1) : 0 }
  }

  /// The rises of the logarithm of each band's energy, without their mean.
  private static func onsets(_ samples: [Float]) -> [[Double]] {
    var filters = BandFilters(bands, sampleRate: Double(SyncFinder.sampleRate))
    let steps = samples.count / samplesPerStep
    var energies = bands.map { _ in [Double]() }
    for step in 0..<steps {
      let sums = filters.energies(of: samples[step * samplesPerStep..<(step + 1) * samplesPerStep])
      for band in bands.indices { energies[band].append(sums[band]) }
    }
    return energies.map { band in
      let level = band.isEmpty ? 0 : band.sorted()[steps * 95 / 100]
      guard level > 0 else { return band.map { _ in 0 } }
      let logarithms = movingMeans(band.map { LevelCode.naturalLogarithm($0 / level + 0.003) }, width: 3)
      var rises =
        [0.0, 0, 0].prefix(steps) + zip(logarithms.dropFirst(3), logarithms).map { max(0, $0 - $1) }
      let mean = rises.reduce(0, +) / Double(max(1, steps))
      for step in rises.indices { rises[step] -= mean }
      return Array(rises)
    }
  }

  private static func peaks(
    of correlation: [Double], from first: Int, to end: Int
  ) -> [(lag: Int, height: Double)] {
    let apart = Int(tolerance * Double(stepsPerSecond))
    var peaks: [(lag: Int, height: Double)] = []
    var total = 0.0
    for lag in first..<end {
      let height = correlation[lag < 0 ? lag + correlation.count : lag]
      total += height * height
      if let close = peaks.firstIndex(where: { abs($0.lag - lag) <= apart }) {
        if height > peaks[close].height { peaks[close] = (lag, height) }
      } else if peaks.count < peaksPerWindow {
        peaks.append((lag, height))
      } else if let lowest = peaks.indices.min(by: { peaks[$0].height < peaks[$1].height }),
        height > peaks[lowest].height
      {
        peaks[lowest] = (lag, height)
      }
    }
    let spread = (total / Double(end - first)).squareRoot()
    return peaks.map { ($0.lag, spread > 0 ? max(0, $0.height / spread) : 0) }
  }
}

private func powerOfTwo(atLeast count: Int) -> Int {
  var power = 1
  while power < count { power *= 2 }
  return power
}
