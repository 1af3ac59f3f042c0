import TestSupport
import Testing

@testable import Export

/// A device with a clock of its own, and times that jitter, recorded with a virtual clock. Times are seconds.
private struct VirtualSound {
  private(set) var grid: SoundGrid
  /// How much faster than right the device counts, in millionths.
  let clockError: Double
  private var random: SeededRandom
  /// The samples of the recording, with those that a resampler makes in part.
  private(set) var recorded = 0.0
  /// The samples that the grid holds: their number, and when the first one was captured.
  private var waiting: [(count: Int, time: Double)] = []
  /// How far recorded samples are from their moment at most.
  private(set) var worst = 0.0
  /// The silence before the first sample.
  private var silentBefore: Int64?
  /// The number of the next sample.
  var next: Int64 = 0
  /// When the next sample is captured.
  private(set) var now = 0.0
  /// A pause; without an end, nothing is out yet.
  private var cutOut: (start: Double, end: Double)?

  static let block = 1920

  /// The silence between samples.
  var silent: Int64 { grid.counts.silent - (silentBefore ?? 0) }
  var cut: Int64 { grid.counts.cut }

  init(clockError: Double, followsClock: Bool = true, seed: UInt64 = 1) {
    grid = SoundGrid(sampleRate: 48_000, followsClock: followsClock)
    self.clockError = clockError
    random = SeededRandom(seed: seed)
  }

  /// Captures a block. Its time is wrong by up to `jitter`, or by `wrong`. Returns what the grid does when it gets it.
  mutating func captured(jitter: Double = 0, wrong: Double? = nil) -> () -> (Int, Int64, Int64, Double) {
    let error = wrong ?? (jitter > 0 ? Double.random(in: -jitter...jitter, using: &random) : 0)
    let (first, time) = (next, now)
    next += Int64(Self.block)
    now += Double(Self.block) / (48_000 * (1 + clockError / 1e6))
    return { (Self.block, first, Int64((time + error) * 1e9), time) }
  }

  mutating func deliver(_ block: () -> (Int, Int64, Int64, Double)) {
    let (length, first, stamp, time) = block()
    waiting.append((length, time))
    run(grid.add(length, from: first, at: stamp))
  }

  mutating func record(seconds: Double, jitter: Double = 0, outliers: Double = 0) {
    let end = now + seconds
    while now < end {
      let isWrong = outliers > 0 && Double.random(in: 0..<1, using: &random) < outliers
      let far = Double.random(in: 0.08...0.6, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      deliver(captured(jitter: jitter, wrong: isWrong ? far : nil))
      fill()
    }
  }

  /// The device gives nothing, and its count stands still.
  mutating func sleep(seconds: Double) {
    let end = now + seconds
    while now + 0.01 < end {
      now += 0.01
      fill()
    }
    now = end
  }

  /// As the recorder does all the time.
  mutating func fill(at time: Double? = nil) {
    let removed = cutOut.map { $0.end - $0.start } ?? 0
    run(grid.fill(to: Int64(((time ?? now) - 2 - removed) * 48_000)))
  }

  /// Takes out whole seconds, from the next whole second on.
  mutating func pause(while body: (inout VirtualSound) -> Void) {
    let start = now.rounded(.up)
    grid.pause(at: Int64(start * 48_000))
    body(&self)
    cutOut = (start, now.rounded(.up))
    grid.resume(from: Int64(now.rounded(.up) * 48_000))
  }

  /// How many samples there should be.
  var expected: Double { place(of: now) * 48_000 }

  /// Where the film has what is captured at a time. The sample nearest to the end of a pause is the first one behind it.
  private func place(of time: Double) -> Double {
    guard let cutOut, time > cutOut.end - 0.5 / 48_000 else { return time }
    return time - (cutOut.end - cutOut.start)
  }

  mutating func finish() { run(grid.flush()) }

  private mutating func run(_ steps: [SoundGrid.Step]) {
    for step in steps {
      switch step {
      case .silence(let count): recorded += Double(count)
      case .skip(let count): take(count)
      case .record(let count):
        silentBefore = silentBefore ?? grid.counts.silent
        if let time = waiting.first?.time { worst = max(worst, abs(recorded / 48_000 - place(of: time))) }
        recorded += Double(count) * (1 + grid.correction)
        take(count)
      }
    }
    if grid.followsClock, !steps.isEmpty { grid.settle(Int64(recorded)) }
  }

  private mutating func take(_ count: Int) {
    var left = count
    while left > 0, let first = waiting.first {
      let taken = min(left, first.count)
      left -= taken
      if taken == first.count {
        waiting.removeFirst()
      } else {
        waiting[0] = (first.count - taken, first.time + Double(taken) / (48_000 * (1 + clockError / 1e6)))
      }
    }
    if left > 0 { Issue.record("\(left) samples more than were added") }
  }
}

@Suite("The samples of a recording")
struct SoundGridTests {
  private let milliseconds: Int64 = 1_000_000

