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

@Suite("Beats")
struct BeatFinderTests {
  @Test("follow a drum at its tempo", arguments: [75.0, 100, 128, 140])
  func drum(_ tempo: Double) throws {
    var random = SeededRandom(seed: UInt64(tempo))
    var samples = [Float](repeating: 0, count: 48_000 * 12)
    let interval = 60 / tempo
    var truth: [Double] = []
    for beat in 0..<Int(11.5 / interval) {
      let time = 0.25 + Double(beat) * interval
      truth.append(time)
      for index in 0..<6000 {
        let decay = Float(exponential(-Double(index) / 1200))
        samples[Int(time * 48_000) + index] += 0.6 * decay * Float(sine(ofTurns: Double(index) * 60 / 48_000))
        samples[Int(time * 48_000) + index] += 0.2 * decay * decay * Float.random(in: -1...1, using: &random)
      }
    }
    let result = BeatFinder.beats(in: try features([samples], withBeats: true))
    #expect(abs(result.tempo - tempo) < 1, "\(result.tempo)")
    let right = truth.filter { moment in result.beats.contains { abs($0.time.inSeconds - moment) < 0.02 } }
    #expect(right.count >= truth.count - 1 && result.beats.count <= truth.count + 1)
  }

  @Test("are none in silence")
  func silence() throws {
    let silent = try features([[Float](repeating: 0, count: 48_000)], withBeats: true)
    #expect(BeatFinder.beats(in: silent).beats == [])
    #expect(BeatFinder.beats(in: try features([[]], withBeats: true)).beats == [])
    #expect(BeatFinder.beats(in: try features([[0.5]])).beats == [])
  }
}

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

private func features(_ planes: [[Float]], withBeats: Bool = false) throws -> SoundFeatures {
  var analysis = try #require(SoundAnalysis(channelCount: planes.count, withBeats: withBeats))
  analysis.append(planes)
  return analysis.finish()
}
