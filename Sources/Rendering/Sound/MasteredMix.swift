import Basics
package import Composition

/// The mix of a film after `mix.loudness` and `mix.peak`.
///
/// The loudness is that of the whole film, whatever part of it is read: the mix is read once to measure it
/// and, if a limiter must reduce peaks, again until the loudness is reached.
package final class MasteredMix {
  private let composition: Composition
  private let mix: MixFormat
  private let filmLength: Int64
  private let measured = MeasuredSounds()
  private let onWork: () -> Void
  /// Created by the first read.
  private var source: (any SampleSource)?

  /// `onWork` is called while the film and its sounds are measured.
  package init(
    _ composition: Composition, onWork: @escaping () -> Void = {}
  ) throws(RenderingError) {
    self.composition = composition
    self.onWork = onWork
    mix = composition.mix
    guard let end = try? composition.canvas.rate.start(ofFrame: composition.frameCount),
      let last = end.rounded(toUnits: Int64(composition.mix.sampleRate))
    else { throw .time(layer: "the film", frame: composition.frameCount) }
    filmLength = last.value
    if mix.loudness == nil, mix.peak == nil { source = try plain() }
  }

  /// Returns the samples of the film from `start` on, one plane per channel.
  package func mix(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    if let source { return try source.read(from: start, count: count) }
    let source = try mastered()
    self.source = source
    return try source.read(from: start, count: count)
  }

  private func mastered() throws(RenderingError) -> any SampleSource {
    let mastering = try Mastering(
      of: plain, loudness: mix.loudness, peak: mix.peak, mix, length: filmLength, onWork: onWork)
    return mastering.applied(to: try plain(), mix, length: filmLength)
  }

  private func plain() throws(RenderingError) -> any SampleSource {
    MixSound(try SoundMixer(composition, measured: measured, onWork: onWork))
  }
}

/// The mix as a source.
private final class MixSound: SampleSource {
  private let mixer: SoundMixer

  init(_ mixer: SoundMixer) { self.mixer = mixer }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    try mixer.mix(from: start, count: count)
  }
}
