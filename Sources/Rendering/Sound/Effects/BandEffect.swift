import Basics
import Composition

/// A second-order filter in Robert Bristow-Johnson's forms, computed in doubles.
final class BandEffect: SoundEffect {
  enum Kind {
    case highpass
    case lowpass
    /// The width is in hertz; nil for an octave.
    case peak(gain: Curve, width: Curve?)
  }

  let latency = 0
  private let kind: Kind
  private let frequency: SteppedParameter
  private let gain: SteppedParameter?
  private let width: SteppedParameter?
  private let sampleRate: Double
  private var coefficients = Biquad()
  private var states: [BiquadState]

  init(_ kind: Kind, _ frequency: Curve, _ mix: MixFormat) {
    self.kind = kind
    let rate = mix.sampleRate
    sampleRate = Double(rate)
    self.frequency = SteppedParameter(frequency, sampleRate: rate)
    states = Array(repeating: BiquadState(), count: mix.channelCount)
    if case .peak(let gain, let width) = kind {
      self.gain = SteppedParameter(gain, sampleRate: rate)
      self.width = width.map { SteppedParameter($0, sampleRate: rate) }
    } else {
      gain = nil
      width = nil
    }
  }

  func process(_ planes: inout [[Float]], from position: Int64) {
    let count = planes.first?.count ?? 0
    var start = 0
    while start < count {
      let moment = position + Int64(start)
      let step = SteppedParameter.step
      let left = step - ((moment % step) + step) % step
      let end = min(count, start + Int(left))
      update(at: moment)
      for channel in planes.indices {
        states[channel].run(coefficients, over: &planes[channel], start..<end)
      }
      start = end
    }
  }

  private func update(at moment: Int64) {
    let hertz = frequency.value(at: moment)
    // A curve that overshoots stays below half the sample rate.
    let turns = min(max(hertz / sampleRate, 1e-6), 0.499)
    switch kind {
    case .highpass: coefficients = .highpass(turns: turns)
    case .lowpass: coefficients = .lowpass(turns: turns)
    case .peak:
      let band = width.map { max(hertz, 0.01) / max($0.value(at: moment), 0.5) } ?? 2.0.squareRoot()
      coefficients = .peak(turns: turns, quality: band, gain: gain?.value(at: moment) ?? 1)
    }
  }
}

/// The coefficients of a second-order filter, divided by the first denominator coefficient.
struct Biquad {
  var b0 = 1.0
  var b1 = 0.0
  var b2 = 0.0
  var a1 = 0.0
  var a2 = 0.0

  init() {}

  private init(_ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double) {
    self.b0 = b0 / a0
    self.b1 = b1 / a0
    self.b2 = b2 / a0
    self.a1 = a1 / a0
    self.a2 = a2 / a0
  }

  /// A Butterworth filter, 3 dB down at the frequency.
  static func highpass(turns: Double) -> Biquad {
    let (cosine, alpha) = (cosine(ofTurns: turns), sine(ofTurns: turns) / 2.0.squareRoot())
    return Biquad(
      (1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2, 1 + alpha, -2 * cosine, 1 - alpha)
  }

  static func lowpass(turns: Double) -> Biquad {
    let (cosine, alpha) = (cosine(ofTurns: turns), sine(ofTurns: turns) / 2.0.squareRoot())
    return Biquad((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2, 1 + alpha, -2 * cosine, 1 - alpha)
  }

  static func peak(turns: Double, quality: Double, gain: Double) -> Biquad {
    let (cosine, alpha) = (cosine(ofTurns: turns), sine(ofTurns: turns) / (2 * quality))
    // Half of the decibels; a band that is removed entirely falls by 200 dB.
    let root = max(gain, 1e-10).squareRoot()
    return Biquad(
      1 + alpha * root, -2 * cosine, 1 - alpha * root, 1 + alpha / root, -2 * cosine, 1 - alpha / root)
  }
}

/// The state of a filter for one channel.
struct BiquadState {
  private var first = 0.0
  private var second = 0.0

  mutating func run(_ filter: Biquad, over samples: inout [Float], _ range: Range<Int>) {
    var (first, second) = (first, second)
    samples.withUnsafeMutableBufferPointer { samples in
      for index in range {
        let input = Double(samples[index])
        let output = filter.b0 * input + first
        first = filter.b1 * input - filter.a1 * output + second
        second = filter.b2 * input - filter.a2 * output
        samples[index] = Float(output)
      }
    }
    // Subnormal numbers are a hundred times slower.
    self.first = first.magnitude < 1e-30 ? 0 : first
    self.second = second.magnitude < 1e-30 ? 0 : second
  }
}
