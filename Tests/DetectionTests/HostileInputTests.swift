import Basics
import TestSupport
import Testing

@testable import Detection

@Suite("Media of any kind")
struct HostileInputTests {
  @Test("pictures of one sample, and films of up to 20 pictures", arguments: 0...20)
  func pictures(_ count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    let layout = try #require(PlaneLayout(width: 1, height: 1, samplesPerRow: 1))
    let dots = try (0..<count).map { _ in
      let code = [UInt8.random(in: 0...255, using: &random)]
      let picture = PictureFeatures(
        luma: code.span, layout, blue: code.span, red: code.span, layout, isFullRange: true)
      return try #require(picture)
    }
    let noise = (0..<count).map { _ in
      PictureFeatures(luma: (0..<64 * 36).map { _ in Bool.random(using: &random) ? 0 : 4095 })
    }
    let starts = (0...count).map { RationalTime(seconds: Int64($0)) }
    for film in [dots, noise] {
      let records = records(film)
      #expect(records.count == count)
      let cuts = CutFinder.cuts(in: records).map(\.picture)
      #expect(cuts.allSatisfy { 1..<max(1, count) ~= $0 })
      let ranges =
        try GradualFinder.graduals(in: records).map(\.range) + StillFinder.blacks(in: records)
        + StillFinder.freezes(in: records, starts: starts, atLeast: RationalTime(seconds: 1))
      #expect(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= count })
    }
  }

  @Test("sound of any length, of samples that are no numbers", arguments: [0, 1, 239, 240, 241, 99_999])
  func sound(_ count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    let strange: [Float] = [
      0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e20,
    ]
    let samples = (0..<count).map { _ in strange.randomElement(using: &random) ?? 0 }
    var analysis = try #require(SoundAnalysis(channelCount: 2, withBeats: true))
    analysis.append([samples, Array(samples.dropLast(7))])
    analysis.append([samples])
    let features = analysis.finish()
    #expect(features.stepCount == (count + 239) / 240)
    for silence in SilenceFinder.silences(in: features, atLeast: 1) {
      #expect(silence.lowerBound >= 0 && silence.upperBound <= features.stepCount)
    }
    _ = BeatFinder.beats(in: features)
    _ = BeatFinder.beats(in: features, tempo: 1...1_000_000)
  }

  @Test("sound that is heard again after samples that are no numbers")
  func recovery() throws {
    let tone = (0..<24_000).map { Float(sine(ofTurns: Double($0) * 1000 / 48_000)) }
    var analysis = try #require(SoundAnalysis(channelCount: 1, withBeats: false))
    analysis.append([[.nan, .infinity] + [Float](repeating: 0, count: 238) + tone])
    let features = analysis.finish()
    var undisturbed = try #require(SoundAnalysis(channelCount: 1, withBeats: false))
    undisturbed.append([[Float](repeating: 0, count: 240) + tone])
    #expect(features.speech.map { $0.dropFirst() } == undisturbed.finish().speech.map { $0.dropFirst() })
  }

  @Test("recordings of any length", arguments: [0, 1, 2, 40, 41, 42, 80, 81, 82, 500, 23_999, 24_001])
  func recordings(_ count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let noise = (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
    let others: [[Float]] = [noise, [], [1], [.nan, .infinity, 0], .init(repeating: .nan, count: 30_000)]
    for other in others {
      _ = SyncFinder.match(noise, to: other)
      _ = SyncFinder.match(other, to: noise)
    }
  }
}
