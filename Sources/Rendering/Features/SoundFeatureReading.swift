package import Basics
package import Composition
package import Detection
package import LibAV

/// Decodes the sound of a track once, part by part, and keeps what detection needs of it.
package final class SoundFeatureReading {
  private static let samplesOfBlock = SoundFeatures.samplesPerStep * 256
  /// A part is a minute and a half of sound.
  private static let blocksOfPart = 64

  private let path: String
  private let reader: AudioReader
  private let firstStep: Int64
  private let end: Int64
  private var next: Int64
  private var analysis: SoundAnalysis
  private let meter: LoudnessMeter?
  private var damages: [MediaDamage] = []

  package init(
    path: String, track: AudioTrackFacts, origin: RationalTime, measuring measures: SoundMeasures
  ) throws(LibAVError) {
    let count = (1...8).contains(track.channelCount) ? track.channelCount : 2
    let rate = Int64(SoundFeatures.sampleRate)
    let range = track.mediaRange
    guard let analysis = SoundAnalysis(channelCount: count, withBeats: measures.beats),
      let start = range.start.rounded(toUnits: rate)?.value, let end = range.end.rounded(toUnits: rate)?.value
    else {
      throw LibAVError(
        operation: "reading sound", subject: path, cause: .limit, reason: "its times are out of range")
    }
    self.path = path
    self.analysis = analysis
    self.end = end
    firstStep = Int64(floorDivision(Int128(start), by: Int128(SoundFeatures.samplesPerStep)))
    next = firstStep * Int64(SoundFeatures.samplesPerStep)
    meter = measures.loudness ? LoudnessMeter(channelCount: count, sampleRate: SoundFeatures.sampleRate) : nil
    reader = try AudioReader(
      fileAt: path, streamIndex: track.streamIndex, origin: origin,
      options: AudioReader.Options(
        rate: SoundFeatures.sampleRate, channelCount: count, onCorruption: .hold, keepsChannels: true))
  }

  /// How far the track was read, in media time.
  package var position: RationalTime { RationalTime(next, Int64(SoundFeatures.sampleRate)) ?? .zero }

  /// Reads the next part. Returns the whole track once its end is reached.
  package func readPart() throws(LibAVError) -> TrackSound? {
    for _ in 0..<Self.blocksOfPart where next < end {
      let count = Int(min(Int64(Self.samplesOfBlock), end - next))
      let planes = try reader.read(from: next, count: count)
      analysis.append(planes)
      meter?.add(planes)
      next += Int64(count)
    }
    noteDamage()
    guard next >= end else { return nil }
    return TrackSound(
      firstStep: Int(firstStep), features: analysis.finish(), loudness: meter?.measured, damages: damages)
  }

  /// The reader replaces damaged sound with silence and reports this to the log of the process.
  private func noteDamage() {
    for silent in ConcealmentLog.take() where silent.path == path && silent.kind == .silent {
      if let last = damages.last, silent.range.start <= last.range.end, last.range.start <= silent.range.end {
        damages[damages.count - 1] = MediaDamage(
          range: last.range.union(silent.range), reason: last.reason)
      } else {
        damages.append(MediaDamage(range: silent.range, reason: silent.reason))
      }
    }
  }
}

extension LoudnessMeter {
  fileprivate var measured: MeasuredLoudness {
    let hundredths = { (value: Double) in Int(exactly: (value * 100).rounded()) }
    let peak = truePeak
    return MeasuredLoudness(
      integrated: loudness.flatMap(hundredths),
      truePeak: peak > 0 ? hundredths(decibels(ofFactor: peak)) : nil)
  }
}
