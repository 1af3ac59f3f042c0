import Rendering
import TestSupport
import Testing

@Suite struct SoundBinsTests {
  private func bins(_ samples: [Float], _ count: Int, blocks: [Int] = []) -> SoundEnvelope? {
    var bins = SoundBins(channels: 1, sampleCount: Int64(samples.count), binCount: count)
    var rest = samples[...]
    for block in blocks + [samples.count] {
      bins.add([Array(rest.prefix(block))])
      rest = rest.dropFirst(block)
    }
    return bins.result.first
  }

  @Test("Each bin has its lowest, its highest and its mean square")
  func values() {
    let found = bins([3, -4, 0, 0, 1, -1, 0.5, 0.5], 4)
    #expect(found?.lowest == [-4, 0, -1, 0.5])
    #expect(found?.highest == [3, 0, 1, 0.5])
    #expect(found?.rms == [Double(12.5).squareRoot(), 0, 1, 0.5])
    #expect(found?.peak == 4)
  }

  @Test("Where blocks end plays no part")
  func blocks() {
    var random = SeededRandom(seed: 3)
    let samples = (0..<1000).map { _ in Float.random(in: -1...1, using: &random) }
    let whole = bins(samples, 7)
    #expect(whole?.rms.count == 7)
    for _ in 0..<20 {
      let sizes = (0..<8).map { _ in Int.random(in: 0..<120, using: &random) }
      let found = bins(samples, 7, blocks: sizes)
      #expect(found?.lowest == whole?.lowest && found?.highest == whole?.highest)
      for (a, b) in zip(found?.rms ?? [], whole?.rms ?? []) { #expect(abs(a - b) < 1e-12) }
    }
  }

  @Test("Fewer samples than bins make fewer bins, and none makes none")
  func few() {
    #expect(bins([1, 2, 3], 10)?.highest == [1, 2, 3])
    #expect(bins([], 10)?.highest == [])
  }

  @Test("What is no number counts as silence")
  func noNumbers() {
    let found = bins([0.5, .nan, -0.5, .infinity, 0, 0, 0, 0, 0, 0], 1)
    #expect(found?.lowest == [-0.5])
    #expect(found?.highest == [0.5])
    #expect(found?.rms == [(0.5 / 10).squareRoot()])
  }

  @Test("The mix is the mean of the channels")
  func mix() {
    #expect(mixedDown([[1, 0], [0.5, -1]]) == [0.75, -0.5])
    #expect(mixedDown([[1, 2]]) == [1, 2])
    #expect(mixedDown([]) == [])
  }
}
