import Composition

/// A change to a sound, applied to consecutive samples from the sound's start on.
protocol SoundEffect: AnyObject {
  /// The delay between input and output, in samples.
  var latency: Int { get }
  /// Replaces the samples from `position` of the sound on by the processed ones from `latency` earlier on.
  func process(_ planes: inout [[Float]], from position: Int64)
}

/// A number over time for effects, evaluated on a fixed grid, so that block sizes do not matter.
struct SteppedParameter {
  private let envelope: GainEnvelope
  private let constant: Double?
  static let step: Int64 = 32

  init(_ curve: Curve, sampleRate: Int) {
    envelope = GainEnvelope(curve, sampleRate: Double(sampleRate))
    constant = curve.constantValue
  }

  func value(at position: Int64) -> Double {
    if let constant { return constant }
    let start = max(0, position) / Self.step * Self.step
    return envelope.value(at: start)
  }
}

/// Whether a parameter can change its value at this sample.
func isStep(_ position: Int64, first: Int64) -> Bool {
  position == first || position % SteppedParameter.step == 0
}

extension SoundFilter {
  func effect(_ mix: MixFormat) -> any SoundEffect {
    switch name {
    case .highpass: BandEffect(.highpass, number(.frequency), mix)
    case .lowpass: BandEffect(.lowpass, number(.frequency), mix)
    case .eq: BandEffect(.peak(gain: number(.gain), width: self[.width]), number(.frequency), mix)
    case .compress: CompressorEffect(self, mix)
    case .limit: PeakLimiter(level: number(.level), mix, margin: 1)
    case .denoise: DenoiseEffect(strength: number(.strength), mix)
    case .reverb: ReverbEffect(strength: number(.strength), mix)
    }
  }

  /// A parameter that every filter of this name has, or else 0.
  func number(_ parameter: SoundParameterName) -> Curve { self[parameter] ?? .constant(0) }
}

/// A sound after its effects, with their latency compensated.
final class FilteredSamples: SampleSource {
  private let source: any SampleSource
  private let filters: [SoundFilter]
  private let mix: MixFormat
  /// The length of the sound: silence follows, even if its media continue.
  private let length: Int64
  private var effects: [any SoundEffect] = []
  /// The next sample to return; effects process every sample once, from the first one on.
  private var position: Int64?

  init(_ source: any SampleSource, _ filters: [SoundFilter], _ mix: MixFormat, length: Int64) {
    self.source = source
    self.filters = filters
    self.mix = mix
    self.length = length
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    if position.map({ $0 > start }) ?? true { try begin() }
    while let position, position < start {
      _ = try advance(Int(min(start - position, Int64(mix.sampleRate))))
    }
    return try advance(count)
  }

  private var latency: Int { effects.reduce(0) { $0 + $1.latency } }

  private func begin() throws(RenderingError) {
    effects = filters.map { $0.effect(mix) }
    position = -Int64(latency)
    if latency > 0 { _ = try advance(latency) }
    position = 0
  }

  private func advance(_ count: Int) throws(RenderingError) -> [[Float]] {
    var next = (position ?? 0) + Int64(latency)
    position = (position ?? 0) + Int64(count)
    var planes = try input(from: next, count: count)
    for effect in effects {
      effect.process(&planes, from: next)
      next -= Int64(effect.latency)
    }
    return planes
  }

  private func input(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    let heard = Int(min(Int64(count), max(0, length - start)))
    guard heard > 0 else {
      return Array(repeating: [Float](repeating: 0, count: count), count: mix.channelCount)
    }
    let planes = try source.read(from: start, count: heard)
    return planes.map { $0 + [Float](repeating: 0, count: count - heard) }
  }
}
