package import Basics

/// Finds the beats of music: a tempo that explains the onsets, and the path of beats that follows them.
package enum BeatFinder {
  package struct Beat: Hashable, Sendable {
    package let time: RationalTime
    /// How clear the onset is, up to 99.
    package let strength: Int
  }

  package struct Result: Hashable, Sendable {
    /// Beats a minute, the median; 0 without beats.
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
    let drums = rises(of: energies.map { $0.map { $0.squareRoot() } }, [1, 0.7, 0.7, 0.2, 0])
    let correlation = Autocorrelation(onsets)
    guard correlation.atZero > 0 else { return silent }
    let peaks = DrumPeaks(drums)

    var best: (score: Double, period: Double, path: [Int])?
    for period in periods(correlation, allowed) {
      let path = BeatPath.steps(onsets, period: period)
      guard path.count > 1 else { continue }
      let score =
        peaks.agreement(with: path, period: period) * likelihood(ofTempo: stepsPerMinute / period)
        + 0.15 * correlation[period] / correlation.atZero
      if score > best?.score ?? -.infinity { best = (score, period, path) }
    }
    guard let best else { return silent }
    let greatest = onsets.max() ?? 1
    let beats = best.path.compactMap { step -> Beat? in
      let near = max(0, step - 6)...min(onsets.count - 1, step + 6)
      let peak = near.max { (onsets[$0], -abs($0 - step)) < (onsets[$1], -abs($1 - step)) } ?? step
      // An onset is heard 7.5 ms before the smoothed rise is greatest.
      guard let time = RationalTime(Int64(2 * peak - 3), Int64(2 * SoundFeatures.stepsPerSecond)),
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
    let best = peaks.sorted { (scores[$0], $1) > (scores[$1], $0) }.prefix(3)
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

/// The autocorrelation of onsets up to 5 s.
private struct Autocorrelation {
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

/// The path of beats with the most onsets and the steadiest steps.
private enum BeatPath {
  static func steps(_ onsets: [Double], period: Double) -> [Int] {
    let (shortest, longest) = (max(1, Int(period / 2)), Int(period * 2))
    let costs = (0...longest).map { step -> Double in
      guard step >= shortest else { return 0 }
      let octaves = LevelCode.naturalLogarithm(Double(step) / period)
      return 100 * octaves * octaves
    }
    var scores = onsets
    var previous = [Int](repeating: -1, count: onsets.count)
    for step in onsets.indices {
      var (best, from) = (0.0, -1)
      for distance in shortest..<max(shortest, min(longest, step) + 1) {
        let score = scores[step - distance] - costs[distance]
        if score > best { (best, from) = (score, step - distance) }
      }
      scores[step] += best
      previous[step] = from
    }
    let tail = max(0, onsets.count - Int(period))..<onsets.count
    guard var step = tail.max(by: { scores[$0] < scores[$1] }) else { return [] }
    var path: [Int] = []
    while step >= 0 {
      path.append(step)
      step = previous[step]
    }
    return withoutWeakEnds(path.reversed(), onsets)
  }

  /// The path goes on before the first onset and behind the last one: beats there are no beats.
  private static func withoutWeakEnds(_ path: [Int], _ onsets: [Double]) -> [Int] {
    let heard = path.map { step in
      onsets[max(0, step - 6)...min(onsets.count - 1, step + 6)].max() ?? 0
    }
    let level = heard.reduce(0, +) / Double(max(1, heard.count)) / 4
    guard let first = heard.firstIndex(where: { $0 > level }),
      let last = heard.lastIndex(where: { $0 > level })
    else { return [] }
    return Array(path[first...last])
  }
}

/// The onsets of drums, to tell a tempo from its half and its double.
private struct DrumPeaks {
  private let steps: [Int]
  private let heights: [Double]
  private let total: Double

  init(_ drums: [Double]) {
    let level = (drums.max() ?? 0) / 10
    steps = (1..<max(1, drums.count - 1)).filter {
      drums[$0] > level && drums[$0] >= drums[$0 - 1] && drums[$0] > drums[$0 + 1]
    }
    heights = steps.map { drums[$0] }
    total = heights.reduce(0, +)
  }

  /// The harmonic mean of the share of onsets at a beat and the share of beats with an onset.
  func agreement(with path: [Int], period: Double) -> Double {
    let reach = Int(min(11, period / 6))
    var (explained, filled) = (0.0, 0)
    for (step, height) in zip(steps, heights) {
      let next = path.partitioningIndex { $0 >= step - reach }
      if next < path.count, path[next] <= step + reach { explained += height }
    }
    for beat in path {
      let next = steps.partitioningIndex { $0 >= beat - reach }
      if next < steps.count, steps[next] <= beat + reach { filled += 1 }
    }
    guard total > 0, explained > 0, filled > 0 else { return 0 }
    let (shareOfOnsets, shareOfBeats) = (explained / total, Double(filled) / Double(path.count))
    return 2 * shareOfOnsets * shareOfBeats / (shareOfOnsets + shareOfBeats)
  }
}
