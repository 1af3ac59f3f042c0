package import Basics
package import Composition
package import LibAV

/// Decodes the sound of a track once, part by part, as speech recognisers need it: one channel of 16-bit samples at
/// 16 kHz, from media time 0 to the end of the track.
package final class SpeechSoundReading {
  package static let sampleRate = 16_000
  private static let samplesOfPart = 30 * sampleRate

  private let path: String
  private let reader: AudioReader
  private let sampleCount: Int64
  private var next: Int64 = 0
  private var replaced = Concealments()

  package init(path: String, track: AudioTrackFacts, origin: RationalTime) throws(LibAVError) {
    self.path = path
    sampleCount = Self.sampleCount(of: track)
    reader = try AudioReader(
      fileAt: path, streamIndex: track.streamIndex, origin: origin,
      options: AudioReader.Options(rate: Self.sampleRate, channelCount: 1, onCorruption: .hold))
  }

  package static func sampleCount(of track: AudioTrackFacts) -> Int64 {
    max(0, track.mediaRange.end.rounded(toUnits: Int64(sampleRate))?.value ?? 0)
  }

  package var isAtEnd: Bool { next >= sampleCount }

  /// What could not be decoded so far and is silent.
  package var concealments: [Concealment] { replaced.all }

  /// The samples of the next part, two bytes each, the lower one first.
  package func readPart() throws(LibAVError) -> [UInt8] {
    let count = Int(max(0, min(Int64(Self.samplesOfPart), sampleCount - next)))
    let samples = try reader.read(from: next, count: count).first ?? []
    next += Int64(count)
    for concealment in ConcealmentLog.take() where concealment.path == path { replaced.add(concealment) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * count)
    for sample in samples {
      let code = UInt16(bitPattern: Self.code(of: sample))
      bytes.append(UInt8(truncatingIfNeeded: code))
      bytes.append(UInt8(truncatingIfNeeded: code >> 8))
    }
    return bytes
  }

  /// Full scale is the limit, as in every file with 16 bits.
  private static func code(of sample: Float) -> Int16 {
    let scaled = (sample * 32768).rounded()
    guard scaled > -32768 else { return scaled.isNaN ? 0 : .min }
    return scaled < 32767 ? Int16(scaled) : .max
  }
}
