import Basics
import Composition

/// A clock in samples: the position on the line of each of an item's own samples.
///
/// Doubles resolve a millionth of a sample over hours; only basic arithmetic is used.
struct SoundPace {
  private struct Step {
    let start: Double
    let distance: Double
    let speed: Double
    /// Half the change of speed per sample.
    let bend: Double
  }

  private let steps: [Step]
  private let pass: (length: Double, distance: Double)?
  private let offset: Double

  init(_ clock: MediaClock, sampleRate: Double) {
    let keys = clock.keys
    steps = keys.indices.map { index in
      let key = keys[index]
      let next = index + 1 < keys.count ? keys[index + 1] : nil
      let start = key.time.inSeconds * sampleRate
      let length = next.map { $0.time.inSeconds * sampleRate - start } ?? 0
      let change = next.map { $0.speed.inSeconds - key.speed.inSeconds } ?? 0
      return Step(
        start: start, distance: key.distance.inSeconds * sampleRate, speed: key.speed.inSeconds,
        bend: length > 0 ? change / length / 2 : 0)
    }
    pass = clock.pass.map { ($0.length.inSeconds * sampleRate, $0.distance.inSeconds * sampleRate) }
    offset = clock.offset.inSeconds * sampleRate
  }

  /// The position on the line, between samples, that is heard in the middle of an item's sample.
  func position(at sample: Int64) -> Double { place(at: sample).position }

  /// The position, and the speed at which the line passes there, in samples per sample.
  func place(at sample: Int64) -> (position: Double, speed: Double) {
    var moment = Double(sample) + 0.5 + offset
    var before = 0.0
    if let pass, pass.length > 0 {
      let number = (moment / pass.length).rounded(.down)
      moment -= number * pass.length
      before = number * pass.distance
    }
    let step = steps[max(0, steps.partitioningIndex { $0.start > moment } - 1)]
    let passed = moment - step.start
    // Before the first key, the speed is constant.
    let bend = passed < 0 ? 0 : step.bend
    return (
      before + step.distance + passed * (step.speed + passed * bend) - 0.5, step.speed + 2 * passed * bend
    )
  }
}
