import Basics
import Composition

/// Removes steady noise: estimates the constant level in each frequency band, and attenuates what does not
/// exceed it.
///
/// Blocks of 2048 samples overlap by three quarters, with the square root of a Hann window, so that strength
/// 0 leaves the sound unchanged.
final class DenoiseEffect: SoundEffect {
  private static let length = 2048
  private static let hop = 512

  let latency = length
  private let strength: SteppedParameter
  private var channels: [Channel]

  init(strength: Curve, _ mix: MixFormat) {
    self.strength = SteppedParameter(strength, sampleRate: mix.sampleRate)
    let blocksToLearn = max(1, mix.sampleRate / Self.hop)
    channels = (0..<mix.channelCount).map { _ in
      Channel(length: Self.length, hop: Self.hop, memory: blocksToLearn)
    }
  }

  func process(_ planes: inout [[Float]], from position: Int64) {
    for channel in planes.indices {
      for index in planes[channel].indices {
        let moment = position + Int64(index)
        planes[channel][index] = channels[channel].next(planes[channel][index]) {
          // An easing may overshoot.
          min(max(strength.value(at: moment - Int64(Self.length / 2)), 0), 1)
        }
      }
    }
  }

  /// One channel's blocks.
  private struct Channel {
    private let transform: FourierTransform
    private let window: [Double]
    private let hop: Int
    private var input: [Double]
    private var output: [Double]
    private var filled = 0
    private var floor: NoiseFloor

    init(length: Int, hop: Int, memory: Int) {
      transform = FourierTransform(length: length)
      // The square of the window adds up to 2 over four blocks.
      window = (0..<length).map { sine(ofTurns: Double($0) / Double(2 * length)) }
      self.hop = hop
      input = Array(repeating: 0, count: length)
      output = Array(repeating: 0, count: length)
      floor = NoiseFloor(bands: length / 2 + 1, memory: memory)
    }

    mutating func next(_ sample: Float, _ strength: () -> Double) -> Float {
      let place = input.count - hop + filled
      input[place] = Double(sample)
      let result = Float(output[filled])
      filled += 1
      if filled == hop {
        turnOver(strength())
        filled = 0
      }
      return result
    }

    private mutating func turnOver(_ strength: Double) {
      var real = zip(input, window).map { $0 * $1 }
      var imaginary = [Double](repeating: 0, count: input.count)
      transform.run(&real, &imaginary)
      let gains = floor.gains(real, imaginary, strength: strength)
      for band in gains.indices {
        real[band] *= gains[band]
        imaginary[band] *= gains[band]
        guard band > 0, band < input.count / 2 else { continue }
        real[input.count - band] *= gains[band]
        imaginary[input.count - band] *= gains[band]
      }
      transform.runBack(&real, &imaginary)
      output.removeFirst(hop)
      output += [Double](repeating: 0, count: hop)
      for index in output.indices { output[index] += real[index] * window[index] / 2 }
      input.removeFirst(hop)
      input += [Double](repeating: 0, count: hop)
    }
  }
}

/// The constant level in each band: the minimum power of about the last second, smoothed over some blocks.
private struct NoiseFloor {
  private var smoothed: [Double]
  private var lowest: [Double]
  private var candidate: [Double]
  private var gains: [Double]
  private let memory: Int
  private var blocks = 0

  init(bands: Int, memory: Int) {
    smoothed = Array(repeating: 0, count: bands)
    lowest = Array(repeating: .infinity, count: bands)
    candidate = Array(repeating: .infinity, count: bands)
    gains = Array(repeating: 1, count: bands)
    self.memory = memory
  }

  mutating func gains(_ real: [Double], _ imaginary: [Double], strength: Double) -> [Double] {
    let isFirst = blocks == 0
    let isTurn = blocks > 0 && blocks % memory == 0
    blocks += 1
    // At full strength, noise falls by 24 dB.
    let least = 1 - strength * 0.937
    for band in gains.indices {
      let power = real[band] * real[band] + imaginary[band] * imaginary[band]
      smoothed[band] = isFirst ? power : 0.8 * smoothed[band] + 0.2 * power
      if isTurn {
        lowest[band] = candidate[band]
        candidate[band] = smoothed[band]
      }
      candidate[band] = min(candidate[band], smoothed[band])
      lowest[band] = min(lowest[band], smoothed[band])
      // The minimum is below the mean; noise stays below four times the minimum most of the time.
      let noise = 4 * lowest[band]
      let wanted = power > 0 ? max(least, 1 - strength * noise / power) : least
      gains[band] = 0.5 * gains[band] + 0.5 * wanted
    }
    return strength == 0 ? Array(repeating: 1, count: gains.count) : gains
  }
}