  @Test(
    "stay with the recorder's clock for an hour, although times jitter and many are wrong",
    arguments: [300.0, -300, 41])
  func hour(clockError: Double) throws {
    var sound = VirtualSound(clockError: clockError)
    sound.record(seconds: testsAll ? 3600 : 900, jitter: 0.01, outliers: 0.05)
    sound.finish()
    #expect(sound.worst < 0.008, "\(sound.worst) s")
    #expect(sound.silent == 0 && sound.cut == 0, "\(sound.grid.counts)")
    #expect(sound.grid.counts.captured == sound.next)
    let found = try #require(sound.grid.clockError)
    #expect(abs(Double(found) - clockError) <= 2, "\(found) ppm")
  }

  @Test("stay within the tolerance if the clock is too wrong to be followed")
  func wrongClock() throws {
    var sound = VirtualSound(clockError: 1500)
    sound.record(seconds: 300, jitter: 0.005)
    #expect(sound.worst < 0.065, "\(sound.worst) s")
    // A thousand millionths of 300 s must go in steps of 50 ms.
    #expect((4...7).contains(sound.cut / 2400), "\(sound.grid.counts)")
    #expect(sound.silent == 0)
    let found = try #require(sound.grid.clockError)
    #expect(abs(found - 1500) <= 5, "\(found) ppm")
  }

  @Test("are left alone without correction; the clock's error is still found")
  func uncorrected() throws {
    var sound = VirtualSound(clockError: 300, followsClock: false)
    sound.record(seconds: 600, jitter: 0.01, outliers: 0.02)
    sound.finish()
    #expect(sound.recorded - Double(sound.grid.counts.silent) == Double(sound.next))
    #expect(sound.silent == 0 && sound.cut == 0)
    // 300 millionths of 600 s.
    #expect(abs(sound.worst - 0.18) < 0.012, "\(sound.worst) s")
    #expect(try abs(#require(sound.grid.clockError) - 300) <= 2)
    // A gap is a gap, though.
    sound.sleep(seconds: 0.4)
    sound.record(seconds: 2, jitter: 0.01)
    sound.finish()
    #expect(abs(Double(sound.silent) / 48_000 - 0.4) < 0.012, "\(sound.grid.counts)")
  }

  @Test("get silence in a gap, as long as it is and where it is", arguments: [0.07, 0.7, 1.9, 30])
  func gaps(length: Double) {
    var sound = VirtualSound(clockError: -120, seed: 5)
    sound.record(seconds: 20, jitter: 0.01, outliers: 0.03)
    sound.sleep(seconds: length)
    sound.record(seconds: 20, jitter: 0.01, outliers: 0.03)
    sound.finish()
    #expect(sound.worst < 0.012, "\(sound.worst) s")
    #expect(sound.cut < 1000, "\(sound.grid.counts)")
    let silent = Double(sound.silent - sound.cut) / 48_000
    #expect(abs(silent - length) < 0.012, "\(silent) s")
  }

