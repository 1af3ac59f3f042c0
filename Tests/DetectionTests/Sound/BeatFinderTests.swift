import Basics
import TestSupport
import Testing

@testable import Detection

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

  @Test("are between those of a path by a share of the way")
  func shifted() {
    let onsets = [Double](repeating: 1, count: 360)
    #expect(BeatPath.shifted([100, 200, 300], by: 0.5, onsets) == [50, 150, 250, 350])
    #expect(BeatPath.shifted([100, 200, 300], by: 0.75, onsets) == [75, 175, 275])
    #expect(BeatPath.shifted([100], by: 0.5, onsets) == [100])
  }

  @Test("alternate between kicks and snares")
  func alternation() {
    var kicks = [Double](repeating: 0, count: 200)
    for (step, kick) in [(20, 1.0), (63, -1), (100, 1), (138, -1)] { kicks[step] = kick }
    let drums = DrumOnsets(rises: kicks.map { abs($0) }, kicks: kicks)
    // Three products of -1, four squares of 1.
    #expect(drums.alternation(along: [20, 60, 100, 140]) == 0.75)
    // A kick, nothing, a snare, nothing.
    #expect(drums.alternation(along: [20, 40, 60, 80]) == 0)
    #expect(drums.alternation(along: [20, 100, 180]) == 0)
    // Three of four onsets are at a beat, and all beats have one.
    #expect(abs(drums.agreement(with: [20, 60, 100], period: 40) - 2 * 0.75 / 1.75) < 1e-12)
  }

  @Test("are none in silence")
  func silence() throws {
    let silent = try features([[Float](repeating: 0, count: 48_000)], withBeats: true)
    #expect(BeatFinder.beats(in: silent).beats == [])
    #expect(BeatFinder.beats(in: try features([[]], withBeats: true)).beats == [])
    #expect(BeatFinder.beats(in: try features([[0.5]])).beats == [])
  }
}
