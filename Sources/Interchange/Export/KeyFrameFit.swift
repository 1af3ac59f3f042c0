import Basics
import Composition

/// Converts changes over an item to key frames with the same value at the start of each frame.
struct KeyFrameFit {
  let rate: FrameRate
  /// The start of the item, from which its curves count.
  let origin: RationalTime
  /// The part of the film that the clip plays; key frames count from its start.
  let range: TimeRange
  /// Whether an interval has too many frames for a key on each frame that needs one.
  private(set) var isRough = false

  init(rate: FrameRate, origin: RationalTime, range: TimeRange) {
    self.rate = rate
    self.origin = origin
    self.range = range
  }

  /// The key frames of values computed from `curves`; nil if one cannot be computed. `bends` allows eased
  /// intervals; otherwise all are linear.
  mutating func curve(
    of curves: [Curve], tolerance: Double, bends: Bool = true, _ values: (RationalTime) -> [Double]?
  ) throws(TimeOverflow) -> InterchangeCurve? {
    let changing = curves.filter { $0.constantValue == nil }
    let (first, last) = (try range.start - origin, try range.end - origin)
    let inside = changing.flatMap { $0.keys.map(\.time) }.filter { first < $0 && $0 < last }
    let moments = Set(inside + [first, last]).sorted()
    var keys: [InterchangeCurve.Key] = []
    for (start, end) in zip(moments, moments.dropFirst()) {
      guard let way = try way(start, end, changing, tolerance, bends, values) else { return nil }
      keys += way
    }
    guard let end = values(last) else { return nil }
    keys.append(InterchangeCurve.Key(time: last, values: end))
    return try InterchangeCurve(keys)?.simplified(tolerance).shifted(by: -first)
  }

  /// The keys from one time up to another, between which no curve has a key.
  private mutating func way(
    _ start: RationalTime, _ end: RationalTime, _ curves: [Curve], _ tolerance: Double, _ bends: Bool,
    _ values: (RationalTime) -> [Double]?
  ) throws(TimeOverflow) -> [InterchangeCurve.Key]? {
    guard let from = values(start), let to = values(end) else { return nil }
    let frames = try frames(between: start, end)
    let probes = try times(in: frames, most: 64)
    var seen: [(part: Double, values: [Double])] = []
    for probe in probes {
      guard let found = values(probe) else { return nil }
      let part = (probe.inSeconds - start.inSeconds) / (end.inSeconds - start.inSeconds)
      seen.append((part, found))
    }
    func isNear(_ end: [Double], _ progress: (Double) -> Double) -> Bool {
      seen.allSatisfy { part, values in
        values.indices.allSatisfy { number in
          abs(values[number] - from[number] - (end[number] - from[number]) * progress(part)) <= tolerance
        }
      }
    }
    if isNear(to, { $0 }) { return [InterchangeCurve.Key(time: start, values: from)] }
    if bends {
      for curve in curves {
        guard let key = curve.keys.first(where: { $0.time == start }),
          let easing = InterchangeEasing(key.easing),
          isNear(to, key.easing.progress)
        else { continue }
        return [InterchangeCurve.Key(time: start, values: from, easing: easing)]
      }
    }
    if isNear(from, { $0 }), let last = try times(in: frames.suffix(1), most: 1).first {
      // The values are constant until the last frame before the end.
      return [
        InterchangeCurve.Key(time: start, values: from), InterchangeCurve.Key(time: last, values: from),
      ]
    }
    let most = 5000
    if frames.count > most { isRough = true }
    var keys = [InterchangeCurve.Key(time: start, values: from)]
    for time in try times(in: frames, most: most) {
      guard let found = values(time) else { return nil }
      keys.append(InterchangeCurve.Key(time: time, values: found))
    }
    return keys
  }

  /// The frames that start between two times of the item.
  private func frames(between start: RationalTime, _ end: RationalTime) throws(TimeOverflow) -> Range<Int64> {
    guard let first = rate.frame(at: try origin + start), let last = rate.frame(at: try origin + end) else {
      throw TimeOverflow()
    }
    var (low, high) = (first.value, last.value)
    while try rate.start(ofFrame: low) <= origin + start { low += 1 }
    while try rate.start(ofFrame: high) >= origin + end { high -= 1 }
    return low..<max(low, high + 1)
  }

  /// The starts of at most `most` frames, evenly spread, in the item's own time.
  private func times(in frames: Range<Int64>, most: Int) throws(TimeOverflow) -> [RationalTime] {
    let step = max(1, frames.count / most)
    var times: [RationalTime] = []
    for frame in stride(from: frames.lowerBound, to: frames.upperBound, by: step) {
      times.append(try rate.start(ofFrame: frame) - origin)
    }
    return times
  }
}

extension InterchangeEasing {
  /// Nil for an easing that a timeline cannot express.
  fileprivate init?(_ easing: Easing) {
    switch easing {
    case .linear: self = .linear
    case .cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1): self = .easeIn
    case .cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1): self = .easeOut
    case .cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1): self = .easeInOut
    case .cubicBezier, .spring, .shaped, .hold: return nil
    }
  }
}