  @Test("that come late all at once are where they belong")
  func stalls() {
    var sound = VirtualSound(clockError: 80)
    sound.record(seconds: 10, jitter: 0.005)
    for seconds in [0.5, 1.5] {
      let blocks = (0..<Int(seconds * 25)).map { _ in sound.captured(jitter: 0.005) }
      sound.fill()
      for block in blocks { sound.deliver(block) }
      sound.record(seconds: 5, jitter: 0.005)
    }
    #expect(sound.silent == 0 && sound.cut == 0)
    // After two seconds, silence was put in for them.
    var blocks: [() -> (Int, Int64, Int64, Double)] = []
    for _ in 0..<75 {
      blocks.append(sound.captured(jitter: 0.005))
      sound.fill()
    }
    let silent = sound.silent
    #expect(abs(silent - 48_000) < 2500, "\(silent)")
    for block in blocks { sound.deliver(block) }
    sound.record(seconds: 5, jitter: 0.005)
    sound.finish()
    #expect(sound.silent == silent && sound.cut == silent)
    #expect(sound.worst < 0.008, "\(sound.worst) s")
  }

  @Test("do not move when times are wrong together for less than half a second")
  func wrongTimes() {
    var sound = VirtualSound(clockError: 0)
    sound.record(seconds: 3, jitter: 0.003)
    for wrong in [0.11, 0.56, -0.3] {
      for _ in 0..<10 { sound.deliver(sound.captured(wrong: wrong)) }
      sound.record(seconds: 3, jitter: 0.003)
    }
    sound.finish()
    #expect(sound.silent == 0 && sound.cut == 0, "\(sound.grid.counts)")
    #expect(sound.grid.counts.captured == sound.next)
    #expect(sound.worst < 0.004, "\(sound.worst) s")
  }

  @Test("start where most of their first times are")
  func start() {
    var late = VirtualSound(clockError: 0)
    for number in 0..<30 { late.deliver(late.captured(wrong: number % 3 == 0 ? 0.5 : 0.002)) }
    late.record(seconds: 2)
    late.finish()
    #expect(abs(late.worst - 0.002) < 0.000_1, "\(late.worst) s")
    #expect(late.grid.counts.silent == 96)
    // From 20 ms before the start of the recording.
    var grid = SoundGrid(sampleRate: 48_000, limit: 24_000)
    var steps: [SoundGrid.Step] = []
    for number in 0..<60 as Range<Int64> {
      steps += grid.add(480, from: 480 * number, at: (10 * number - 20) * milliseconds)
    }
    #expect(steps.prefix(4) == [.skip(480), .skip(480), .record(480), .record(480)])
    #expect(grid.counts == SampleCounts(captured: 24_000, silent: 0, cut: 0))
    #expect(grid.add(480, from: 28_800, at: 580 * milliseconds) == [.skip(480)])
  }

  @Test("that the device lost are as much silence, whatever their times")
  func lost() {
    var sound = VirtualSound(clockError: 0)
    sound.record(seconds: 2)
    sound.next += 4
    sound.record(seconds: 2)
    #expect(sound.grid.counts.silent == 4)
    sound.next += 480
    sound.record(seconds: 2)
    #expect(sound.grid.counts.silent == 484)
    #expect(sound.grid.counts.cut == 0)
  }

  @Test("survive any numbers of another process")
  func hostile() {
    var random = SeededRandom(seed: 9)
    for followsClock in [true, false] {
      var grid = SoundGrid(sampleRate: 48_000, limit: 480_000, followsClock: followsClock)
      var added = 0
      var taken = 0
      func run(_ steps: [SoundGrid.Step]) {
        for case .skip(let count) in steps { taken += count }
        for case .record(let count) in steps { taken += count }
        for step in steps where step == .skip(0) || step == .record(0) { Issue.record("\(step)") }
      }
      var first: Int64 = 0
      for _ in 0..<20_000 {
        if Int.random(in: 0..<20, using: &random) == 0 { first = Int64(random.next() >> 11) }
        let time = Int64(truncatingIfNeeded: random.next() >> 1) >> Int64.random(in: 0..<40, using: &random)
        let length = Int.random(in: 0...480, using: &random)
        run(grid.add(length, from: first, at: time))
        first += Int64(length)
        added += length
        if Bool.random(using: &random) { run(grid.fill(to: Int64.random(in: 0...1000, using: &random))) }
      }
      run(grid.flush())
      #expect(taken == added)
      #expect(grid.count <= 480_000)
    }
  }

