import Basics

/// Where the samples of a sound are in its recording: they are counted, and the count is compared with the times of
/// the blocks.
///
/// A clock that is slightly wrong is followed slowly (`ClockFollower`). Blocks whose times are more than 50 ms from
/// their place are held until a second of samples shows whether single times are wrong, or whether there is a gap, which
/// becomes silence, or a jump, which is cut. Times are nanoseconds from the start of the recording.
struct SoundGrid {
  let sampleRate: Int
  /// How many samples there are; nil for any number.
  var limit: Int64?
  /// Whether samples are resampled by `correction`.
  let followsClock: Bool
  /// The samples so far, with silence. Those that a resampler still holds count.
  private(set) var count: Int64 = 0
  private(set) var counts = SampleCounts()
  /// Nil until the first samples have their place.
  private var clock: ClockFollower?
  private var held: [Block] = []
  private var heldCount = 0
  /// The number of the device's first sample behind all that left `held`.
  private var next: Int64 = 0
  /// The silence that is due; below zero, the samples that must be cut.
  private var owed: Int64 = 0
  /// The pauses that are not passed yet, in their order.
  private var pauses: [Pause] = []
  /// How many places the pauses that are passed took out.
  private var paused: Int64 = 0

  private struct Pause {
    /// How many samples the recording has before it.
    var count: Int64
    /// The place of the first sample behind it; nil while it lasts.
    var end: Int64?
  }

  private struct Block {
    var first: Int64
    var length: Int
    /// Where its first sample is by its time.
    var place: Double
  }

  /// What happens next with the samples that were added, in their order.
  enum Step: Hashable {
    case silence(Int64)
    case skip(Int)
    case record(Int)
  }

  init(sampleRate: Int, limit: Int64? = nil, followsClock: Bool = true) {
    self.sampleRate = sampleRate
    self.limit = limit
    self.followsClock = followsClock
  }

  private var tolerance: Double { Double(sampleRate) / 20 }
  /// So many samples decide where the first ones are.
  private var startEvidence: Int { sampleRate / 4 }
  /// So many samples decide what wrong times mean.
  private var evidence: Int { sampleRate }

  // MARK: What it is told

  /// Takes a block. `first` is the number that the device gave its first sample; numbers that are missing were lost.
  mutating func add(_ length: Int, from first: Int64, at time: Int64) -> [Step] {
    guard length > 0 else { return [] }
    var steps: [Step] = []
    let expected = held.last.map { $0.first + Int64($0.length) } ?? next
    if clock != nil || !held.isEmpty, !(expected...expected + 10 * Int64(sampleRate)).contains(first) {
      // The device counts anew.
      steps = release(all: true)
      clock = nil
    }
    held.append(Block(first: first, length: length, place: Double(time) * Double(sampleRate) / 1_000_000_000))
    heldCount += length
    return steps + release(all: false)
  }

  /// Records nothing beyond this number of samples, until `resume`.
  mutating func pause(at count: Int64) { pauses.append(Pause(count: count)) }

  /// Records again what is captured from a place on.
  mutating func resume(from place: Int64) {
    if let last = pauses.indices.last { pauses[last].end = place }
  }

  /// Adds silence up to a number of samples, unless later ones are there and wait for their place.
  mutating func fill(to end: Int64) -> [Step] {
    let end = min(end, limit ?? .max)
    guard end > count else { return [] }
    // The source is alive, and its next samples will show where these belong.
    if let last = held.last, last.place > Double(end + paused) { return [] }
    var steps = release(all: true)
    while end > count {
      let silence = min(end, pauses.first?.count ?? .max) - count
      if silence > 0 {
        count += silence
        counts.silent += silence
        owed -= silence
        steps.append(.silence(silence))
      }
      guard let pause = pauses.first, pause.count <= count else { continue }
      guard let place = pause.end else { break }
      pass(pause, to: place)
    }
    return steps
  }

  /// Records all that is held.
  mutating func flush() -> [Step] { release(all: true) }

  /// Reports how many samples there are in fact: a resampler makes slightly more or fewer of those that it gets.
  mutating func settle(_ actual: Int64) { count = actual }

  // MARK: What it knows

  /// How many samples more a resampler makes of one, so that samples and times stay together: at most 500 millionths.
  var correction: Double {
    guard followsClock, let clock else { return 0 }
    return max(-0.0005, min(clock.slope + lag(behind: clock) / Double(10 * sampleRate), 0.0005))
  }

  /// In millionths; nil if it is not known.
  var clockError: Int? { clock?.clockError }

  /// How much later than in the recording the next sample should be.
  private func lag(behind clock: ClockFollower) -> Double {
    clock.place(of: next) - Double(count + owed + paused)
  }

  // MARK: Blocks

