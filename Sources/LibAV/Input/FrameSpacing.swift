import Basics

/// The spacing of a stream's pictures: at a constant rate, or variable.
struct FrameSpacing: Equatable {
  /// Nil if the pictures follow no rate.
  var rate: FrameRate?
  var isVariable: Bool
  /// From the first picture's start to the last one's end, in the file's own clock.
  var start: RationalTime
  var end: RationalTime
  var count: Int64

  /// - Parameters:
  ///   - ticks: the start times of pictures, ascending.
  ///   - lastDuration: of the last picture, in ticks; zero if the file does not state it.
  ///   - declared: rates that the file states, most trusted first.
  ///   - isExact: whether ticks are exact, and not rounded.
  init(
    ticks: [Int64], lastDuration: Int64, clock: StreamClock, declared: [FrameRate], isExact: Bool = false
  ) throws(TimeOverflow) {
    let grid = TickGrid(ticks: ticks, clock: clock)
    let candidates = declared.flatMap { [nearestStandard(to: $0), $0].compactMap(\.self) } + standardRates
    let steady =
      (isExact ? grid.exactRate : nil) ?? candidates.first(where: grid.fits) ?? grid.exactRate.flatMap {
        grid.fits($0) ? $0 : nil
      }
      ?? candidates.first(where: grid.fitsUpToTail)
    let holey = steady == nil ? candidates.first(where: grid.fitsWithHoles) : nil
    rate = steady ?? holey ?? (ticks.count > 1 ? grid.usualRate : nil)
    isVariable = steady == nil && ticks.count > 1
    count = Int64(ticks.count)
    start = try clock.fileTime(ticks[0])
    let last = ticks[ticks.count - 1]
    let isEven = steady.map { grid.fits($0) && !grid.isLonger(lastDuration, than: $0) } ?? false
    if let steady, isEven {
      end = try start + steady.start(ofFrame: count)
    } else {
      end = try clock.fileTime(last + (lastDuration > 0 ? lastDuration : grid.medianStep))
    }
    if rate == nil, ticks.count == 1, lastDuration > 0 {
      rate = FrameRate(clock.denominator, per: clock.numerator * min(lastDuration, 1 << 30))
    }
  }
}

/// Ascending timestamps of a stream, compared with the even spacing of a rate.
private struct TickGrid {
  let ticks: [Int64]
  let clock: StreamClock
  /// How often each distance from one picture to the next occurs: a film has few.
  private let stepCounts: [Int64: Int]
  private var stepCount: Int { max(0, ticks.count - 1) }
  let medianStep: Int64
  /// The deviation that rounding explains: a tick, or the coarser grain of a container that the file came
  /// from.
  private let tolerance: Int64

  init(ticks: [Int64], clock: StreamClock) {
    self.ticks = ticks
    self.clock = clock
    var counts: [Int64: Int] = [:]
    for (tick, last) in zip(ticks.dropFirst(), ticks) { counts[tick - last, default: 0] += 1 }
    stepCounts = counts
    var before = 0
    let median =
      counts.sorted { $0.key < $1.key }.first {
        before += $0.value
        return before > (ticks.count - 1) / 2
      }?.key ?? 1
    let grain = counts.keys.reduce(Int64(0), greatestCommonDivisor)
    // If a tick is a frame, nothing is rounded, and a missing tick is a missing picture.
    tolerance = grain > 1 && grain <= median / 8 ? grain : min(1, max(0, median - 1))
    medianStep = max(1, median)
  }

  /// Whether every picture starts where the rate places it, within rounding.
  func fits(_ rate: FrameRate) -> Bool {
    guard ticks.count > 1 else { return false }
    return ticks.indices.allSatisfy { isNear(ticks[$0] - ticks[0], frame: Int64($0), rate) }
  }

  /// Whether only pictures at the end are missing, because a recording was cut between pictures that depend
  /// on each other.
  func fitsUpToTail(_ rate: FrameRate) -> Bool {
    guard ticks.count > 8, fitsWithHoles(rate) else { return false }
    let body = ticks.dropLast(4)
    return body.indices.allSatisfy { isNear(ticks[$0] - ticks[0], frame: Int64($0), rate) }
  }

