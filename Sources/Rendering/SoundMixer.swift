package import Composition
import EditTime
import LibAV
import MediaFacts

/// Makes the one mix of a film, block by block, in 32-bit float: a plain sum, never normalised.
///
/// Every item is placed to the sample: sample k of an item that starts at S is the mix's sample
/// round(S x rate) + k and its media's sample round(take start x rate) + k.
package final class SoundMixer {
  private let composition: Composition
  private let placed: [PlacedSound]
  private var open: [Int: any SampleSource] = [:]

  package init(_ composition: Composition) throws(RenderingError) {
    self.composition = composition
    placed = try composition.sounds.map { sound throws(RenderingError) in
      guard let placed = PlacedSound(sound, sampleRate: Int64(composition.mix.sampleRate)) else {
        throw .time(layer: sound.label, frame: 0)
      }
      return placed
    }
  }

  /// The samples of the film from `start` on, a plane a channel. Calls with rising starts cost the least.
  package func mix(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    var sum = [[Float]](
      repeating: Array(repeating: 0, count: count), count: composition.mix.channelCount)
    let block = start..<start + Int64(count)
    for (index, sound) in placed.enumerated() {
      if sound.samples.upperBound <= block.lowerBound { open[index] = nil }
      let heard = sound.samples.clamped(to: block)
      guard !heard.isEmpty else { continue }
      try add(sound, at: index, heard, into: &sum, from: start)
    }
    return sum
  }

  private func add(
    _ sound: PlacedSound, at index: Int, _ heard: Range<Int64>, into sum: inout [[Float]],
    from start: Int64
  ) throws(RenderingError) {
    let offsetInItem = heard.lowerBound - sound.samples.lowerBound
    let samples = try source(of: index).read(from: offsetInItem, count: heard.count)
    var gains = sound.gain.values(from: offsetInItem, count: heard.count)
    sound.fadeIn?.apply(to: &gains, from: offsetInItem)
    sound.fadeOut?.apply(to: &gains, from: offsetInItem)
    let offsetInBlock = Int(heard.lowerBound - start)
    for channel in sum.indices {
      sum[channel].withUnsafeMutableBufferPointer { target in
        for position in 0..<heard.count {
          target[offsetInBlock + position] += samples[channel][position] * gains[position]
        }
      }
    }
  }

  private func source(of index: Int) throws(RenderingError) -> any SampleSource {
    if let source = open[index] { return source }
    let sound = composition.sounds[index]
    let source = try playedSound(of: sound, from: recorded(sound), mix: composition.mix)
    open[index] = source
    return source
  }

  /// What is played, before anything is done with its time.
  private func recorded(_ sound: Sound) throws(RenderingError) -> any SampleSource {
    if let film = sound.film { return try FilmSound(composition.film(film)) }
    let reference = composition.media[sound.media]
    let options = AudioReader.Options(
      rate: composition.mix.sampleRate, channelCount: composition.mix.channelCount)
    do throws(LibAVError) {
      return FileSound(
        try AudioReader(
          fileAt: reference.path, streamIndex: sound.stream, origin: reference.facts.origin,
          options: options))
    } catch { throw .media(error) }
  }
}

/// A sound with its times counted in samples of the mix.
private struct PlacedSound {
  let samples: Range<Int64>
  let gain: GainEnvelope
  let fadeIn: FadeEnvelope?
  let fadeOut: FadeEnvelope?

  init?(_ sound: Sound, sampleRate: Int64) {
    guard let start = sound.timelineRange.start.rounded(toUnits: sampleRate),
      let end = sound.timelineRange.end.rounded(toUnits: sampleRate)
    else { return nil }
    let samples = start.value..<max(start.value, end.value)
    self.samples = samples
    gain = GainEnvelope(sound.gain, sampleRate: Double(sampleRate))
    fadeIn = sound.fadeIn.map { FadeEnvelope(in: $0, sampleRate: Double(sampleRate)) }
    fadeOut = sound.fadeOut.map {
      FadeEnvelope(out: $0, sampleRate: Double(sampleRate), sampleCount: samples.count)
    }
  }
}
