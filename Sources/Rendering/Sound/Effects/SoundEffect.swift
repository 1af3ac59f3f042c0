import Composition

/// A change to a sound, for samples that come one after the other from the sound's start.
protocol SoundEffect: AnyObject {
  /// How many samples later a sample comes out than it went in.
  var latency: Int { get }
  /// Takes the samples from `position` of the sound on and leaves as many, each `latency` earlier.
  func process(_ planes: inout [[Float]], from position: Int64)
}

/// A number over time for effects, looked at on a steady grid, so that it does not matter in which blocks sound comes.
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

/// Whether a parameter may have another value at this sample than before.
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

  /// A number that every filter of this name has; 0 if it does not.
  func number(_ parameter: SoundParameterName) -> Curve { self[parameter] ?? .constant(0) }
}

/// A sound after its effects, sample for sample where the sound itself is.
final class FilteredSamples: SampleSource {
  private let source: any SampleSource
  private let filters: [SoundFilter]
  private let mix: MixFormat
  /// How long the sound is: what comes after it is silence, whatever its media hold.
  private let length: Int64
  private var effects: [any SoundEffect] = []
  /// The sample that comes out next; effects hear every sample once, from the first one on.
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
