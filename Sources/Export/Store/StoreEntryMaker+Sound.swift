import Composition
import LibAV
import RenderPlan
import Rendering

extension StoreEntryMaker {
  /// Mixes and encodes the whole sound, or that of the first track.
  func makeSoundTrack(_ soundTrack: SoundTrack) throws(ExportError) { try make(soundTrack, ofTrack: 0) }

  func make(_ other: OtherTrack) throws(ExportError) {
    switch other.content {
    case .mix(let index): try make(other.track, ofTrack: index)
    case .stem(let sounds): try makeStem(other.track, sounds)
    case .copy: if let copied = other.track.copied { try copySoundTrack(other.track, copied) }
    case .pictures(let copied): try copyVideoTrack(other.track, copied)
    }
  }

  private func make(_ track: SoundTrack, ofTrack index: Int) throws(ExportError) {
    do {
      _ = ConcealmentLog.take()
      let film = plan.composition.mix(ofTrack: index)
      // All of the film may be read before the first samples: the pool watches for progress.
      let mix = try MasteredMix(film) { report(.samples(0)) }
      let samples: Samples = { start, count throws(RenderingError) in try mix.mix(from: start, count: count) }
      try make(track, of: film, plan.settings.encoding(ofTrack: index), samples)
    } catch { throw ExportError(any: error) }
  }

  /// Mixes and encodes some of the sounds, without the mastering of the whole.
  private func makeStem(_ track: SoundTrack, _ sounds: [Int]) throws(ExportError) {
    do {
      _ = ConcealmentLog.take()
      let mixer = try SoundMixer(plan.composition, only: sounds) { report(.samples(0)) }
      let samples: Samples = { start, count throws(RenderingError) in try mixer.mix(from: start, count: count)
      }
      try make(track, of: plan.composition, plan.settings.audio, samples)
    } catch { throw ExportError(any: error) }
  }

  private typealias Samples = (Int64, Int) throws(RenderingError) -> [[Float]]

  private func make(
    _ track: SoundTrack, of film: Composition, _ encoding: AudioEncoding?, _ samples: Samples
  ) throws(ExportError) {
    guard let encoding else { return }
    let heard = film.sounds.flatMap { film.media(of: $0) }
    let encoded = try media.watched(heard) { () throws(ExportError) in
      try encode(track, film.mix, encoding, samples)
    }
    try encoded.writer.finish(encoded.ending)
  }

  /// Mixes while two other threads measure and encode what is already mixed.
  private func encode(
    _ track: SoundTrack, _ mix: MixFormat, _ encoding: AudioEncoding, _ samples: Samples
  ) throws(ExportError) -> (writer: StoreEntryWriter, ending: StoreEntryEnding) {
    do {
      let encoder = try AudioEncoder(settings: try AudioEncoderSettings(encoding, mix))
      let meter = LoudnessMeter(channelCount: mix.channelCount, sampleRate: mix.sampleRate)
      let writer = try store.writer(for: track.key, owner: owner, stream: encoder.stream)
      let metering = ItemQueue { (planes: [[Float]]) throws(ExportError) in meter?.add(planes) }
      let encoding = ItemQueue { (planes: [[Float]]) throws(ExportError) in
        try keep(encoder, in: writer) { () throws(LibAVError) in try encoder.send(planes) }
      } end: { () throws(ExportError) in
        try keep(encoder, in: writer) { () throws(LibAVError) in try encoder.finish() }
      }
      do throws(ExportError) {
        var position = track.samples.lowerBound
        while position < track.samples.upperBound {
          let count = Int(min(track.samples.upperBound - position, Int64(mix.sampleRate)))
          let planes = try mixed(samples, from: position, count)
          try metering.send(planes)
          try encoding.send(planes)
          position += Int64(count)
          report(.samples(position - track.samples.lowerBound))
        }
      } catch {
        _ = metering.cancel(error)
        throw encoding.cancel(error)
      }
      try metering.finish()
      try encoding.finish()
      let ending = StoreEntryEnding(
        configuration: encoder.finalConfiguration, sound: meter.map { SoundMeasurement($0) },
        concealed: takenConcealments())
      return (writer, ending)
    } catch { throw ExportError(any: error) }
  }
}

private func mixed(
  _ samples: (Int64, Int) throws(RenderingError) -> [[Float]], from start: Int64, _ count: Int
) throws(ExportError) -> [[Float]] {
  do { return try samples(start, count) } catch { throw ExportError(error) }
}

extension StoreEntryMaker {
  private func keep(
    _ encoder: AudioEncoder, in writer: StoreEntryWriter, _ packets: () throws(LibAVError) -> [EncodedPacket]
  ) throws(ExportError) {
    do {
      for packet in try packets() {
        try writer.append(packet)
        try onSound(encoder.stream, packet)
      }
    } catch { throw ExportError(any: error) }
  }
}

extension AudioEncoderSettings {
  fileprivate init(_ encoding: AudioEncoding, _ mix: MixFormat) throws(ExportError) {
    self.init(
      codec: SoundEncoder(encoding.codec), sampleRate: mix.sampleRate,
      channelLayout: try layoutName(mix.channelCount),
      bitsPerSecond: encoding.bitRate, hasSteadyPackets: encoding.hasSteadyPackets == true)
  }
}

private func layoutName(_ count: Int) throws(ExportError) -> String {
  switch count {
  case 1: return "mono"
  case 2: return "stereo"
  case 6: return "5.1"
  case 8: return "7.1"
  default: throw ExportError(.engine, "a mix cannot have \(count) channels")
  }
}
