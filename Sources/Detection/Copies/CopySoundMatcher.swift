import Basics

/// Where the sound of a master is in its copy, for a piece of 3 s.
package struct CopySoundPiece: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    /// Both are silent.
    case silent
    /// The sounds are alike, but so regular that they fit at several places.
    case alike
    /// Its place is known.
    case placed
    /// It is another sound.
    case changed
  }

  package var kind: Kind
  /// By how many samples of the master the copy is later.
  package var delay: Int

  package init(kind: Kind, delay: Int) {
    self.kind = kind
    self.delay = delay
  }
}

/// Compares the sound of a copy with that of its master, at the master's sample rate, by the phases of 2 s.
package struct CopySoundMatcher {
  private let rate: Int
  private let transform: FourierTransform
  private let window: [Double]
  /// That of the last piece.
  private var delay = 0

  /// A peak of the correlation must be so many times as high as its usual values.
  private static let clear = 10.0
  /// -60 dB.
  private static let silence = 1e-6
  private static let blocksInASecond = 10

  package init(sampleRate: Int) {
    rate = max(1000, sampleRate)
    let count = 2 * rate
    window = (0..<count).map { 0.5 - 0.5 * cosine(ofTurns: Double($0) / Double(count)) }
    var length = 1
    while length < count { length *= 2 }
    transform = FourierTransform(length: length)
  }

  /// The samples of a piece.
  package var pieceLength: Int { 3 * rate }

  /// Compares a piece with the samples at the same time of the copy.
  package mutating func match(_ master: [Float], _ copy: [Float]) -> CopySoundPiece {
    let (own, other) = (power(master[...]), power(copy[...]))
    if own < Self.silence {
      return CopySoundPiece(kind: other < 4 * Self.silence ? .silent : .changed, delay: delay)
    }
    let found = place(master, copy)
    if let found { delay = found }
    let correlation = correlation(master, copy, delay)
    guard found != nil || correlation > 0.7, !hasGap(master, copy, delay) else {
      return CopySoundPiece(kind: .changed, delay: delay)
    }
    return CopySoundPiece(kind: found == nil ? .alike : .placed, delay: delay)
  }

  /// The delay at which the phases agree; nil if they agree nowhere.
  private func place(_ master: [Float], _ copy: [Float]) -> Int? {
    let count = min(window.count, master.count, copy.count)
    let a = Spectrum(windowed(copy, count), transform)
    let b = Spectrum(windowed(master, count), transform)
    var phases = Spectrum(transform)
    phases.add(a, timesConjugateOf: b)
    let size = transform.length
    phases.keepPhases(from: size * 100 / rate, to: min(size * 12000 / rate, size * 45 / 100))
    let correlation = phases.back(transform)
    let reach = min(rate / 2, size / 2 - 1)
    func height(_ lag: Int) -> Double { correlation[lag < 0 ? lag + size : lag] }
    var (best, total) = ((lag: 0, height: -Double.infinity), 0.0)
    for lag in -reach...reach {
      let height = height(lag)
      total += height * height
      if height > best.height { best = (lag, height) }
    }
    let spread = (total / Double(2 * reach + 1)).squareRoot()
    guard spread > 0, best.height > Self.clear * spread else { return nil }
    // A sound that repeats itself fits at several places.
    return height(delay) > 0.9 * best.height ? delay : best.lag
  }

  private func windowed(_ samples: [Float], _ count: Int) -> ArraySlice<Double> {
    ArraySlice(
      (0..<count).map { index in
        let sample = Double(samples[index])
        return sample.isFinite ? sample * window[index * window.count / max(1, count)] : 0
      })
  }

  /// Of both where they overlap.
  private func correlation(_ master: [Float], _ copy: [Float], _ delay: Int) -> Double {
    let count = min(master.count, copy.count)
    var (own, other, both) = (0.0, 0.0, 0.0)
    for index in max(0, -delay)..<max(max(0, -delay), min(count, count - delay)) {
      let (m, c) = (Double(master[index]), Double(copy[index + delay]))
      guard m.isFinite, c.isFinite else { continue }
      own += m * m
      other += c * c
      both += m * c
    }
    let product = (own * other).squareRoot()
    return product > 0 ? both / product : 0
  }

  /// Whether a tenth of a second that is heard in the master is 30 dB softer than the rest of the copy would have it.
  private func hasGap(_ master: [Float], _ copy: [Float], _ delay: Int) -> Bool {
    let count = min(master.count, copy.count)
    let length = rate / Self.blocksInASecond
    let (own, other) = (power(master[...]), power(copy[...]))
    guard own > 0, other > 0 else { return true }
    return stride(from: max(0, -delay), to: min(count, count - delay) - length, by: length).contains {
      start in
      let there = power(master[start..<start + length])
      guard there > 10 * Self.silence, there > own / 1000 else { return false }
      return power(copy[start + delay..<start + delay + length]) / other < there / own / 1000
    }
  }

  /// The mean of squares.
  private func power(_ samples: ArraySlice<Float>) -> Double {
    guard !samples.isEmpty else { return 0 }
    var sum = 0.0
    for sample in samples where sample.isFinite { sum += Double(sample) * Double(sample) }
    return sum / Double(samples.count)
  }
}
