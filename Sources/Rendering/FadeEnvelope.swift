import Composition
import EditTime

/// How a sound comes or goes, counted in samples of its item.
struct FadeEnvelope {
  private let shape: SoundFade.Shape
  /// Where the gain is 0, and where it is 1.
  private let silent: Double
  private let full: Double

  init(in fade: SoundFade, sampleRate: Double) {
    shape = fade.shape
    silent = 0
    full = fade.length.inSeconds * sampleRate
  }

  init(out fade: SoundFade, sampleRate: Double, sampleCount: Int) {
    shape = fade.shape
    silent = Double(sampleCount)
    full = Double(sampleCount) - fade.length.inSeconds * sampleRate
  }

  /// Multiplies the gains of the samples from `start` on.
  func apply(to gains: inout [Float], from start: Int64) {
    for offset in gains.indices {
      let position = Double(start) + Double(offset)
      let share = (position - silent) / (full - silent)
      if share >= 1 { continue }
      gains[offset] *= Float(value(at: max(share, 0)))
    }
  }

  private func value(at share: Double) -> Double {
    switch shape {
    case .linear: share
    case .equalPower: sineOfQuarterTurns(share)
    }
  }
}

/// sin(share * 90°) for 0 to 1, to 12 digits: in basic arithmetic, because the mathematics library's last digits
/// differ between CPUs.
func sineOfQuarterTurns(_ share: Double) -> Double {
  let angle = share * Double.pi / 2
  let square = angle * angle
  var term = angle
  var sum = angle
  for order in stride(from: 2.0, through: 18, by: 2) {
    term *= -square / (order * (order + 1))
    sum += term
  }
  return sum
}
