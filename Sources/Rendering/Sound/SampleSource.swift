import Composition
import LibAV

/// The samples of one sound, counted from its start; what lies before and after it is silent.
protocol SampleSource: AnyObject {
  /// A plane a channel of the mix. Calls with rising starts cost the least.
  func read(from start: Int64, count: Int) throws(LibAVError) -> [[Float]]
}

/// A stream of a file, from a moment of its media on.
final class MediaSamples: SampleSource {
  private let reader: AudioReader
  private let first: Int64

  /// `first` is the sample of the media with which the sound begins.
  init(_ reader: AudioReader, first: Int64) {
    self.reader = reader
    self.first = first
  }

  func read(from start: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    try reader.read(from: first + start, count: count)
  }
}

/// A steady tone, the same from all speakers; of a mix with a centre it comes from there.
final class ToneSamples: SampleSource {
  private let wave: ToneWave
  private let channelCount: Int

  init(_ tone: Tone, sampleRate: Int, channelCount: Int) {
    wave = ToneWave(tone, sampleRate: sampleRate)
    self.channelCount = channelCount
  }

  func read(from start: Int64, count: Int) -> [[Float]] {
    let samples = wave.samples(from: start, count: count)
    guard channelCount == Surround.channelCount else {
      return Array(repeating: samples, count: channelCount)
    }
    var planes = Array(repeating: [Float](repeating: 0, count: count), count: channelCount)
    planes[Surround.center] = samples
    return planes
  }
}

/// Where the channels of 5.1 stand, in FFmpeg's order.
enum Surround {
  static let channelCount = 6
  static let frontLeft = 0
  static let frontRight = 1
  static let center = 2
  static let backLeft = 4
  static let backRight = 5
}
