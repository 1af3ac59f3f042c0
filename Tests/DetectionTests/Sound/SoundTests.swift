import Basics
import TestSupport
import Testing

@testable import Detection

@Suite("Sound as detection hears it")
struct SoundTests {
  @Test("keeps energies to a four-hundredth")
  func codes() {
    #expect(LevelCode.code(of: 0) == 0 && LevelCode.energy(of: 0) == 0)
    #expect(LevelCode.code(of: 1) == 64 * 256 && LevelCode.energy(of: 64 * 256) == 1)
    for energy in [1e-12, 3e-5, 0.02, 0.999, 1.001, 7.3] {
      let again = LevelCode.energy(of: LevelCode.code(of: energy))
      #expect(abs(again / energy - 1) < 0.0025, "\(energy)")
    }
    for number in [1e-9, 0.3, 1, 2, 12345] {
      #expect(abs(LevelCode.naturalLogarithm(number) - logarithm(number)) < 0.0003)
    }
    for energy in [Double.nan, .infinity, -1, 1e-300] { #expect(LevelCode.code(of: energy) == 0) }
  }

  @Test("adds the energies of channels, not their samples")
  func channels() throws {
    let tone = (0..<48_000).map { Float(sine(ofTurns: Double($0) * 1000 / 48_000)) }
    let one = try features([tone])
    let two = try features([tone, tone.map { -$0 }])
    #expect(one.stepCount == 200)
    // Twice the energy is one more in the logarithm.
    #expect(two.speech[1][100] - one.speech[1][100] == 256)
    // The sine of 1 kHz is loudest in the second band.
    #expect((0..<4).max { one.speech[$0][100] < one.speech[$1][100] } == 1)
  }

  @Test("is the same in pieces of any length")
  func pieces() throws {
    var random = SeededRandom(seed: 3)
    let samples = (0..<10_000).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    let whole = try features([samples])
    #expect(whole.stepCount == 42)
    var analysis = try #require(SoundAnalysis(channelCount: 1, withBeats: false))
    var start = 0
    for size in [1, 239, 240, 241, 3000, 10_000] where start < samples.count {
      let end = min(samples.count, start + size)
      analysis.append([Array(samples[start..<end])])
      start = end
    }
    #expect(analysis.finish() == whole)
    #expect(SoundAnalysis(channelCount: 0, withBeats: false) == nil)
  }
}

func features(_ planes: [[Float]], withBeats: Bool = false) throws -> SoundFeatures {
  var analysis = try #require(SoundAnalysis(channelCount: planes.count, withBeats: withBeats))
  analysis.append(planes)
  return analysis.finish()
}
