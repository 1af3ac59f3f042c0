import TestSupport
import Testing

@testable import Detection

@Suite("Two recordings of one event")
struct SyncFinderTests {
  @Test("are placed to a tenth of a millisecond")
  func match() throws {
    let event = bursts(seconds: 30, seed: 11)
    let second = Array(event[Int(4.3 * 8000)..<24 * 8000])
    let match = try #require(SyncFinder.match(second, to: event))
    #expect(abs(match.offset - 4.3) < 0.0001)
    #expect(abs(match.speed - 1) < 0.000005)
    #expect(match.agreeing == match.windows && match.windows >= 10)
    // The second one starts first.
    let reversed = try #require(SyncFinder.match(event, to: second))
    #expect(abs(reversed.offset + 4.3) < 0.0001)
  }

  @Test("are refused if they are not, and if they are too short")
  func strangers() {
    let (a, b) = (bursts(seconds: 20, seed: 1), bursts(seconds: 20, seed: 2))
    #expect(SyncFinder.match(b, to: a) == nil)
    for samples in [[], [0.5], [Float](repeating: 0, count: 160_000)] {
      #expect(SyncFinder.match(samples, to: a) == nil)
      #expect(SyncFinder.match(a, to: samples) == nil)
    }
  }

  @Test("differ by a line through their lags, whatever a few lags are")
  func lines() throws {
    // 0.5 s and 100 ppm; two lags of nine are wrong.
    var lags = (0..<9).map { Lag(time: Double($0) * 10, lag: 0.5 + 0.0001 * Double($0) * 10, weight: 1) }
    let exact = LagLine.leastSquares(lags)
    #expect(abs(exact.lag(at: 0) - 0.5) < 1e-12 && abs(exact.slope - 0.0001) < 1e-12)
    lags[3] = Lag(time: 30, lag: 0.53, weight: 3)
    lags[7] = Lag(time: 70, lag: 0.47, weight: 3)
    let line = try #require(LagLine.best(through: lags, within: 0.0008, minimumSpan: 20))
    #expect(abs(line.lag(at: 0) - 0.5) < 0.0008 && abs(line.slope - 0.0001) < 0.00002)
    #expect(LagLine.best(through: [], within: 1, minimumSpan: 20) == nil)
  }

  /// Noise that comes and goes.
  private func bursts(seconds: Int, seed: UInt64) -> [Float] {
    var random = SeededRandom(seed: seed)
    var (samples, level): ([Float], Float) = ([], 0)
    for index in 0..<seconds * 8000 {
      if index % 1200 == 0 { level = .random(in: 0...1, using: &random) }
      samples.append(level * level * .random(in: -0.5...0.5, using: &random))
    }
    return samples
  }
}
