package import Basics

/// Numbers that change together over the time of a clip; constant before the first key and after the last.
package struct InterchangeCurve: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    /// From the start of the clip; keys may be outside of the played part.
    package var time: RationalTime
    package var values: [Double]
    /// The interpolation to the next key.
    package var easing: InterchangeEasing

    package init(time: RationalTime, values: [Double], easing: InterchangeEasing = .linear) {
      self.time = time
      self.values = values
      self.easing = easing
    }
  }

  /// Never empty, in strictly rising order of time.
  package private(set) var keys: [Key]

  /// Nil if there are no keys, or their times do not rise strictly.
  package init?(_ keys: [Key]) {
    guard !keys.isEmpty, zip(keys, keys.dropFirst()).allSatisfy({ $0.time < $1.time }),
      keys.allSatisfy({ $0.values.count == keys[0].values.count })
    else { return nil }
    self.keys = keys
  }

  package init(constant values: [Double]) { keys = [Key(time: .zero, values: values)] }

  /// The numbers at the first key.
  package var first: [Double] { keys[0].values }

  package var isConstant: Bool { keys.allSatisfy { $0.values == keys[0].values } }

  package func values(at time: RationalTime) -> [Double] {
    let next = keys.partitioningIndex { $0.time > time }
    guard next < keys.count else { return keys[keys.count - 1].values }
    guard next > 0 else { return keys[0].values }
    let (from, to) = (keys[next - 1], keys[next])
    guard let passed = try? time - from.time, let whole = try? to.time - from.time else { return from.values }
    return Self.values(from, to, at: passed.inSeconds / whole.inSeconds)
  }

  /// The values when `part` of the time between two keys has passed.
  static func values(_ from: Key, _ to: Key, at part: Double) -> [Double] {
    let progress = from.easing.progress(at: part)
    return zip(from.values, to.values).map { first, last in
      guard from.easing == .decibels else { return first + (last - first) * progress }
      if progress <= 0 { return first }
      let (first, last) = (decibelsOfFactor(first), decibelsOfFactor(last))
      return factorOfDecibels(first + (last - first) * progress)
    }
  }

  /// The same curve, delayed by `offset`.
  package func shifted(by offset: RationalTime) throws(TimeOverflow) -> InterchangeCurve {
    var moved = self
    for index in keys.indices { moved.keys[index].time = try keys[index].time + offset }
    return moved
  }

  package func map(_ change: ([Double]) -> [Double]) -> InterchangeCurve {
    var changed = self
    for index in keys.indices { changed.keys[index].values = change(keys[index].values) }
    return changed
  }
}

/// The interpolation from one key to the next.
package enum InterchangeEasing: String, Hashable, Sendable {
  case linear
  /// Slow at the start.
  case easeIn = "ease-in"
  /// Slow at the end.
  case easeOut = "ease-out"
  case easeInOut = "ease-in-out"
  /// Factors whose levels in decibels are linear.
  case decibels

  package init(slowAtFirst: Bool, slowAtLast: Bool) {
    self =
      slowAtFirst ? (slowAtLast ? .easeInOut : .easeIn) : (slowAtLast ? .easeOut : .linear)
  }

  package var isSlowAtFirst: Bool { self == .easeIn || self == .easeInOut }
  package var isSlowAtLast: Bool { self == .easeOut || self == .easeInOut }

  /// The progress from 0 to 1 when `part` of the time has passed, by the timing curves of CSS, as in scripts;
  /// that of the levels for `decibels`.
  func progress(at part: Double) -> Double {
    guard self != .linear, self != .decibels, part > 0, part < 1 else { return min(max(part, 0), 1) }
    let (x1, x2) = (isSlowAtFirst ? 0.42 : 0, isSlowAtLast ? 0.58 : 1)
    var (low, high) = (0.0, 1.0)
    // The time rises with the parameter, and 60 halvings exhaust the precision of a double.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let rest = 1 - middle
      let x = 3 * rest * rest * middle * x1 + 3 * rest * middle * middle * x2 + middle * middle * middle
      if x < part { low = middle } else { high = middle }
    }
    // All three curves have y1 = 0 and y2 = 1.
    let parameter = (low + high) / 2
    return parameter * parameter * (3 - 2 * parameter)
  }
}

