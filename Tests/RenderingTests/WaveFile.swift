import Basics
import Composition
import FoundationEssentials
import LibAV
import TestSupport

/// Sound of known numbers as 32-bit float WAV, written byte by byte.
struct WaveFile {
  let path: String
  let facts: MediaFacts

  /// One array a channel, all of one length.
  init(_ channels: [[Float]], rate: Int, at path: String) throws {
    let count = channels[0].count
    let frame = 4 * channels.count
    var bytes = Array("RIFF".utf8) + littleEndian(UInt32(36 + count * frame))
    bytes += Array("WAVEfmt ".utf8) + littleEndian(UInt32(16))
    bytes += littleEndian(UInt16(3)) + littleEndian(UInt16(channels.count)) + littleEndian(UInt32(rate))
    bytes += littleEndian(UInt32(rate * frame)) + littleEndian(UInt16(frame)) + littleEndian(UInt16(32))
    bytes += Array("data".utf8) + littleEndian(UInt32(count * frame))
    let samples = (0..<count).flatMap { index in channels.map { $0[index] } }
    try (Data(bytes) + samples.withUnsafeBytes { Data($0) }).write(to: URL(filePath: path))
    self.path = path
    facts = try MediaProbe.facts(ofFileAt: path)
  }
}

private func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}

/// Seconds as a fraction.
func seconds(_ top: Int64, _ bottom: Int64 = 1) -> RationalTime {
  RationalTime(top, bottom) ?? .zero
}

func range(_ start: RationalTime, _ end: RationalTime) -> TimeRange {
  TimeRange(start: start, end: end) ?? .zero
}
