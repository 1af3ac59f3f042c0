import Composition

/// What brings a whole sound to a loudness, and below a peak: one gain, and a limiter where peaks need one.
struct Mastering {
  private var gain = 1.0
  private var limit: Double?

  /// The limit where a loudness is asked for and no peak: what EBU R 128 allows.
  private static let usualPeak = -1.0

  /// Measures the sound that `source` makes, from its start to `length`; a limiter is measured, too, so it may be made
  /// several times. Silence has no loudness and no gain. `onWork` is called for each second that was measured.
  init(
    of source: () throws(RenderingError) -> any SampleSource, loudness: Double?, peak: Double?,
    _ mix: MixFormat,
    length: Int64, onWork: () -> Void
  ) throws(RenderingError) {
    // A little below, because other meters look between the samples in other places.
    let limit = factor(ofDecibels: (peak ?? Self.usualPeak) - 0.2)
    guard let target = loudness else {
      self.limit = limit
      return
    }
    let found = try Self.programme(try source(), mix, length, onWork)
    guard let loudness = found.loudness else {
      // What has no loudness may have peaks all the same.
      self.limit = limit
      return
    }
    var change = hundredths(target - loudness)
    gain = factor(ofDecibels: change)
    if found.truePeak * gain <= limit { return }
    self.limit = limit
    // Holding peaks takes loudness away, which more gain gives back.
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

/// Gains are rounded to hundredths of a decibel: tiny differences of a measurement change no sample.
private func hundredths(_ decibels: Double) -> Double { (decibels * 100).rounded() / 100 }

/// A sound, louder or softer.
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

/// What was measured of the sounds of a film, for all of its mixers.
final class MeasuredSounds {
  var masterings: [Int: Mastering] = [:]
}
