import Composition
import LibAV
import RenderPlan
import Rendering

extension StoreEntryMaker {
  /// Mixes and encodes the whole sound.
  func makeSoundTrack(_ soundTrack: SoundTrack) throws(ExportError) {
    do {
      _ = ConcealmentLog.take()
      // All of the film may be read before the first samples: the pool watches for progress.
      let mix = try MasteredMix(plan.composition) { report(.samples(0)) }
      let samples: Samples = { start, count throws(RenderingError) in try mix.mix(from: start, count: count) }
      try make(soundTrack, samples)
    } catch { throw ExportError(any: error) }
  }

  /// Mixes and encodes some of the sounds as they are before the whole is mastered.
  func makeStem(_ stem: Stem) throws(ExportError) {
    do {
      _ = ConcealmentLog.take()
      let mixer = try SoundMixer(plan.composition, only: stem.sounds) { report(.samples(0)) }
      let samples: Samples = { start, count throws(RenderingError) in try mixer.mix(from: start, count: count)
      }
      try make(stem.track, samples)
    } catch { throw ExportError(any: error) }
  }

  private typealias Samples = (Int64, Int) throws(RenderingError) -> [[Float]]

  private func make(_ track: SoundTrack, _ samples: Samples) throws(ExportError) {
    guard let encoding = plan.settings.audio else { return }
    let heard = plan.composition.sounds.flatMap { plan.composition.media(of: $0) }
    let encoded = try media.watched(heard) { () throws(ExportError) in
      try encode(track, encoding, samples)
    }
    try encoded.writer.finish(encoded.ending)
  }

  private func encode(
    _ track: SoundTrack, _ encoding: AudioEncoding, _ samples: Samples
  ) throws(ExportError) -> (writer: StoreEntryWriter, ending: StoreEntryEnding) {
    do {
      let mix = plan.composition.mix
      let encoder = try AudioEncoder(settings: try AudioEncoderSettings(encoding, mix))
      let meter = LoudnessMeter(channelCount: mix.channelCount, sampleRate: mix.sampleRate)
      let writer = try store.writer(for: track.key, owner: owner, stream: encoder.stream)
      var position = track.samples.lowerBound
      while position < track.samples.upperBound {
        let count = Int(min(track.samples.upperBound - position, Int64(mix.sampleRate)))
        let planes = try samples(position, count)
        meter?.add(planes)
        for packet in try encoder.send(planes) { try writer.append(packet) }
        position += Int64(count)
        report(.samples(position - track.samples.lowerBound))
      }
      for packet in try encoder.finish() { try writer.append(packet) }
      let ending = StoreEntryEnding(
        configuration: encoder.finalConfiguration, sound: meter.map { SoundMeasurement($0) },
        concealed: takenConcealments())
      return (writer, ending)
    } catch { throw ExportError(any: error) }
  }
}

extension AudioEncoderSettings {
  fileprivate init(_ encoding: AudioEncoding, _ mix: MixFormat) throws(ExportError) {
    self.init(
      codec: SoundEncoder(encoding.codec), sampleRate: mix.sampleRate,
      channelLayout: try layoutName(mix.channelCount),
      bitsPerSecond: encoding.bitRate)
  }
}

private func layoutName(_ count: Int) throws(ExportError) -> String {
  switch count {
  case 1: return "mono"
  case 2: return "stereo"
  case 6: return "5.1"
  default: throw ExportError(.engine, "a mix cannot have \(count) channels")
  }
}
