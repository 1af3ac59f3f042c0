import Basics
import Composition

/// A fade in or out of a sound, counted in samples of its item.
struct FadeEnvelope {
  private let shape: FadeCurve
  /// The samples at which the gain is 0 and 1.
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
      gains[offset] *= Float(shape.value(at: max(share, 0)))
    }
  }
}
