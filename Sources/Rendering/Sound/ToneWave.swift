import Basics
import Composition

/// One period of a tone as a table, without the harmonics that the sample rate cannot represent.
///
/// A sum of sines in basic arithmetic, the same on every CPU. Lanczos's sigma factors attenuate the higher
/// harmonics to avoid overshoot.
struct ToneWave {
  private let table: [Float]
  private let periodsPerSample: Double

  private static let length = 16384
  private static let mostHarmonics = 1024

  init(_ tone: Tone, sampleRate: Int) {
    periodsPerSample = tone.frequency / Double(sampleRate)
    let held = 0.45 / max(periodsPerSample, 1e-9)
    let highest = max(1, Int(min(held, Double(Self.mostHarmonics))))
    // A frequency above half the sample rate would alias.
    guard periodsPerSample < 0.5 else {
      table = [Float](repeating: 0, count: Self.length)
      return
    }
    let sines = (0..<Self.length).map { sine(ofTurns: Double($0) / Double(Self.length)) }
    var sum = [Double](repeating: 0, count: Self.length)
    for (harmonic, amplitude) in Self.harmonics(of: tone.waveform, upTo: highest) {
      for place in 0..<Self.length {
        sum[place] += amplitude * sines[place * harmonic % Self.length]
      }
    }
    table = sum.map { Float($0) }
  }

  private static func harmonics(of waveform: Waveform, upTo highest: Int) -> [(Int, Double)] {
    guard waveform != .sine else { return [(1, 1)] }
    return (1...highest).compactMap { number in
      let order = Double(number)
      // sin(x)/x, where x is a fraction of half a turn.
      let turns = order / Double(highest + 1) / 2
      let sigma = sine(ofTurns: turns) / (2 * Double.pi * turns)
      let isOdd = number % 2 == 1
      switch waveform {
      case .sine: return nil
      case .square: return isOdd ? (number, sigma * 4 / (Double.pi * order)) : nil
      case .triangle:
        let sign = number % 4 == 1 ? 1.0 : -1.0
        return isOdd ? (number, sign * sigma * 8 / (Double.pi * Double.pi * order * order)) : nil
      case .sawtooth: return (number, (isOdd ? 1 : -1) * sigma * 2 / (Double.pi * order))
      }
    }
  }

  func samples(from start: Int64, count: Int) -> [Float] {
    (0..<count).map { offset in
      let periods = Double(start + Int64(offset)) * periodsPerSample
      let place = (periods - periods.rounded(.down)) * Double(Self.length)
      let index = min(max(Int(place), 0), Self.length - 1)
      let (from, to) = (table[index], table[(index + 1) % Self.length])
      return from + (to - from) * Float(place - Double(index))
    }
  }
}
