package import Basics

/// Finds the beats of music: a tempo that explains the onsets, and the path of beats that follows them.
package enum BeatFinder {
  package struct Beat: Hashable, Sendable {
    package let time: RationalTime
    /// How clear the onset is, up to 99.
    package let strength: Int
  }

  package struct Result: Hashable, Sendable {
    /// Beats a minute; 0 without beats.
    package let tempo: Double
    package let beats: [Beat]
  }

  /// Steps of 5 ms in a minute.
  private static let stepsPerMinute = Double(60 * SoundFeatures.stepsPerSecond)

  /// The beats of sound whose features have the bands of beats.
  ///
  /// - Parameter tempo: Beats a minute, where the author knows them.
  package static func beats(
    in sound: SoundFeatures, tempo allowed: ClosedRange<Double> = 40...240
  ) -> Result {
    let silent = Result(tempo: 0, beats: [])
    guard !sound.beats.isEmpty else { return silent }
    let energies = sound.beats.map(relativeEnergies)
    let onsets = normalized(
      rises(of: energies.map { $0.map { LevelCode.naturalLogarithm($0 + 0.001) } }, [1, 0.6, 0.8, 0.8, 0.6]))
    let correlation = Autocorrelation(onsets)
    guard correlation.atZero > 0 else { return silent }
    let amplitudes = energies.map { $0.map { $0.squareRoot() } }
    let drumRises = rises(of: amplitudes, [1, 0.7, 0.7, 0.2, 0])
    let levels = sound.beats.map { $0.map { LevelCode.energy(of: $0).squareRoot() } }
    let (low, middle) = (rises(of: levels, [1, 0, 0, 0, 0]), rises(of: levels, [0, 0, 2, 2, 0]))
    let drums = DrumOnsets(rises: drumRises, kicks: zip(low, middle).map { $0 - $1 })
    let normalizedDrums = normalized(drumRises)

    var best: (score: Double, period: Double, path: [Int])?
    for period in periods(correlation, allowed) {
      let likelihood = likelihood(ofTempo: stepsPerMinute / period)
      let regularity = correlation[period] / correlation.atZero
      for followed in [onsets, normalizedDrums] {
        let path = BeatPath.steps(followed, period: period)
        // The strongest onsets may be those between the beats.
        for twelfths in 0..<12 {
          let path = BeatPath.shifted(path, by: Double(twelfths) / 12, onsets)
          guard path.count > 1 else { continue }
          let score =
            drums.agreement(with: path, period: period) * likelihood + 0.2 * regularity
            + 0.9 * drums.alternation(along: path)
          if score > best?.score ?? -.infinity { best = (score, period, path) }
        }
      }
    }
    guard let best else { return silent }
    let greatest = onsets.max() ?? 1
    let beats = best.path.compactMap { step -> Beat? in
      let near = max(0, step - 6)...min(onsets.count - 1, step + 6)
      let peak = near.max { (onsets[$0], -abs($0 - step)) < (onsets[$1], -abs($1 - step)) } ?? step
      // A rise of 15 ms is greatest one step after the one with the onset, whose middle is the best guess.
      guard let time = RationalTime(Int64(2 * peak - 1), Int64(2 * SoundFeatures.stepsPerSecond)),
        !time.isNegative
      else { return nil }
      let share = max(0, onsets[peak]) / greatest
      return Beat(time: time, strength: min(99, Int((99 * share).rounded())))
    }
    let intervals = zip(best.path.dropFirst(), best.path).map { $0 - $1 }.sorted()
    let mean = Double(best.path[best.path.count - 1] - best.path[0]) / Double(intervals.count)
    let median = Double(intervals[intervals.count / 2])
    // Steps are coarse: the mean is finer, as long as no beats are missing.
    let interval = abs(mean - median) <= 2 ? mean : median
    return Result(tempo: stepsPerMinute / interval, beats: beats)
  }

  /// Energies relative to the 95 % percentile of their band.
  private static func relativeEnergies(_ codes: [UInt16]) -> [Double] {
    guard !codes.isEmpty else { return [] }
    let level = LevelCode.energy(of: codes.sorted()[codes.count * 95 / 100])
    return codes.map { level > 0 ? LevelCode.energy(of: $0) / level : 0 }
  }

  /// The weighted sum of how much each band rises in 15 ms, smoothed over 45 ms.
  private static func rises(of bands: [[Double]], _ weights: [Double]) -> [Double] {
    var sum = [Double](repeating: 0, count: bands[0].count)
    for (band, weight) in zip(bands, weights) where weight > 0 {
      for step in 3..<max(3, band.count) { sum[step] += weight * max(0, band[step] - band[step - 3]) }
    }
    return movingMeans(movingMeans(sum, width: 5), width: 5)
  }

  private static func normalized(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(max(1, values.count))
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count))
    let deviation = squares.squareRoot()
    return values.map { deviation > 0 ? ($0 - mean) / deviation : 0 }
  }

  /// The three best periods and their simple multiples, in steps.
  private static func periods(_ correlation: Autocorrelation, _ allowed: ClosedRange<Double>) -> [Double] {
    let (shortest, longest) = (Int(stepsPerMinute / 222), Int(stepsPerMinute / 52))
    let scores = (0...longest + 1).map { period in
      (1...4).reduce(0.0) { $0 + correlation[Double(period * $1)] / Double($1) }
    }
    let peaks = (shortest...longest).filter { scores[$0] >= scores[$0 - 1] && scores[$0] > scores[$0 + 1] }
    let sorted = peaks.sorted { (scores[$0], $1) > (scores[$1], $0) }
    let best = sorted.prefix(3) + sorted.filter { allowed.contains(stepsPerMinute / Double($0)) }.prefix(3)
    var periods: [Double] = []
    for factor in [1, 0.5, 2, 1.5, 2.0 / 3, 3, 1.0 / 3] {
      for peak in best {
        let period = correlation.refined(Double(peak)) * factor
        let isNew = periods.allSatisfy { abs($0 - period) > period / 50 }
        if allowed.contains(stepsPerMinute / period), isNew { periods.append(period) }
      }
    }
    return periods
  }

  /// People tap about 115 times a minute.
  private static func likelihood(ofTempo tempo: Double) -> Double {
    let octaves = logarithm2(tempo / 115) / 1.1
    return exponential(-0.5 * 0.35 * octaves * octaves)
  }
}
