/// Finds silence: what lies between the sounds that are more than the noise of a recording.
///
/// The noise is measured around each moment, so that no level has to be chosen. Steps are of 5 ms.
package enum SilenceFinder {
  /// Silences of at least `shortest` steps, as ranges of steps.
  package static func silences(in sound: SoundFeatures, atLeast shortest: Int) -> [Range<Int>] {
    var (silences, start) = ([Range<Int>](), 0)
    for run in sounds(in: sound) + [sound.stepCount..<sound.stepCount] {
      if run.lowerBound - start >= max(1, shortest) { silences.append(start..<run.lowerBound) }
      start = run.upperBound
    }
    return silences
  }

  /// Runs of sound, in order and apart from each other.
  static func sounds(in sound: SoundFeatures) -> [Range<Int>] {
    let likelihood = Likelihood(sound)
    let near = likelihood.values(width: 1, floor: 1)
    let smooth = likelihood.values(width: 5, floor: 1)
    let wide = likelihood.values(width: 13, floor: 1.05)
    var runs: [Range<Int>] = []
    for run in stretches(of: smooth, above: 2) {
      let strong = run.count >= 6 || smooth[run].reduce(0, +) > 48
      guard strong, let first = run.first(where: { near[$0] > 2 }),
        let last = run.last(where: { near[$0] > 2 })
      else { continue }
      runs.append(first..<last + 1)
    }
    return joined(runs.map { grown($0, by: wide) })
  }

  /// Weak consonants: the ends grow by at most 80 ms while there may be sound, and give back half of the window.
  private static func grown(_ run: Range<Int>, by wide: [Double]) -> Range<Int> {
    let (longest, halfWindow) = (16, 6)
    var (start, end) = (run.lowerBound, run.upperBound)
    while start > 0, run.lowerBound - start < longest, wide[start - 1] > 0.4 { start -= 1 }
    while end < wide.count, end - run.upperBound < longest, wide[end] > 0.4 { end += 1 }
    return min(run.lowerBound, start + halfWindow)..<max(run.upperBound, end - halfWindow)
  }

  private static func stretches(of values: [Double], above least: Double) -> [Range<Int>] {
    var (runs, start) = ([Range<Int>](), 0)
    for end in 0...values.count where end == values.count || values[end] <= least {
      if start < end { runs.append(start..<end) }
      start = end + 1
    }
    return runs
  }

  private static func joined(_ runs: [Range<Int>]) -> [Range<Int>] {
    runs.reduce(into: []) { joined, run in
      if let last = joined.last, run.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
      } else {
        joined.append(run)
      }
    }
  }
}

/// How much likelier it is, at each step, that there is sound than that there is only the noise of the place.
private struct Likelihood {
  private static let weights = [1, 1.6, 2, 3]
  private let energies: [[Double]]
  /// For each band, one floor for each 100 steps.
  private let floors: [[Double]]
  private let stepsPerFloor = 100

  init(_ sound: SoundFeatures) {
    energies = sound.speech.map { $0.map(LevelCode.energy) }
    floors = sound.speech.indices.map { [energies, stepsPerFloor] band in
      RecordingNoise.floors(of: energies[band], every: stepsPerFloor)
    }
  }

  /// The sum over the bands of k (g - 1 - ln g), where g is the mean energy of `width` steps over the floor.
  func values(width: Int, floor factor: Double) -> [Double] {
    let count = energies[0].count
    var values = [Double](repeating: 0, count: count)
    for band in energies.indices {
      let means = movingMeans(energies[band], width: width)
      let weight = Self.weights[band]
      for step in 0..<count {
        let ratio = means[step] / (floors[band][step / stepsPerFloor] * factor)
        if ratio > 1 { values[step] += weight * (ratio - 1 - LevelCode.naturalLogarithm(ratio)) }
      }
    }
    return values
  }
}

/// The mean of the `width` values around each one; at the ends, of those that there are.
func movingMeans(_ values: [Double], width: Int) -> [Double] {
  let half = width / 2
  guard half > 0 else { return values }
  return values.indices.map { index in
    let range = max(0, index - half)...min(values.count - 1, index + half)
    var sum = 0.0
    for value in values[range] { sum += value }
    return sum / Double(range.count)
  }
}

/// The energy of the noise of a recording around each moment.
enum RecordingNoise {
  /// Steps whose mean is one observation: 25 ms.
  private static let observation = 5
  /// Observations before and after a moment: 5 s.
  private static let reach = 200
  /// -90 dB of full scale: below it is the noise of coding.
  private static let least = 1e-9

  static func floors(of energies: [Double], every steps: Int) -> [Double] {
    let observations = stride(from: 0, to: energies.count, by: observation).map { start in
      let range = start..<min(energies.count, start + observation)
      return energies[range].reduce(0, +) / Double(range.count)
    }
    return stride(from: 0, through: energies.count, by: steps).map { start in
      let middle = min(observations.count, (start + steps / 2) / observation)
      // The window keeps its length at the ends of the file.
      let first = max(0, min(middle - reach, observations.count - 2 * reach))
      let range = first..<min(observations.count, max(middle + reach, 2 * reach))
      let sorted = observations[range].sorted()
      guard !sorted.isEmpty else { return least }
      return max(least, sorted[sorted.count * 12 / 100] * 1.12)
    }
  }
}
