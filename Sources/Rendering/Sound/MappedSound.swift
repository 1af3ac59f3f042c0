import Composition

/// A sound with its channels mapped by a matrix.
final class MappedSound: SampleSource {
  private let source: any SampleSource
  private let matrix: ChannelMatrix

  init(_ source: any SampleSource, _ matrix: ChannelMatrix) {
    self.source = source
    self.matrix = matrix
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    let planes = try source.read(from: start, count: count)
    return matrix.gains.map { gains in
      var sum = [Float](repeating: 0, count: count)
      for (plane, gain) in zip(planes, gains) where gain != 0 {
        let factor = Float(gain)
        for index in 0..<min(count, plane.count) { sum[index] += plane[index] * factor }
      }
      return sum
    }
  }
}
