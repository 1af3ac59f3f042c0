import Composition
import LibAV

/// A source of samples in the mix's format, addressed by number, with silence where it has none.
protocol SampleSource: AnyObject {
  /// Returns one plane per channel. Ascending reads cost the least.
  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]]
}

/// A file's sound in the mix's format.
final class FileSound: SampleSource {
  private let reader: AudioReader

  init(_ reader: AudioReader) { self.reader = reader }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    do throws(LibAVError) { return try reader.read(from: start, count: count) } catch { throw .media(error) }
  }
}

/// A steady tone, the same from all speakers, or from the centre if the mix has one.
final class ToneSound: SampleSource {
  private let wave: ToneWave
  private let channelCount: Int

  init(_ tone: Tone, sampleRate: Int, channelCount: Int) {
    wave = ToneWave(tone, sampleRate: sampleRate)
    self.channelCount = channelCount
  }

  func read(from start: Int64, count: Int) -> [[Float]] {
    let samples = wave.samples(from: start, count: count)
    guard channelCount > 2 else {
      return Array(repeating: samples, count: channelCount)
    }
    var planes = Array(repeating: [Float](repeating: 0, count: count), count: channelCount)
    planes[Surround.center] = samples
    return planes
  }
}

/// The channel indices of 5.1 and 7.1, in FFmpeg's order.
enum Surround {
  static let frontLeft = 0
  static let frontRight = 1
  static let center = 2
  static let backLeft = 4
  static let backRight = 5
  static let sideLeft = 6
  static let sideRight = 7
}
