import Basics

/// A set of frames as ascending ranges that do not touch.
struct FrameSet: Hashable, Sendable {
  private(set) var ranges: [Range<Int64>] = []

  init() {}

  /// All frames of the ranges, which may overlap.
  init(_ ranges: [Range<Int64>]) {
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        self.ranges[self.ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// Adds a range, merged with those that it touches.
  mutating func insert(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    let first = ranges.partitioningIndex { $0.upperBound >= range.lowerBound }
    var end = first
    var joined = range
    while end < ranges.count, ranges[end].lowerBound <= range.upperBound {
      let other = ranges[end]
      joined =
        min(joined.lowerBound, other.lowerBound)..<max(joined.upperBound, other.upperBound)
      end += 1
    }
    ranges.replaceSubrange(first..<end, with: [joined])
  }

  /// Whether it contains all of these frames.
  func contains(_ range: Range<Int64>) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= range.upperBound }
    return index < ranges.count && ranges[index].lowerBound <= range.lowerBound
  }

  /// Whether it contains any of these frames.
  func overlaps(_ range: Range<Int64>) -> Bool {
    guard !range.isEmpty else { return false }
    let index = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    return index < ranges.count && ranges[index].lowerBound < range.upperBound
  }

  /// Its parts within a range.
  func ranges(in range: Range<Int64>) -> [Range<Int64>] {
    let first = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    return ranges[first...].prefix { $0.lowerBound < range.upperBound }.map { $0.clamped(to: range) }
  }
}
