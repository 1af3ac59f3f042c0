import Basics
package import Composition
import LibAV

/// Renders the mix of a film, block by block, in 32-bit float: a plain sum, never normalised.
///
/// Items are sample-accurate: sample k of an item that starts at S is the mix's sample round(S x rate) + k
/// and its media's sample round(take start x rate) + k, wherever reading begins.
package final class SoundMixer {
  private let composition: Composition
  private let placed: [PlacedSound]
  /// The sounds to mix: all of them, or a stem's.
  private let mixed: [Int]
  private var sources: [Int: any SampleSource] = [:]
  private let measured: MeasuredSounds
  private let onWork: () -> Void
  private var duckers: [Int: Ducker] = [:]
  /// The samples of sounds in the current block, before ducking.
  private var heard: [Int: (samples: Range<Int64>, planes: [[Float]])] = [:]

  /// Mixes the whole film, or some of its sounds, which are still ducked under the others.
  ///
  /// `onWork` is called while sounds are measured.
  package convenience init(
    _ composition: Composition, only chosen: [Int]? = nil, onWork: @escaping () -> Void = {}
  ) throws(RenderingError) {
    try self.init(composition, only: chosen, measured: MeasuredSounds(), onWork: onWork)
  }

  init(
    _ composition: Composition, only chosen: [Int]? = nil, measured: MeasuredSounds,
    onWork: @escaping () -> Void
  ) throws(RenderingError) {
    self.composition = composition
    self.measured = measured
    self.onWork = onWork
    let rate = composition.mix.sampleRate
    placed = try composition.sounds.map { sound throws(RenderingError) in
      guard let placed = PlacedSound(sound, sampleRate: Int64(rate)) else {
        throw .time(layer: sound.label, frame: 0)
      }
      return placed
    }
    mixed = (chosen ?? Array(composition.sounds.indices)).filter(composition.sounds.indices.contains)
    for index in mixed {
      guard let duck = composition.sounds[index].duck else { continue }
      duckers[index] = Ducker(duck, start: placed[index].samples.lowerBound, sampleRate: rate)
    }
  }

  /// Returns the samples of the film from `start` on, one plane per channel. Ascending reads cost the least.
  package func mix(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    var sum = [[Float]](
      repeating: Array(repeating: 0, count: count), count: composition.mix.channelCount)
    let block = start..<start + Int64(count)
    heard = [:]
    for index in placed.indices where placed[index].samples.upperBound <= block.lowerBound {
      sources[index] = nil
    }
    let sounding = mixed.filter { !placed[$0].samples.clamped(to: block).isEmpty }
    for index in sounding { try catchUp(ducker: index, to: block.lowerBound) }
    for index in sounding {
      let samples = placed[index].samples.clamped(to: block)
      var planes = try planes(of: index, in: samples)
      if let gains = try duckedGains(of: index, in: samples) {
        for channel in planes.indices { multiply(&planes[channel], by: gains) }
      }
      let offset = Int(samples.lowerBound - start)
      for channel in sum.indices { add(planes[channel], to: &sum[channel], at: offset) }
    }
    return sum
  }

  /// The samples of a sound, before ducking.
  private func planes(of index: Int, in samples: Range<Int64>) throws(RenderingError) -> [[Float]] {
    if let known = heard[index], known.samples.contains(samples) {
      let first = Int(samples.lowerBound - known.samples.lowerBound)
      return known.planes.map { Array($0[first..<first + samples.count]) }
    }
    let offset = samples.lowerBound - placed[index].samples.lowerBound
    var planes = try source(of: index).read(from: offset, count: samples.count)
    placed[index].apply(to: &planes, from: offset)
    // Only sounds that others are ducked under are needed again.
    if isListenedTo(index) { heard[index] = (samples, planes) }
    return planes
  }

  private func isListenedTo(_ index: Int) -> Bool { duckers.values.contains { $0.under.contains(index) } }

  private func source(of index: Int) throws(RenderingError) -> any SampleSource {
    if let source = sources[index] { return source }
    var source = try unlevelledSource(of: index)
    if let loudness = composition.sounds[index].loudness {
      let mix = composition.mix
      let length = Int64(placed[index].samples.count)
      let mastering: Mastering
      if let known = measured.masterings[index] {
        mastering = known
      } else {
        mastering = try Mastering(
          of: { () throws(RenderingError) in try unlevelledSource(of: index) }, loudness: loudness,
          peak: mix.peak, mix, length: length, onWork: onWork)
        measured.masterings[index] = mastering
      }
      source = mastering.applied(to: source, mix, length: length)
    }
    sources[index] = source
    return source
  }

  /// The sound as its item plays it, before loudness normalisation.
  private func unlevelledSource(of index: Int) throws(RenderingError) -> any SampleSource {
    let sound = composition.sounds[index]
    let mix = composition.mix
    let source: any SampleSource
    switch sound.content {
    case .tone(let tone):
      source = ToneSound(tone, sampleRate: mix.sampleRate, channelCount: mix.channelCount)
    case .media(let media, let stream, let clock):
      let file = try fileSound(of: composition.media[media], stream: stream, sound.channels)
      source = try playedSound(
        clock, sound.pitch, of: mapped(file, sound.channels), mix: mix, label: sound.label)
    case .film(let film, let clock):
      let film = try FilmSound(composition.film(film), onWork: onWork)
      source = try playedSound(
        clock, sound.pitch, of: mapped(film, sound.channels), mix: mix, label: sound.label)
    }
    return changed(source, by: sound.filters, mix, length: Int64(placed[index].samples.count))
  }

  private func mapped(_ source: any SampleSource, _ channels: ChannelMatrix?) -> any SampleSource {
    channels.map { MappedSound(source, $0) } ?? source
  }

  private func fileSound(
    of media: MediaReference, stream: Int, _ channels: ChannelMatrix?
  ) throws(RenderingError) -> FileSound {
    let mix = composition.mix
    do throws(LibAVError) {
      return FileSound(
        try AudioReader(
          fileAt: media.path, streamIndex: stream, origin: media.facts.origin,
          options: AudioReader.Options(
            rate: mix.sampleRate, channelCount: channels?.sourceCount ?? mix.channelCount,
            onCorruption: CorruptionPolicy(media.reading.damage), keepsChannels: channels != nil,
            raw: media.reading.raw)))
    } catch { throw .media(error) }
  }

  // MARK: Ducking

  /// Feeds a ducker the samples before the block.
  private func catchUp(ducker index: Int, to moment: Int64) throws(RenderingError) {
    guard duckers[index] != nil else { return }
    let first = max(moment, placed[index].samples.lowerBound)
    duckers[index]?.rewind(to: first)
    while let next = duckers[index]?.beginning(before: first), next < first {
      let block = next..<min(first, next + Int64(composition.mix.sampleRate))
      // `peaks` reads the duckers, so it must not run while one of them is being mutated.
      let peaks = try peaks(under: index, in: block)
      _ = duckers[index]?.gains(from: next, peaks: peaks)
    }
  }

  private func duckedGains(of index: Int, in samples: Range<Int64>) throws(RenderingError) -> [Float]? {
    guard duckers[index] != nil else { return nil }
    let peaks = try peaks(under: index, in: samples)
    return duckers[index]?.gains(from: samples.lowerBound, peaks: peaks)
  }

  /// The peak, per sample, of all sounds that a sound is ducked under.
  private func peaks(under index: Int, in samples: Range<Int64>) throws(RenderingError) -> [Float] {
    var peaks = [Float](repeating: 0, count: samples.count)
    for other in duckers[index]?.under ?? [] where placed.indices.contains(other) {
      let shared = placed[other].samples.clamped(to: samples)
      guard !shared.isEmpty else { continue }
      let offset = Int(shared.lowerBound - samples.lowerBound)
      for plane in try planes(of: other, in: shared) {
        for position in plane.indices {
          peaks[offset + position] = max(peaks[offset + position], plane[position].magnitude)
        }
      }
    }
    return peaks
  }
}

private func add(_ samples: [Float], to sum: inout [Float], at offset: Int) {
  sum.withUnsafeMutableBufferPointer { sum in
    samples.withUnsafeBufferPointer { samples in
      for position in 0..<samples.count { sum[offset + position] += samples[position] }
    }
  }
}

extension Range<Int64> {
  fileprivate func contains(_ other: Range<Int64>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
