package import Basics
package import ContentDigest

/// Columns of two aligned films that a review shows.
package struct ReviewSpan: Hashable, Sendable {
  package var columns: Range<Int64>
  /// Whether a picture in it differs.
  package var hasPictures: Bool
  /// Whether a sound in it differs.
  package var hasSound: Bool
  /// The number of its columns before it was shortened.
  package var wholeCount: Int64

  package var isShortened: Bool { Int64(columns.count) < wholeCount }
}

/// A sound of a film: equal keys mean equal content, wherever it plays.
package struct ReviewSound: Hashable, Sendable {
  package var key: ContentDigest
  package var timelineRange: TimeRange

  package init(key: ContentDigest, timelineRange: TimeRange) {
    self.key = key
    self.timelineRange = timelineRange
  }
}

extension FilmAlignment {
  /// The columns in which the films differ, with half a second on either side, joined where less than two
  /// seconds are between them.
  package func spans(sounds: [Range<Int64>], rate: FrameRate) -> [ReviewSpan] {
    let margin = rate.frame(at: RationalTime(1, 2) ?? .zero)?.value ?? 0
    let least = rate.frame(at: RationalTime(seconds: 2))?.value ?? 0
    let all = 0..<columnCount
    let changes =
      differentColumns.map { (columns: $0, isSound: false) } + sounds.map { (columns: $0, isSound: true) }
    var spans: [ReviewSpan] = []
    for change in changes.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      let wide = (change.columns.lowerBound - margin..<change.columns.upperBound + margin).clamped(to: all)
      guard !wide.isEmpty else { continue }
      if var last = spans.last, wide.lowerBound - last.columns.upperBound < least {
        last.columns = last.columns.lowerBound..<max(last.columns.upperBound, wide.upperBound)
        last.hasPictures = last.hasPictures || !change.isSound
        last.hasSound = last.hasSound || change.isSound
        last.wholeCount = Int64(last.columns.count)
        spans[spans.count - 1] = last
      } else {
        spans.append(
          ReviewSpan(
            columns: wide, hasPictures: !change.isSound, hasSound: change.isSound,
            wholeCount: Int64(wide.count)))
      }
    }
    return spans
  }

  /// The columns in which a sound plays that the other film does not play at the same place.
  package func soundColumns(old: [ReviewSound], new: [ReviewSound], rate: FrameRate) -> [Range<Int64>] {
    var waiting: [ReviewSound: Int] = [:]
    for sound in old { waiting[sound, default: 0] += 1 }
    var changed: [Range<Int64>?] = []
    for sound in new {
      if let match = before(sound, rate), let count = waiting[match], count > 0 {
        waiting[match] = count - 1
      } else {
        changed.append(columns(of: sound, in: .new, rate))
      }
    }
    for sound in old {
      guard let count = waiting[sound], count > 0 else { continue }
      waiting[sound] = count - 1
      changed.append(columns(of: sound, in: .old, rate))
    }
    return changed.compactMap(\.self)
  }

  /// The sound as the old film plays it, if it has moved with the picture.
  private func before(_ sound: ReviewSound, _ rate: FrameRate) -> ReviewSound? {
    guard let first = rate.frame(at: sound.timelineRange.start)?.value,
      let shift = shift(at: first) ?? shift(at: max(0, first - 1)),
      let offset = try? rate.start(ofFrame: shift),
      let range = try? sound.timelineRange.shifted(by: .zero - offset)
    else { return nil }
    return ReviewSound(key: sound.key, timelineRange: range)
  }

  private func columns(
    of sound: ReviewSound, in side: ReviewSide, _ rate: FrameRate
  ) -> Range<Int64>? {
    guard let first = rate.frame(at: sound.timelineRange.start)?.value,
      let end = rate.frame(at: sound.timelineRange.end)?.value
    else { return nil }
    return columns(of: first..<max(first + 1, end), in: side)
  }
}

extension [ReviewSpan] {
  /// Spans of nothing but sound are cut to their middle, because a changed volume lasts as long as its item.
  package func shorteningSounds(to count: Int64) -> [ReviewSpan] {
    map { $0.hasPictures ? $0 : $0.shortened(to: count) }
  }

  /// The spans with at most so many columns together: long ones are cut to their middle, all to the same length.
  package func shortened(to total: Int64) -> [ReviewSpan] {
    var left = Swift.max(0, total)
    var lengths: [Int64] = .init(repeating: 0, count: count)
    for (done, index) in indices.sorted(by: { self[$0].columns.count < self[$1].columns.count }).enumerated()
    {
      let share = left / Int64(count - done)
      lengths[index] = Swift.min(share, Int64(self[index].columns.count))
      left -= lengths[index]
    }
    return zip(self, lengths).map { $0.shortened(to: $1) }.filter { !$0.columns.isEmpty }
  }
}

extension ReviewSpan {
  fileprivate func shortened(to count: Int64) -> ReviewSpan {
    guard Int64(columns.count) > count else { return self }
    var span = self
    let first = columns.lowerBound + (Int64(columns.count) - count) / 2
    span.columns = first..<first + Swift.max(0, count)
    return span
  }
}
