import Basics
import Composition

/// Limits true peaks, including those between samples. All channels share one gain.
///
/// Looks 5 ms ahead: the gain falls linearly before a peak and recovers afterwards, and is never higher than
/// any sample within reach needs.
final class PeakLimiter: SoundEffect {
  private let level: SteppedParameter
  private let margin: Double
  private let window: Int
  private let recovery: Double
  private var oversampler: [Oversampler]
  /// Samples that wait for their gain, one plane per channel.
  private var waiting: [[Float]]
  private var neededBefore = 1.0
  private var gain = 1.0
  private var minimum: SlidingMinimum
  private var average: SlidingAverage

  /// The limit is `level` times `margin`.
  init(level: Curve, _ mix: MixFormat, margin: Double) {
    self.level = SteppedParameter(level, sampleRate: mix.sampleRate)
    self.margin = margin
    window = max(1, mix.sampleRate / 200)
    recovery = 1 - powerOf2(-1.4426950408889634 / (0.1 * Double(mix.sampleRate)))
    oversampler = Array(repeating: Oversampler(), count: mix.channelCount)
    minimum = SlidingMinimum(length: window)
    average = SlidingAverage(length: window)
    let delay = Oversampler.reach + window - 1
    waiting = Array(repeating: [Float](repeating: 0, count: delay), count: mix.channelCount)
  }

  var latency: Int { Oversampler.reach + window - 1 }

  /// The lowest limit within a block: samples below it need no closer look.
  private func lowestLimit(from first: Int64, count: Int) -> Float {
    var lowest = level.value(at: first)
    for offset in stride(from: 0, through: Int64(count), by: Int(SteppedParameter.step)) {
      lowest = min(lowest, level.value(at: first + Int64(offset)))
    }
    return Float(lowest * margin)
  }

  func process(_ planes: inout [[Float]], from position: Int64) {
    let count = planes.first?.count ?? 0
    var peaks = [Float](repeating: 0, count: count)
    // The peaks belong to the samples that came `reach` earlier.
    let first = position - Int64(Oversampler.reach)
    let lowest = lowestLimit(from: first, count: count)
    for channel in planes.indices {
      oversampler[channel].addPeaks(of: planes[channel], to: &peaks, above: lowest)
      waiting[channel] += planes[channel]
    }
    var gains = [Float](repeating: 1, count: count)
    var limit = 1.0
    for index in 0..<count {
      let moment = first + Int64(index)
      if isStep(moment, first: first) { limit = level.value(at: moment) * margin }
      let peak = Double(peaks[index])
      let needed = peak > limit ? limit / peak : 1
      // A peak between two samples applies to both.
      gain = min(needed, neededBefore, gain + (1 - gain) * recovery)
      neededBefore = needed
      gains[index] = Float(average.add(minimum.add(gain)))
    }
    for channel in planes.indices {
      planes[channel] = Array(waiting[channel].prefix(count))
      waiting[channel].removeFirst(count)
      multiply(&planes[channel], by: gains)
    }
  }
}

/// The true peaks at and after each sample: fourfold oversampling, with 24 taps per filter.
struct Oversampler {
  /// The number of later samples that a peak depends on.
  static let reach = 12
  private static let taps = 24
  private var history = [Float](repeating: 0, count: taps - 1)

  /// One filter for each quarter between a sample and the next: a sinc, windowed by a squared half-cosine.
  private static let filters: [[Float]] = (1...3).map { quarter in
    (0..<taps).map { tap in
      let distance = Double(tap - (taps / 2 - 1)) - Double(quarter) / 4
      let sinc = sine(ofTurns: distance / 2) / (Double.pi * distance)
      let window = cosine(ofTurns: distance / Double(taps) / 2)
      return Float(sinc * window * window)
    }
  }

  /// The greatest possible peak between samples up to 1, with a margin for rounding.
  private static let reserve = 1.01 * (filters.map { $0.reduce(0) { $0 + $1.magnitude } }.max() ?? 1)
  private static let part = 64

  /// Raises each value to the peak at the sample that came `reach` earlier. If no peak between samples can
  /// exceed `level`, only the samples themselves count.
  mutating func addPeaks(of samples: [Float], to peaks: inout [Float], above level: Float) {
    let line = history + samples
    line.withUnsafeBufferPointer { line in
      for start in stride(from: 0, to: samples.count, by: Self.part) {
        let end = min(samples.count, start + Self.part)
        var highest: Float = 0
        for index in start..<end + Self.taps - 1 { highest = max(highest, line[index].magnitude) }
        for index in start..<end {
          peaks[index] = max(peaks[index], line[index + Self.taps / 2 - 1].magnitude)
          guard highest * Self.reserve >= level else { continue }
          peaks[index] = max(peaks[index], Self.peak(after: index, in: line))
        }
      }
    }
    history = Array(line.suffix(Self.taps - 1))
  }

  /// The greatest magnitude at the three quarters between two samples.
  private static func peak(after index: Int, in line: UnsafeBufferPointer<Float>) -> Float {
    var peak: Float = 0
    for filter in filters {
      filter.withUnsafeBufferPointer { filter in
        var sum: Float = 0
        for tap in 0..<taps { sum += filter[tap] * line[index + tap] }
        peak = max(peak, sum.magnitude)
      }
    }
    return peak
  }
}

/// The minimum of the last values.
struct SlidingMinimum {
  private let length: Int
  private var rising: [(index: Int, value: Double)] = []
  private var first = 0
  private var count = 0

  init(length: Int) { self.length = length }

  mutating func add(_ value: Double) -> Double {
    while rising.count > first, let last = rising.last, last.value >= value { rising.removeLast() }
    rising.append((count, value))
    while rising[first].index <= count - length { first += 1 }
    if first > 4096 {
      rising.removeFirst(first)
      first = 0
    }
    count += 1
    return rising[first].value
  }
}

/// The mean of the last values from 0 to 1, in integers, so that rounding errors do not accumulate.
struct SlidingAverage {
  private static let one = 1_073_741_824.0
  private var numbers: [Int64]
  private var sum: Int64
  private var next = 0

  init(length: Int) {
    numbers = Array(repeating: Int64(Self.one), count: length)
    sum = Int64(length) * Int64(Self.one)
  }

  mutating func add(_ value: Double) -> Double {
    let number = Int64((min(max(value, 0), 1) * Self.one).rounded(.down))
    sum += number - numbers[next]
    numbers[next] = number
    next = (next + 1) % numbers.count
    return Double(sum) / Double(numbers.count) / Self.one
  }
}