  @Test("of a line are found although its parts are shifted")
  func slope() throws {
    var fit = SlopeFit()
    #expect(fit.slope == nil)
    for (shift, range) in [(0.0, 0..<10), (5, 12..<30), (-100, 40..<41), (2, 50..<90)]
      as [(Double, Range<Int>)]
    {
      for x in range { fit.add(Double(x), 0.25 * Double(x) + shift) }
      fit.startPart()
    }
    #expect(abs(try #require(fit.slope) - 0.25) < 1e-12)
    #expect(median([]) == 0 && median([3]) == 3 && median([4, 1]) == 2.5 && median([9, 1, 2]) == 2)
  }

  @Test("an hour that is cut out takes the samples of its time, also from a clock that is wrong")
  func pause() {
    var right = VirtualSound(clockError: 0, followsClock: false)
    right.record(seconds: 20)
    right.pause { $0.record(seconds: 3600) }
    right.record(seconds: 20)
    right.finish()
    #expect(right.worst <= 0.0001 && right.cut == 0 && right.silent <= 1, "\(right.worst)")
    #expect(abs(right.recorded - right.expected) <= 1 && right.expected < 42 * 48_000)
    var fast = VirtualSound(clockError: 300, seed: 2)
    fast.record(seconds: 120, jitter: 0.005)
    fast.pause { $0.record(seconds: 3600, jitter: 0.005) }
    fast.record(seconds: 120, jitter: 0.005)
    fast.finish()
    #expect(fast.worst <= 0.02 && fast.cut <= 480 && fast.silent <= 480, "\(fast.worst)")
    #expect(abs((fast.grid.clockError ?? 0) - 300) <= 10)
    // A pause during which the source gives nothing.
    var asleep = VirtualSound(clockError: 0)
    asleep.record(seconds: 20)
    asleep.pause { $0.sleep(seconds: 30) }
    asleep.record(seconds: 20)
    asleep.finish()
    #expect(asleep.worst <= 0.02, "\(asleep.worst)")
    #expect(abs(asleep.recorded - asleep.expected) <= 48_000 / 10, "\(asleep.recorded)")
  }

  @Test(
    "are in their places behind a pause with a gap, during whose end the source gives nothing",
    arguments: [true, false])
  func gapInPause(followsClock: Bool) {
    var sound = VirtualSound(clockError: 0, followsClock: followsClock)
    sound.record(seconds: 20)
    sound.pause { sound in
      sound.record(seconds: 5)
      sound.sleep(seconds: 3)
      sound.record(seconds: 3)
    }
    // Silence is put in before the source gives something again.
    sound.sleep(seconds: 6)
    sound.record(seconds: 20)
    sound.finish()
    #expect(sound.worst <= 0.02 && sound.cut <= 1, "\(sound.worst), \(sound.grid.counts)")
    #expect(abs(sound.recorded - sound.expected) <= 48_000 / 10, "\(sound.recorded)")
  }

  @Test("short pauses, one after the other, and one that cuts nothing out")
  func pauses() {
    var grid = SoundGrid(sampleRate: 48_000, followsClock: false)
    var steps: [SoundGrid.Step] = []
    for number in 0..<100 as Range<Int64> {
      if number == 30 { grid.pause(at: 14_500) }
      if number == 40 { grid.resume(from: 19_700) }
      // 5,200 samples are out, so this one is from place 24,900 on.
      if number == 50 { grid.pause(at: 19_700) }
      if number == 51 { grid.resume(from: 24_900) }
      if number == 60 { grid.pause(at: 30_000) }
      if number == 90 { grid.resume(from: 44_000) }
      steps += grid.add(480, from: 480 * number, at: 10 * number * milliseconds)
    }
    steps += grid.flush()
    // 14,500, then up to 30,000 in the film, then 4,000 of the 48,000.
    #expect(grid.count == 34_000 && grid.counts == SampleCounts(captured: 34_000, silent: 0, cut: 0))
    let skipped = steps.reduce(0) { if case .skip(let count) = $1 { $0 + count } else { $0 } }
    #expect(skipped == 14_000)
  }
}
