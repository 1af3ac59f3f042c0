import Basics
package import Composition
import Vocabulary

/// The mix of a film with what `mix.loudness` and `mix.peak` ask for, and nothing else.
///
/// Loudness is that of the whole film, whatever part of it is read: the mix is gone through once to measure it, and
/// again where a limiter has to hold peaks, until the loudness is met.
package final class MasteredMix {
  private let composition: Composition
  private let mix: MixFormat
  private let filmLength: Int64
  private let plain: SoundMixer
  private var source: FilteredSamples?
  /// What happens to the mix, found out once.
  private var settings: Settings?

  private struct Settings {
    var gain = 1.0
    var limit: Double?
  }

  /// The limit where a loudness is asked for and no peak: what EBU R 128 allows.
  private static let usualPeak = -1.0

  package init(_ composition: Composition) throws(RenderingError) {
    self.composition = composition
    mix = composition.mix
    plain = try SoundMixer(composition)
    guard let end = try? composition.canvas.rate.start(ofFrame: composition.frameCount),
      let last = end.rounded(toUnits: Int64(composition.mix.sampleRate))
    else { throw .time(layer: "the film", frame: composition.frameCount) }
    filmLength = last.value
  }

  /// The samples of the film from `start` on, a plane a channel. `onWork` is called while the film is measured.
  package func mix(
    from start: Int64, count: Int, onWork: () -> Void = {}
  ) throws(RenderingError) -> [[Float]] {
    guard mix.loudness != nil || mix.peak != nil else { return try plain.mix(from: start, count: count) }
    if settings == nil { settings = try measure(onWork) }
    let found = settings ?? Settings()
    let source = self.source ?? mastered(found, plain)
    self.source = source
    return try source.read(from: start, count: count)
  }

  private func mastered(_ settings: Settings, _ mixer: SoundMixer) -> FilteredSamples {
    let filters =
      settings.limit.map { [SoundFilter(.limit, [SoundFilter.Number(.level, .constant($0))])] }
      ?? []
    return FilteredSamples(
      ScaledMix(mixer, gain: Float(settings.gain)), filters, mix, length: filmLength)
  }

  /// Analyses the mix until its gain and limiter are known.
  private func measure(_ onWork: () -> Void) throws(RenderingError) -> Settings {
    // A little below, because other meters look between the samples in other places.
    let peak = (mix.peak ?? Self.usualPeak) - 0.2
    let limit = factor(ofDecibels: peak)
    guard let target = mix.loudness else { return Settings(limit: limit) }
    let found = try programme(mastered(Settings(), try SoundMixer(composition)), onWork)
    guard let loudness = found.loudness else { return Settings(limit: limit) }
    var change = hundredths(target - loudness)
    if found.truePeak * factor(ofDecibels: change) <= limit {
      return Settings(gain: factor(ofDecibels: change))
    }
    // Holding peaks takes loudness away, which more gain gives back.
    for _ in 0..<4 {
      let settings = Settings(gain: factor(ofDecibels: change), limit: limit)
      let limited = try programme(mastered(settings, try SoundMixer(composition)), onWork)
      let missing = hundredths(target - (limited.loudness ?? target))
      guard missing.magnitude > 0.05 else { break }
      change = min(change + missing, 60)
    }
    return Settings(gain: factor(ofDecibels: change), limit: limit)
  }

  /// Gains are rounded to hundredths of a decibel: tiny differences of a measurement change no sample.
  private func hundredths(_ decibels: Double) -> Double { (decibels * 100).rounded() / 100 }

  private func programme(
    _ source: FilteredSamples, _ onWork: () -> Void
  ) throws(RenderingError) -> (loudness: Double?, truePeak: Double) {
    guard let meter = LoudnessMeter(channelCount: mix.channelCount, sampleRate: mix.sampleRate) else {
      return (nil, 0)
    }
    var position: Int64 = 0
    while position < filmLength {
      let count = Int(min(Int64(mix.sampleRate), filmLength - position))
      meter.add(try source.read(from: position, count: count))
      position += Int64(count)
      onWork()
    }
    return (meter.loudness, meter.truePeak)
  }
}

/// The mix, louder or softer.
private final class ScaledMix: SampleSource {
  private let mixer: SoundMixer
  private let gain: Float

  init(_ mixer: SoundMixer, gain: Float) {
    self.mixer = mixer
    self.gain = gain
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    try mixer.mix(from: start, count: count).map { plane in plane.map { $0 * gain } }
  }
}