  /// Whether every picture starts at some frame of the rate, and at least half of them one frame after the
  /// previous one.
  func fitsWithHoles(_ rate: FrameRate) -> Bool {
    guard ticks.count > 2, frameIsManyTicks(rate) else { return false }
    var frame: Int64 = 0
    var singleSteps = 0
    for index in ticks.indices.dropFirst() {
      guard let nearest = nearestFrame(ticks[index] - ticks[0], rate), nearest > frame,
        isNear(ticks[index] - ticks[0], frame: nearest, rate)
      else { return false }
      if nearest == frame + 1 { singleSteps += 1 }
      frame = nearest
    }
    return 2 * singleSteps >= stepCount
  }

  /// The rate whose frames are exactly as long as every step.
  var exactRate: FrameRate? {
    guard stepCounts.count == 1, let step = stepCounts.keys.first, step > 0 else { return nil }
    return rate(ofStep: step)
  }

  /// The standard rate that most pictures roughly follow, as in recordings of phones.
  var usualRate: FrameRate? {
    guard medianStep > 0, let median = rate(ofStep: medianStep) else { return nil }
    let usual = standardRates.min { distance($0, median) < distance($1, median) }
    guard let usual, distance(usual, median) < 0.02 else { return nil }
    let close = stepCounts.reduce(0) {
      $0 + (abs(Double($1.key) / Double(medianStep) - 1) < 0.1 ? $1.value : 0)
    }
    return close * 5 >= stepCount * 4 ? usual : nil
  }

  /// Whether a length in ticks exceeds a frame, beyond rounding.
  func isLonger(_ duration: Int64, than rate: FrameRate) -> Bool {
    Int128(duration - 1) * Int128(clock.numerator) * Int128(rate.frames)
      > Int128(clock.denominator) * Int128(rate.seconds)
  }

  private func rate(ofStep step: Int64) -> FrameRate? {
    let (seconds, overflows) = clock.numerator.multipliedReportingOverflow(by: step)
    return overflows ? nil : FrameRate(clock.denominator, per: seconds)
  }

  private func isNear(_ offset: Int64, frame: Int64, _ rate: FrameRate) -> Bool {
    let found = Int128(offset) * Int128(clock.numerator) * Int128(rate.frames)
    let wanted = Int128(frame) * Int128(clock.denominator) * Int128(rate.seconds)
    return (found - wanted).magnitude
      <= (Int128(tolerance) * Int128(clock.numerator) * Int128(rate.frames)).magnitude
  }

  private func nearestFrame(_ offset: Int64, _ rate: FrameRate) -> Int64? {
    roundHalfUp(
      Int128(offset) * Int128(clock.numerator) * Int128(rate.frames),
      over: Int128(clock.denominator) * Int128(rate.seconds))?.value
  }

  /// Whether a frame is at least eight ticks long: in coarse ticks, every timestamp is near some frame of a
  /// high rate.
  private func frameIsManyTicks(_ rate: FrameRate) -> Bool {
    Int128(clock.denominator) * Int128(rate.seconds)
      >= 8 * Int128(clock.numerator) * Int128(rate.frames)
  }
}

private let standardRates = [
  (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48000, 1001), (48, 1), (50, 1),
  (60000, 1001), (60, 1), (90, 1), (100, 1), (120000, 1001), (120, 1), (240, 1), (25, 2), (15, 1), (20, 1),
  (10, 1), (12, 1), (5, 1), (1, 1),
].compactMap { FrameRate(Int64($0.0), per: Int64($0.1)) }

/// The broadcast rate that a decimal such as 2997/100 stands for.
private func nearestStandard(to rate: FrameRate) -> FrameRate? {
  standardRates.first { distance($0, rate) < 0.0002 }
}

private func distance(_ a: FrameRate, _ b: FrameRate) -> Double {
  abs(Double(a.frames) * Double(b.seconds) / (Double(a.seconds) * Double(b.frames)) - 1)
}
