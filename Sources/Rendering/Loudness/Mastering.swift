import Composition

/// Brings a whole sound to a loudness and below a peak: with one gain, and with a limiter if peaks require
/// one.
struct Mastering {
  private var gain = 1.0
  private var limit: Double?

  /// The limit for a loudness without a peak: the maximum of EBU R 128.
  private static let usualPeak = -1.0

  /// Measures the sound of `source` from its start to `length`. The limited sound is measured too, so
  /// `source` may be called several times. Silence has no loudness and gets no gain. `onWork` is called for
  /// each measured second.
  init(
    of source: () throws(RenderingError) -> any SampleSource, loudness: Double?, peak: Double?,
    _ mix: MixFormat,
    length: Int64, onWork: () -> Void
  ) throws(RenderingError) {
    // Slightly lower, because other meters interpolate at other positions between the samples.
    let limit = factor(ofDecibels: (peak ?? Self.usualPeak) - 0.2)
    guard let target = loudness else {
      self.limit = limit
      return
    }
    let found = try Self.programme(try source(), mix, length, onWork)
    guard let loudness = found.loudness else {
      // Sound without a measurable loudness can still have peaks.
      self.limit = limit
      return
    }
    var change = hundredths(target - loudness)
    gain = factor(ofDecibels: change)
    if found.truePeak * gain <= limit { return }
    self.limit = limit
    // Limiting reduces the loudness, which more gain restores.
    for _ in 0..<4 {
      let limited = try Self.programme(applied(to: try source(), mix, length: length), mix, length, onWork)
      let missing = hundredths(target - (limited.loudness ?? target))
      guard missing.magnitude > 0.05 else { break }
      change = min(change + missing, 60)
      gain = factor(ofDecibels: change)
    }
  }

  func applied(to source: any SampleSource, _ mix: MixFormat, length: Int64) -> any SampleSource {
    let scaled = ScaledSound(source, gain: Float(gain))
    guard let limit else { return scaled }
    let filter = SoundFilter(.limit, [SoundFilter.Number(.level, .constant(limit))])
    return FilteredSamples(scaled, [filter], mix, length: length)
  }

  private static func programme(
    _ source: any SampleSource, _ mix: MixFormat, _ length: Int64, _ onWork: () -> Void
  ) throws(RenderingError) -> (loudness: Double?, truePeak: Double) {
    guard let meter = LoudnessMeter(channelCount: mix.channelCount, sampleRate: mix.sampleRate) else {
      return (nil, 0)
    }
    var position: Int64 = 0
    while position < length {
      let count = Int(min(Int64(mix.sampleRate), length - position))
      meter.add(try source.read(from: position, count: count))
      position += Int64(count)
      onWork()
    }
    return (meter.loudness, meter.truePeak)
  }
}

/// Rounds to hundredths of a decibel, so that tiny differences in a measurement change no sample.
private func hundredths(_ decibels: Double) -> Double { (decibels * 100).rounded() / 100 }

/// A sound with its gain changed.
private final class ScaledSound: SampleSource {
  private let source: any SampleSource
  private let gain: Float

  init(_ source: any SampleSource, gain: Float) {
    self.source = source
    self.gain = gain
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    try source.read(from: start, count: count).map { plane in plane.map { $0 * gain } }
  }
}

/// The measurements of a film's sounds, shared by all of its mixers.
final class MeasuredSounds {
  var masterings: [Int: Mastering] = [:]
}
