import Basics

/// Where the captured samples of a sound are in its recording: they are counted, and the count is compared with the
/// times of the blocks.
///
/// Blocks more than 50 ms from their place are a gap, which becomes silence, or a jump, which is cut. Times are
/// nanoseconds from the start of the recording.
struct SoundGrid {
  let sampleRate: Int
  /// How many samples there are; nil for any number.
  let limit: Int64?
  /// The samples so far, with silence.
  private(set) var count: Int64 = 0
  private(set) var counts = SampleCounts()
  private var hasStarted = false

  init(sampleRate: Int, limit: Int64? = nil) {
    self.sampleRate = sampleRate
    self.limit = limit
  }

  /// The silence before a block, and which of its samples are recorded.
  struct Placement: Hashable {
    var silence: Int64
    var taken: Range<Int>
  }

  mutating func place(_ length: Int, at time: Int64) -> Placement {
    let distance = samples(at: time) - count
    let tolerance = hasStarted ? Int64(sampleRate) / 20 : 0
    let room = (limit ?? .max) - count
    let silence = distance > tolerance ? min(distance, room) : 0
    let cut = distance < -tolerance ? Int(min(-distance, Int64(length))) : 0
    let taken = cut..<cut + Int(min(Int64(length - cut), room - silence))
    counts.silent += silence
    if hasStarted { counts.cut += Int64(cut) }
    counts.captured += Int64(taken.count)
    count += silence + Int64(taken.count)
    hasStarted = hasStarted || !taken.isEmpty
    return Placement(silence: silence, taken: taken)
  }

  /// Adds silence up to a number of samples and returns how much was missing.
  mutating func fill(to end: Int64) -> Int64 {
    let silence = max(0, min(end, limit ?? .max) - count)
    count += silence
    counts.silent += silence
    hasStarted = hasStarted || silence > 0
    return silence
  }

  /// The sample at a time.
  func samples(at time: Int64) -> Int64 {
    roundHalfUp(Int128(time) * Int128(sampleRate), over: 1_000_000_000)?.value ?? 0
  }
}

/// What became of the samples of a recording, each for all channels.
package struct SampleCounts: Hashable, Sendable {
  package var captured: Int64 = 0
  /// Silence where the source gave nothing.
  package var silent: Int64 = 0
  /// Samples that came for a time that was recorded already.
  package var cut: Int64 = 0
}
