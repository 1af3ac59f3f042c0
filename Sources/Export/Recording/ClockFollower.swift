/// Where the samples of a device are on the recorder's clock, from times that jitter.
///
/// A device counts its samples by a clock of its own, which is wrong by some ten or hundred millionths. A line gives
/// each sample its place, and a slow loop (time constant 10 s) moves and turns the line after the times. Places are in
/// samples of the recording, from its start.
struct ClockFollower {
  private let sampleRate: Double
  /// A point of the line: a sample and its place.
  private var point: (sample: Int64, place: Double)
  /// Samples of the recording for each sample of the device, minus one: below zero for a clock that is fast.
  private(set) var slope = 0.0
  /// How far the times of the last second are from the line, in samples.
  private var distances: [Double] = []
  /// All times so far, by seconds.
  private var fit = SlopeFit()
  private let origin: Int64

  /// A loop of the second order without overshoot: how much of a distance moves the line, and turns it, in a second.
  private static let (moves, turns) = (0.1, 0.0025)
  /// No clock is that wrong.
  private static let mostSlope = 0.01
  /// Before this many seconds, the clock's error is a guess.
  private static let secondsOfFit = 30

  init(sampleRate: Int, sample: Int64, place: Double) {
    self.sampleRate = Double(sampleRate)
    point = (sample, place)
    origin = sample
  }

  func place(of sample: Int64) -> Double {
    point.place + Double(sample - point.sample) * (1 + slope)
  }

  /// Takes the distance of a sample's time from its place. A single one changes nothing: each second counts by its
  /// median.
  mutating func follow(_ distance: Double, of sample: Int64) {
    distances.append(distance)
    let seconds = Double(sample - point.sample) / sampleRate
    guard seconds >= 1 else { return }
    let middle = median(distances)
    distances.removeAll(keepingCapacity: true)
    let before = place(of: sample)
    fit.add(Double(sample - origin) / sampleRate, (before + middle - Double(sample)) / sampleRate)
    point = (sample, before + middle * Self.moves * min(seconds, 5))
    slope += middle / sampleRate * Self.turns * min(seconds, 5)
    slope = max(-Self.mostSlope, min(slope, Self.mostSlope))
  }

  /// Moves the line: from this sample on, samples are later by this many samples of the recording.
  mutating func jump(_ distance: Double, at sample: Int64) {
    point = (sample, place(of: sample) + distance)
    distances.removeAll(keepingCapacity: true)
    fit.startPart()
  }

  /// How much faster the device's clock is than the recorder's, in millionths; nil before half a minute.
  var clockError: Int? {
    guard fit.count >= Self.secondsOfFit, let slope = fit.slope, abs(slope) < 0.5 else { return nil }
    return Int((-slope / (1 + slope) * 1_000_000).rounded())
  }
}

/// The common slope of the lines through points, of which each part may be shifted against the others.
struct SlopeFit {
  private(set) var count = 0
  private var (xx, xy) = (0.0, 0.0)
  private var (countOfPart, middleX, middleY) = (0.0, 0.0, 0.0)

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    countOfPart += 1
    let fromMiddle = x - middleX
    middleX += fromMiddle / countOfPart
    middleY += (y - middleY) / countOfPart
    xx += fromMiddle * (x - middleX)
    xy += fromMiddle * (y - middleY)
  }

  mutating func startPart() { (countOfPart, middleX, middleY) = (0, 0, 0) }

  /// Nil if all points are at one x.
  var slope: Double? { xx > 0 ? xy / xx : nil }
}

/// Zero of nothing.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard let last = sorted.last else { return 0 }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2)
    ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted.count == 1 ? last : sorted[middle]
}