extension InterchangeCurve {
  /// The curve without keys that lie on a line between others, up to `tolerance`, and without those that only
  /// mark where constant values start or end.
  package func simplified(_ tolerance: Double) -> InterchangeCurve {
    var keys = keys
    while keys.count > 1, keys[keys.count - 1].values == keys[keys.count - 2].values { keys.removeLast() }
    while keys.count > 1, keys[0].values == keys[1].values { keys.removeFirst() }
    guard keys.count < self.keys.count else { return withoutStraightKeys(tolerance) }
    return InterchangeCurve(keys)?.withoutStraightKeys(tolerance) ?? self
  }

  /// The curve without keys that lie on a line between others, up to `tolerance`.
  func withoutStraightKeys(_ tolerance: Double) -> InterchangeCurve {
    var kept: [Key] = []
    var index = 0
    while index < keys.count {
      kept.append(keys[index])
      // At most 100 keys ahead, so that the time is not quadratic.
      var next = index + 1
      while next + 1 < min(keys.count, index + 100), isStraight(from: index, to: next + 1, tolerance) {
        next += 1
      }
      index = next
    }
    return InterchangeCurve(kept) ?? self
  }

  private func isStraight(from start: Int, to end: Int, _ tolerance: Double) -> Bool {
    let (first, last) = (keys[start], keys[end])
    let whole = last.time.inSeconds - first.time.inSeconds
    let isLevel = first.easing == .decibels
    guard isLevel || first.easing == .linear else { return false }
    let level = { (value: Double) in isLevel ? decibelsOfFactor(value) : value }
    // A ten-thousandth of a decibel changes a factor by about 1e-5.
    let tolerance = isLevel ? 1e-4 : tolerance
    return (start..<end).allSatisfy { index in
      let part = (keys[index].time.inSeconds - first.time.inSeconds) / whole
      return keys[index].easing == first.easing
        && keys[index].values.indices.allSatisfy { number in
          let (from, to) = (level(first.values[number]), level(last.values[number]))
          return abs(level(keys[index].values[number]) - from - (to - from) * part) <= tolerance
        }
    }
  }

  /// The part of the curve inside a clip of this length.
  ///
  /// An eased interval that is cut is no longer a standard easing and becomes line segments.
  func within(_ length: RationalTime) throws(TimeOverflow) -> InterchangeCurve {
    guard keys.count > 1, keys[0].time.isNegative || keys[keys.count - 1].time > length, length > .zero else {
      return self
    }
    var kept: [Key] = []
    for (from, to) in zip(keys, keys.dropFirst()) where to.time > .zero && from.time < length {
      let (start, end) = (max(from.time, .zero), min(to.time, length))
      let isCut = from.time < start || end < to.time
      let pieces: Int64 = isCut && ![.linear, .decibels].contains(from.easing) ? 32 : 1
      for piece in 0..<pieces {
        let time = try start + (end - start).scaled(by: piece, over: pieces)
        kept.append(Key(time: time, values: values(at: time), easing: pieces > 1 ? .linear : from.easing))
      }
      kept.append(Key(time: end, values: values(at: end)))
    }
    // The end of one interval is the start of the next.
    let joined = kept.enumerated().filter { index, key in
      index + 1 == kept.count || key.time < kept[index + 1].time
    }.map(\.element)
    return InterchangeCurve(joined)
      ?? InterchangeCurve(constant: values(at: keys[0].time.isNegative ? .zero : length))
  }

  /// Both curves as one, with the numbers of this curve first; nil if their easings differ.
  func joined(with other: InterchangeCurve) -> InterchangeCurve? {
    let isAlike = keys.map(\.time) == other.keys.map(\.time) && keys.map(\.easing) == other.keys.map(\.easing)
    let curves = [self, other].filter { !$0.isConstant }
    let isStraight = curves.allSatisfy { $0.keys.allSatisfy { $0.easing == .linear } }
    guard isAlike || isStraight || curves.count < 2 else { return nil }
    let leading = isAlike ? [self] : curves.isEmpty ? [self] : curves
    var joined: [Key] = []
    for key in leading.flatMap(\.keys).sorted(by: { $0.time < $1.time }) where joined.last?.time != key.time {
      joined.append(
        Key(time: key.time, values: values(at: key.time) + other.values(at: key.time), easing: key.easing))
    }
    return InterchangeCurve(joined)
  }
}
