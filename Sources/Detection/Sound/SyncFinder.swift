import Basics

/// Finds when and how fast one recording runs against another recording of the same event.
package enum SyncFinder {
  /// Both recordings are mono of this rate.
  package static let sampleRate = 8000

  /// A moment t of the second recording is at `offset + t * speed` of the first one.
  package struct Match: Hashable, Sendable {
    package let offset: Double
    /// How fast the clock of the second recording runs: 1.0001 of the first one's seconds are one of its own.
    package let speed: Double
    /// Windows of the second recording that agree, and all that were compared.
    package let agreeing: Int
    package let windows: Int
  }

  /// Nil if they are not recordings of the same event.
  package static func match(_ second: [Float], to first: [Float]) -> Match? {
    let (first, second) = (differences(first), differences(second))
    guard let rough = RoughSync.line(from: second, to: first) else { return nil }
    let lags = FineSync.lags(from: second, to: first, along: rough)
    guard let line = LagLine.best(through: lags, within: 0.0008, minimumSpan: 20) else { return nil }
    let near = lags.filter { abs($0.lag - line.lag(at: $0.time)) <= 0.0008 }
    guard near.count >= 5, near.count * 100 >= lags.count * 35 else { return nil }
    let fitted = LagLine.leastSquares(near)
    return Match(
      offset: fitted.lag(at: 0), speed: 1 + fitted.slope, agreeing: near.count, windows: lags.count)
  }

  private static func differences(_ samples: [Float]) -> [Float] {
    zip(samples.dropFirst(), samples).map { sample, last in
      let difference = sample - last
      return difference.isFinite ? difference : 0
    }
  }
}

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

  /// The line with the most weight near it, of those through two lags that are far apart.
  static func best(through lags: [Lag], within tolerance: Double, minimumSpan: Double) -> LagLine? {
    guard let first = lags.first, let last = lags.last else { return nil }
    let span = min(minimumSpan, (last.time - first.time) / 2)
    var best: (weight: Double, line: LagLine)?
    for (number, a) in lags.enumerated() {
      for b in lags[number...] where b.time - a.time >= span {
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

/// Finds lags to 60 ms: the onsets of half a minute against those of the whole first recording.
private enum RoughSync {
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

/// Finds lags to a part of a millisecond: the phases of three seconds around the place that is roughly known.
private enum FineSync {
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

/// The Fourier transform of real values.
private struct Spectrum {
  private var real: [Double]
  private var imaginary: [Double]

  init(_ transform: FourierTransform) {
    real = Array(repeating: 0, count: transform.length)
    imaginary = real
  }

  /// The values, with zeros up to the length of the transform.
  init(_ values: ArraySlice<Double>, _ transform: FourierTransform) {
    real = values + Array(repeating: 0, count: transform.length - values.count)
    imaginary = Array(repeating: 0, count: transform.length)
    transform.run(&real, &imaginary)
  }

  mutating func add(_ a: Spectrum, timesConjugateOf b: Spectrum) {
    for bin in real.indices {
      real[bin] += a.real[bin] * b.real[bin] + a.imaginary[bin] * b.imaginary[bin]
      imaginary[bin] += a.imaginary[bin] * b.real[bin] - a.real[bin] * b.imaginary[bin]
    }
  }

  /// Gives all frequencies of a range the same weight, and others none. Only positive frequencies are kept: the real
  /// part of the result is the same but for its scale.
  mutating func keepPhases(from first: Int, to last: Int) {
    for bin in real.indices {
      let size = (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]).squareRoot()
      if bin >= first, bin <= last, size > 0 {
        real[bin] /= size
        imaginary[bin] /= size
      } else {
        real[bin] = 0
        imaginary[bin] = 0
      }
    }
  }

  /// The same frequencies of a signal with more samples.
  func stretched(by factor: Int, _ transform: FourierTransform) -> Spectrum {
    var stretched = Spectrum(transform)
    for bin in 0..<real.count / 2 {
      stretched.real[bin] = real[bin]
      stretched.imaginary[bin] = imaginary[bin]
    }
    return stretched
  }

  consuming func back(_ transform: FourierTransform) -> [Double] {
    var (real, imaginary) = (real, imaginary)
    transform.runBack(&real, &imaginary)
    return real
  }
}

private func powerOfTwo(atLeast count: Int) -> Int {
  var power = 1
  while power < count { power *= 2 }
  return power
}
