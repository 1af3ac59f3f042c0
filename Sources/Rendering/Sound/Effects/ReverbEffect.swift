import Composition

/// Adds the sound of a room: eight parallel feedback combs followed by four allpasses (Schroeder's form with
/// Moorer's damping), slightly longer on every second channel.
final class ReverbEffect: SoundEffect {
  let latency = 0
  private let strength: SteppedParameter
  private var rooms: [Room]

  init(strength: Curve, _ mix: MixFormat) {
    self.strength = SteppedParameter(strength, sampleRate: mix.sampleRate)
    rooms = (0..<mix.channelCount).map { Room(spread: $0 % 2 * 23, sampleRate: mix.sampleRate) }
  }

  func process(_ planes: inout [[Float]], from position: Int64) {
    for channel in planes.indices {
      var share: Float = 0
      for index in planes[channel].indices {
        let moment = position + Int64(index)
        if isStep(moment, first: position) { share = Float(strength.value(at: moment)) }
        let dry = planes[channel][index]
        planes[channel][index] = dry + share * rooms[channel].next(dry)
      }
    }
  }
}

private struct Room {
  private var combs: [Comb]
  private var allpasses: [Allpass]
  private static let input: Float = 0.03

  /// The lengths are those of Jezar's Freeverb, at 44.1 kHz.
  init(spread: Int, sampleRate: Int) {
    let scaled = { (length: Int) in max(1, (length + spread) * sampleRate / 44100) }
    combs = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617].map { Comb(length: scaled($0)) }
    allpasses = [556, 441, 341, 225].map { Allpass(length: scaled($0)) }
  }

  mutating func next(_ sample: Float) -> Float {
    let entering = sample * Self.input
    var sum: Float = 0
    for index in combs.indices { sum += combs[index].next(entering) }
    for index in allpasses.indices { sum = allpasses[index].next(sum) }
    return 3 * sum
  }
}

private struct Comb {
  private var line: [Float]
  private var place = 0
  private var damped: Float = 0
  private static let feedback: Float = 0.84
  private static let damping: Float = 0.2

  init(length: Int) { line = Array(repeating: 0, count: length) }

  mutating func next(_ sample: Float) -> Float {
    let output = line[place]
    damped = output * (1 - Self.damping) + damped * Self.damping
    if damped.magnitude < 1e-20 { damped = 0 }
    line[place] = sample + damped * Self.feedback
    place = place + 1 == line.count ? 0 : place + 1
    return output
  }
}

private struct Allpass {
  private var line: [Float]
  private var place = 0

  init(length: Int) { line = Array(repeating: 0, count: length) }

  mutating func next(_ sample: Float) -> Float {
    let delayed = line[place]
    line[place] = sample + delayed * 0.5
    if line[place].magnitude < 1e-20 { line[place] = 0 }
    place = place + 1 == line.count ? 0 : place + 1
    return delayed - sample
  }
}
