import Basics
import Composition

/// The gain of a sound that is ducked under others, sample by sample.
///
/// The others count as audible while one of their samples in the last fifth of a second was above -40 dB. The
/// gain then falls linearly over the attack; afterwards it rises linearly over the release.
struct Ducker {
  let under: [Int]
  private let level: Float
  private let stepDown: Float
  private let stepUp: Float
  /// How long the others count as audible after their last loud sample.
  let hold: Int64
  private let start: Int64
  /// The next sample; nil before the first one.
  private(set) var position: Int64?
  private var gain: Float = 1
  private var lastHeard: Int64?

  private static let threshold: Float = 0.01

  init(_ duck: SoundDuck, start: Int64, sampleRate: Int) {
    under = duck.under
    level = Float(duck.level)
    let rate = Double(sampleRate)
    let way = 1 - duck.level
    stepDown = duck.attack > .zero ? Float(way / (duck.attack.inSeconds * rate)) : 1
    stepUp = duck.release > .zero ? Float(way / (duck.release.inSeconds * rate)) : 1
    hold = Int64(sampleRate) / 5
    self.start = start
  }

  /// The sample at which listening must begin to know the gain at `moment`.
  func beginning(before moment: Int64) -> Int64 {
    if let position, position <= moment { return position }
    return max(0, start - hold)
  }

  /// Starts over if it has already passed a moment.
  mutating func rewind(to moment: Int64) {
    guard let position, position > moment else { return }
    self.position = nil
    gain = 1
    lastHeard = nil
  }

  /// Returns the gains of the samples from `first` on, given the peaks of the others.
  mutating func gains(from first: Int64, peaks: [Float]) -> [Float] {
    var gains = [Float](repeating: 1, count: peaks.count)
    for offset in peaks.indices {
      let moment = first + Int64(offset)
      if peaks[offset] > Self.threshold { lastHeard = moment }
      let isHeard = lastHeard.map { moment - $0 < hold } ?? false
      if moment <= start {
        // A sound that begins while others are audible begins at the reduced level.
        gain = isHeard ? level : 1
      } else if isHeard {
        gain = max(level, gain - stepDown)
      } else {
        gain = min(1, gain + stepUp)
      }
      gains[offset] = gain
    }
    position = first + Int64(peaks.count)
    return gains
  }
}