  /// Releases the blocks that are held, up to the first one that must wait for later ones.
  private mutating func release(all: Bool) -> [Step] {
    var steps: [Step] = []
    while var clock = clock ?? start(all: all), let block = held.first {
      let distance = block.place - clock.place(of: block.first)
      if abs(distance) <= tolerance {
        clock.follow(distance, of: block.first)
        self.clock = clock
        steps += recordFirst()
      } else if all || heldCount >= evidence {
        guard let found = jump(from: clock) else {
          steps += recordFirst()
          continue
        }
        let first = held[found.blocksBefore].first
        // A pause takes a block in parts.
        while let block = held.first, block.first < first { steps += recordFirst() }
        clock.jump(found.length, at: held.first?.first ?? next)
        owed += rounded(found.length)
        self.clock = clock
      } else {
        break
      }
      if followsClock, abs(lag(behind: clock)) > tolerance { owed += rounded(lag(behind: clock)) }
    }
    return steps
  }

  /// Gives the first samples their place; nil if it is not known yet.
  private mutating func start(all: Bool) -> ClockFollower? {
    guard let first = held.first, all || heldCount >= startEvidence else { return nil }
    let place = median(held.map { $0.place - Double($0.first - first.first) })
    next = first.first
    owed = rounded(place) - count - paused
    let clock = ClockFollower(sampleRate: sampleRate, sample: first.first, place: place)
    self.clock = clock
    return clock
  }

  /// The gap or jump among the blocks that are held, whose first one is not at its place; nil if single times are wrong.
  private func jump(from clock: ClockFollower) -> (blocksBefore: Int, length: Double)? {
    let distances = held.map { $0.place - clock.place(of: $0.first) }
    // Behind a gap, times are wrong by its length; before it, they are right.
    var wrong = distances.count { abs($0) > tolerance }
    var (best, before) = (wrong, 0)
    for (index, distance) in distances.enumerated().dropLast() {
      wrong += abs(distance) > tolerance ? -1 : 1
      if wrong > best { (best, before) = (wrong, index + 1) }
    }
    let length = median(Array(distances[before...]))
    guard abs(length) > tolerance, held[before...].reduce(0, { $0 + $1.length }) >= startEvidence else {
      return nil
    }
    return (before, length)
  }

  /// Continues behind a pause. The silence before it and the samples in it count no more: the next sample is where the
  /// clock has it.
  private mutating func pass(_ pause: Pause, to end: Int64) {
    pauses.removeFirst()
    paused = end - pause.count
    if let clock { owed = rounded(clock.place(of: next)) - count - paused }
  }

  private mutating func takeFirst() -> Block {
    let block = held.removeFirst()
    heldCount -= block.length
    return block
  }

  /// Holds all of a block but its first samples.
  private mutating func putBack(_ block: Block, without count: Int) {
    held.insert(
      Block(
        first: block.first + Int64(count), length: block.length - count,
        place: block.place + Double(count)),
      at: 0)
    heldCount += block.length - count
  }

  /// Skips what the first block has of a pause.
  private mutating func skipFirst(in pause: Pause) -> [Step] {
    let block = takeFirst()
    next = block.first + Int64(block.length)
    guard let end = pause.end, let clock else { return [.skip(block.length)] }
    let before = ((Double(end) - clock.place(of: block.first)) / (1 + clock.slope)).rounded()
    guard before < Double(block.length) else { return [.skip(block.length)] }
    let skipped = Int(max(0, before))
    next = block.first + Int64(skipped)
    pass(pause, to: end)
    putBack(block, without: skipped)
    return skipped > 0 ? [.skip(skipped)] : []
  }

  private mutating func recordFirst() -> [Step] {
    if let pause = pauses.first, pause.count <= count { return skipFirst(in: pause) }
    let block = takeFirst()
    owed += block.first - next
    next = block.first + Int64(block.length)
    let untilPause = pauses.first.map { $0.count - count }
    let room = min((limit ?? .max) - count, untilPause ?? .max)
    let silence = max(0, min(owed, room))
    let skipped = Int(max(0, min(-owed, Int64(block.length))))
    let recorded = Int(max(0, min(Int64(block.length - skipped), room - silence)))
    owed += Int64(skipped) - silence
    // What is from before the start is not missed.
    if count > 0 { counts.cut += Int64(skipped) }
    counts.silent += silence
    counts.captured += Int64(recorded)
    count += silence + Int64(recorded)
    var rest = block.length - skipped - recorded
    if room == untilPause, rest > 0 {
      // It is in the pause, or behind it.
      next -= Int64(rest)
      putBack(block, without: block.length - rest)
      rest = 0
    }
    let steps: [Step] = [.silence(silence), .skip(skipped), .record(recorded), .skip(rest)]
    return steps.filter { $0 != .silence(0) && $0 != .skip(0) && $0 != .record(0) }
  }
}

/// Beyond a year, any number is as wrong as another.
private func rounded(_ samples: Double) -> Int64 { Int64(max(-1e12, min(samples.rounded(), 1e12))) }

/// What became of the samples of a recording, each for all channels.
package struct SampleCounts: Hashable, Sendable {
  package var captured: Int64 = 0
  /// Silence where the source gave nothing.
  package var silent: Int64 = 0
  /// Samples that came for a time that was recorded already.
  package var cut: Int64 = 0
}
