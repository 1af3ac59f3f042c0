import Basics
import Composition

/// The samples that an item plays, in order: passes follow each other, and backward takes are reversed.
///
/// Sample 0 is the first one of the first pass. The ends of passes are rounded to samples from their exact
/// times.
final class SoundLine: SampleSource {
  private let source: any SampleSource
  private let origin: Int64
  private let isBackwards: Bool
  private let pass: RationalTime?
  private let sampleRate: Int64
  /// The last chunk read for backward playback, because sources are cheaper to read forwards.
  private var chunk: (start: Int64, samples: [[Float]])?

  private static let chunkLength: Int64 = 65536

  /// Nil if its times cannot be expressed in samples.
  init?(_ clock: MediaClock, of source: any SampleSource, sampleRate: Int) {
    guard let origin = clock.origin.rounded(toUnits: Int64(sampleRate)) else { return nil }
    self.source = source
    self.origin = origin.value
    isBackwards = clock.isBackwards
    pass = clock.pass?.distance
    self.sampleRate = Int64(sampleRate)
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    var samples: [[Float]]?
    var position = start
    let end = start + Int64(count)
    while position < end {
      let part = try passAround(position)
      let length = min(end, part.upperBound) - position
      let read = try read(fromPass: position - part.start, count: Int(length))
      if samples == nil {
        samples = read
      } else {
        for channel in read.indices { samples?[channel] += read[channel] }
      }
      position += length
    }
    if let samples { return samples }
    return try source.read(from: origin, count: 0)
  }

  /// The first sample of the pass that contains a sample, and the sample before which the pass ends.
  private func passAround(_ position: Int64) throws(RenderingError) -> (start: Int64, upperBound: Int64) {
    guard let pass, pass > .zero else { return (0, .max) }
    // The last pass whose rounded start is not after the sample.
    let top = (2 * Int128(position) + 1) * Int128(pass.timescale)
    let bottom = 2 * Int128(pass.value) * Int128(sampleRate)
    let number = floorDivision(top - 1, by: bottom)
    guard let start = boundary(number, of: pass), let next = boundary(number + 1, of: pass) else {
      throw .time(layer: "sound", frame: 0)
    }
    return (start, max(next, position + 1))
  }

  private func boundary(_ number: Int128, of pass: RationalTime) -> Int64? {
    guard let number = Int64(exactly: number), let time = try? pass.scaled(by: number, over: 1) else {
      return nil
    }
    return time.rounded(toUnits: sampleRate)?.value
  }

  private func read(fromPass start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    guard isBackwards else { return try source.read(from: origin + start, count: count) }
    let first = origin - start - Int64(count)
    return try readKept(from: first, count: count).map { $0.reversed() }
  }

  /// Reads samples as the end of a cached chunk, which also contains the samples that are needed next.
  private func readKept(from first: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    let end = first + Int64(count)
    if let chunk, chunk.start <= first, end <= chunk.start + Int64(chunk.samples.first?.count ?? 0) {
      return chunk.samples.map { Array($0[Int(first - chunk.start)..<Int(end - chunk.start)]) }
    }
    let length = max(Self.chunkLength, Int64(count))
    let samples = try source.read(from: end - length, count: Int(length))
    chunk = (end - length, samples)
    return samples.map { Array($0[Int(length) - count..<Int(length)]) }
  }
}
