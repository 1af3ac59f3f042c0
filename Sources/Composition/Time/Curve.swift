package import Basics

/// A number over time: constant before its first key and after its last, eased between keys.
package struct Curve: Hashable, Sendable, Codable {
  /// Sorted by time; two keys at one time are a jump. Never empty.
  package let keys: [Key]

  package struct Key: Hashable, Sendable, Codable {
    package let time: RationalTime
    package let value: Double
    /// How the value moves to the next key.
    package let easing: Easing

    package init(time: RationalTime, value: Double, easing: Easing = .linear) {
      self.time = time
      self.value = value
      self.easing = easing
    }
  }

  package static func constant(_ value: Double) -> Curve {
    Curve(first: Key(time: .zero, value: value), others: [])
  }

  /// Nil if there is no key or their times decrease.
  package init?(_ keys: [Key]) {
    guard let first = keys.first, zip(keys, keys.dropFirst()).allSatisfy({ $0.time <= $1.time }) else {
      return nil
    }
    self.init(first: first, others: keys.dropFirst())
  }

  private init(first: Key, others: ArraySlice<Key>) {
    keys = [first] + others
  }

  /// The value everywhere; nil if it changes.
  package var constantValue: Double? {
    keys.allSatisfy { $0.value == keys[0].value } ? keys[0].value : nil
  }

  /// The value at a moment; at a jump the later key counts.
  package func value(at time: RationalTime) -> Double {
    let next = keys.partitioningIndex { $0.time > time }
    guard next < keys.count else { return keys[keys.count - 1].value }
    guard next > 0 else { return keys[0].value }
    let from = keys[next - 1]
    let to = keys[next]
    let progress = Self.progress(of: time, from: from.time, to: to.time)
    return from.value + (to.value - from.value) * from.easing.progress(at: progress)
  }

  /// The value just before a moment; at a jump the earlier key counts.
  package func value(before time: RationalTime) -> Double {
    let next = keys.partitioningIndex { $0.time >= time }
    guard next < keys.count else { return keys[keys.count - 1].value }
    guard next > 0 else { return keys[0].value }
    let from = keys[next - 1]
    if from.easing == .hold { return from.value }
    let progress = Self.progress(of: time, from: from.time, to: keys[next].time)
    return from.value + (keys[next].value - from.value) * from.easing.progress(at: progress)
  }

  private static func progress(of time: RationalTime, from: RationalTime, to: RationalTime) -> Double {
    guard let passed = try? time - from, let whole = try? to - from else { return 0 }
    return passed.inSeconds / whole.inSeconds
  }

  /// The same values over `range`, without keys that have no effect there.
  ///
  /// Two curves that agree in a range usually become equal, which makes a segment's key independent of
  /// changes elsewhere.
  package func restricted(to range: TimeRange) -> Curve {
    let first = max(0, keys.partitioningIndex { $0.time > range.start } - 1)
    let last = min(keys.count - 1, keys.partitioningIndex { $0.time >= range.end })
    guard first < last else { return .constant(value(at: range.start)) }
    var kept = keys[first...last]
    // A constant value needs a key neither at its start nor at its end.
    while kept.count > 1, let next = kept.dropFirst().first, next.value == kept[kept.startIndex].value {
      kept = kept.dropFirst()
    }
    while kept.count > 1, let end = kept.last, let before = kept.dropLast().last,
      before.value == end.value || (before.easing == .hold && range.end <= end.time)
    {
      kept = kept.dropLast()
    }
    let start = kept[kept.startIndex]
    guard kept.count > 1 else { return .constant(start.value) }
    // The start of a held value does not matter either.
    let isHolding = start.easing == .hold && start.time < range.start
    // Nor does the easing of the last key, which is at the end of the range or after it.
    let end = kept[kept.endIndex - 1]
    kept[kept.endIndex - 1] = Key(time: end.time, value: end.value)
    return Curve(
      first: isHolding ? Key(time: range.start, value: start.value, easing: .hold) : start,
      others: kept.dropFirst())
  }

  /// The curve delayed by `offset`; a constant does not change.
  package func shifted(by offset: RationalTime) throws(TimeOverflow) -> Curve {
    if let constantValue { return .constant(constantValue) }
    var moved: [Key] = []
    for key in keys {
      moved.append(Key(time: try key.time + offset, value: key.value, easing: key.easing))
    }
    return Curve(moved) ?? self
  }

  /// The curve with other values at the same times.
  package func mapValues(_ change: (Double) -> Double) -> Curve {
    let changed = keys.map { Key(time: $0.time, value: change($0.value), easing: $0.easing) }
    return Curve(changed) ?? self
  }
}

extension Curve {
  private enum CodingKeys: String, CodingKey {
    case keys
  }

  /// Decodes through the failable initializer, which checks that the times of the keys rise.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard let curve = Curve(try members.decode([Key].self, forKey: .keys)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .keys, in: members, debugDescription: "a curve needs keys in rising time")
    }
    self = curve
  }
}
