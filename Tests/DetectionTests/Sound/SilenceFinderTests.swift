import TestSupport
import Testing

@testable import Detection

@Suite("Silences")
struct SilenceFinderTests {
  @Test("lie between bursts in noise, to 5 ms")
  func bursts() throws {
    var random = SeededRandom(seed: 7)
    var samples = (0..<48_000 * 6).map { _ in Float.random(in: -0.01...0.01, using: &random) }
    for start in [1.0, 2.5, 4.0] {
      for index in Int(start * 48_000)..<Int((start + 0.8) * 48_000) {
        samples[index] += Float.random(in: -0.5...0.5, using: &random)
      }
    }
    let silences = SilenceFinder.silences(in: try features([samples]), atLeast: 80)
    let truth = [(0, 200), (360, 500), (660, 800), (960, 1200)]
    #expect(silences.count == truth.count)
    for (silence, (start, end)) in zip(silences, truth) {
      #expect(abs(silence.lowerBound - start) <= 1 && abs(silence.upperBound - end) <= 1, "\(silence)")
    }
    #expect(SilenceFinder.silences(in: try features([samples]), atLeast: 141).count == 2)
  }

  @Test("are all of it where nothing is heard")
  func nothing() throws {
    let silent = try features([[Float](repeating: 0, count: 48_000)])
    #expect(SilenceFinder.silences(in: silent, atLeast: 80) == [0..<200])
    let empty = try features([[]])
    #expect(SilenceFinder.silences(in: empty, atLeast: 80) == [])
  }
}
