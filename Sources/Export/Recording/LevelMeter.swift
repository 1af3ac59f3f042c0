import Glibc

/// The levels of a channel since they were last asked for.
package struct ChannelLevel: Hashable, Sendable {
  /// The largest sample, and the root of the mean square; 1 is full scale.
  package var peak: Float = 0
  package var rms: Float = 0
  /// How many samples reach full scale.
  package var clipped = 0

  /// In decibels of full scale; nil for silence.
  package var decibels: (peak: Double?, rms: Double?) { (inDecibels(peak), inDecibels(rms)) }

  private func inDecibels(_ level: Float) -> Double? { level > 0 ? 20 * log10(Double(level)) : nil }
}

/// Measures the samples of a sound before they are encoded.
struct LevelMeter {
  private var count = 0
  private var squares: [Double]
  private var levels: [ChannelLevel]

  init(channels: Int) {
    squares = Array(repeating: 0, count: channels)
    levels = Array(repeating: ChannelLevel(), count: channels)
  }

  mutating func add(_ samples: [[Float]]) {
    count += samples.first?.count ?? 0
    for (channel, samples) in samples.enumerated() where levels.indices.contains(channel) {
      var (square, peak, clipped) = (0.0, levels[channel].peak, 0)
      for sample in samples {
        square += Double(sample) * Double(sample)
        peak = max(peak, abs(sample))
        if abs(sample) >= 1 { clipped += 1 }
      }
      squares[channel] += square
      levels[channel].peak = peak
      levels[channel].clipped += clipped
    }
  }

  /// Returns the levels and starts anew; silence without any samples.
  mutating func take() -> [ChannelLevel] {
    var taken = levels
    if count > 0 {
      for channel in taken.indices {
        taken[channel].rms = Float((squares[channel] / Double(count)).squareRoot())
      }
    }
    self = LevelMeter(channels: levels.count)
    return taken
  }
}
