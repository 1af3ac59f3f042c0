/// A half-open range of times, from `start` up to but not including `end`; possibly empty, never reversed.
package struct TimeRange: Hashable, Sendable {
  package let start: RationalTime
  package let end: RationalTime

  package static let zero = TimeRange(at: .zero)

  /// Nil if the end is before the start.
  package init?(start: RationalTime, end: RationalTime) {
    guard start <= end else { return nil }
    self.init(ordered: start, end)
  }

  /// Nil if the duration is negative.
  package init?(start: RationalTime, duration: RationalTime) throws(TimeOverflow) {
    guard !duration.isNegative else { return nil }
    self.start = start
    self.end = try start + duration
  }

  /// The empty range at a moment.
  package init(at moment: RationalTime) {
    start = moment
    end = moment
  }

  // The caller knows that start <= end.
  private init(ordered start: RationalTime, _ end: RationalTime) {
    self.start = start
    self.end = end
  }

  package var isEmpty: Bool { start == end }

  package func duration() throws(TimeOverflow) -> RationalTime { try end - start }

  package func contains(_ moment: RationalTime) -> Bool { start <= moment && moment < end }

  /// Whether the other range is within this one; an empty range may also be at its end.
  package func contains(_ other: TimeRange) -> Bool { start <= other.start && other.end <= end }

  /// The intersection of both ranges, or nil if they share no moment.
  package func intersection(_ other: TimeRange) -> TimeRange? {
    let start = max(start, other.start)
    let end = min(end, other.end)
    return start < end ? TimeRange(ordered: start, end) : nil
  }

  /// The smallest range that contains both.
  package func union(_ other: TimeRange) -> TimeRange {
    TimeRange(ordered: min(start, other.start), max(end, other.end))
  }

  /// The range moved later by `offset`.
  package func shifted(by offset: RationalTime) throws(TimeOverflow) -> TimeRange {
    try TimeRange(ordered: start + offset, end + offset)
  }
}

/// The duration of something in its own time.
///
/// The *infinite* and *indefinite* values of `CMTime` are separate cases here, so that arithmetic never meets
/// them.
package enum Extent: Hashable, Sendable, Codable {
  case finite(RationalTime)
  /// A still picture or a generator: any length.
  case infinite
  /// A stream whose length is unknown until all of it is read.
  case indefinite

  package var finite: RationalTime? {
    if case .finite(let time) = self { time } else { nil }
  }
}
