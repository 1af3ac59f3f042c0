import Basics
import Composition

/// Compresses the dynamic range: above the threshold, `ratio` decibels become one. All channels share one
/// gain.
///
/// The detected level is that of the strongest channel's samples, which rises with the attack's time constant
/// and falls with the release's.
final class CompressorEffect: SoundEffect {
  let latency = 0
  private let threshold: SteppedParameter
  private let ratio: SteppedParameter
  private let makeup: SteppedParameter
  private let rise: Double
  private let fall: Double
  private var level = 0.0

  init(_ filter: SoundFilter, _ mix: MixFormat) {
    let sampleRate = mix.sampleRate
    threshold = SteppedParameter(filter.number(.threshold), sampleRate: sampleRate)
    ratio = SteppedParameter(filter.number(.ratio), sampleRate: sampleRate)
    makeup = SteppedParameter(filter.number(.makeup), sampleRate: sampleRate)
    rise = Self.part(filter.number(.attack).constantValue ?? 0, sampleRate)
    fall = Self.part(filter.number(.release).constantValue ?? 0, sampleRate)
  }

  /// The share of a difference that one sample makes up for: 1 - e^(-1 / (seconds x rate)).
  private static func part(_ seconds: Double, _ sampleRate: Int) -> Double {
    guard seconds > 0 else { return 1 }
    return 1 - powerOf2(-1.4426950408889634 / (seconds * Double(sampleRate)))
  }

  func process(_ planes: inout [[Float]], from position: Int64) {
    let count = planes.first?.count ?? 0
    var gains = [Float](repeating: 1, count: count)
    var (limit, power, after) = (1.0, 0.0, 1.0)
    for index in 0..<count {
      let moment = position + Int64(index)
      if isStep(moment, first: position) {
        limit = threshold.value(at: moment)
        power = 1 / max(1, ratio.value(at: moment)) - 1
        after = makeup.value(at: moment)
      }
      let input = planes.reduce(0.0) { max($0, Double($1[index].magnitude)) }
      level += (input - level) * (input > level ? rise : fall)
      let isOver = level > limit && limit > 0
      gains[index] = Float(after * (isOver ? powerOf2(power * logarithm2(level / limit)) : 1))
    }
    if level < 1e-30 { level = 0 }
    for channel in planes.indices { multiply(&planes[channel], by: gains) }
  }
}
