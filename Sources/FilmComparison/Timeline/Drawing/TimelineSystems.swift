/// The parts of a film that are drawn one below the other, like wrapped lines of text.
struct TimelineSystems: Hashable, Sendable {
  /// In order, without gaps.
  let windows: [TimeWindow]
  let pixelsPerSecond: Double

  /// The intended width of an item of median length.
  private static let usualItemWidth = 54.0
  /// The maximum number of windows; longer films are drawn smaller.
  private static let most = 24

  /// `width` is that of a window. Windows end at cuts where possible, unless `isEven` is true.
  init(duration: Double, cuts: [Double], lengths: [Double], width: Double, isEven: Bool = false) {
    let duration = duration > 0 && duration.isFinite ? duration : 1
    let width = max(width, 1)
    let sorted = lengths.filter { $0 > 0 }.sorted()
    let usual = sorted.isEmpty ? duration : sorted[sorted.count / 2]
    // Short items among long ones must not stretch the long ones over many lines.
    let wanted =
      Self.usualItemWidth / width * min(duration / usual, 1.25 * Double(max(sorted.count, 1)))
    let count = min(max(wanted.rounded(.up), 1), Double(Self.most))
    guard count > 1 else {
      pixelsPerSecond = width / duration
      windows = [TimeWindow(start: 0, end: duration)]
      return
    }
    // Windows that end early at cuts leave a rest at the end; making all slightly longer makes room for it.
    let cuts = isEven ? [] : cuts.sorted()
    let tries = [1.0, 1.03, 1.06, 1.1, 1.15, 1.2].lazy.map { factor in
      (duration / count * factor, Self.windows(of: duration, length: duration / count * factor, cuts: cuts))
    }
    let (length, found) =
      tries.first { Double($1.count) <= count }
      ?? (duration / count, Self.windows(of: duration, length: duration / count, cuts: []))
    windows = found
    pixelsPerSecond = width / length
  }

  private static func windows(of duration: Double, length: Double, cuts: [Double]) -> [TimeWindow] {
    var windows: [TimeWindow] = []
    var start = 0.0
    // A tiny last window is only a rounding error and belongs to the previous one.
    while start < duration - length * 1e-6, windows.count < 2 * most {
      var end = min(start + length, duration)
      if end < duration, let cut = cuts.last(where: { $0 <= end * (1 + 1e-12) }), cut > start + 0.75 * length
      {
        end = cut
      }
      windows.append(TimeWindow(start: start, end: end))
      start = end
    }
    return windows
  }
}

/// A part of a film that is drawn from left to right.
struct TimeWindow: Hashable, Sendable {
  let start: Double
  let end: Double

  /// The part of a range inside the window; nil if there is none.
  func part(from start: Double, to end: Double) -> TimeWindow? {
    // A range without length is inside the window that contains its time.
    guard start < self.end, end > self.start || (start == end && start >= self.start) else { return nil }
    return TimeWindow(start: max(start, self.start), end: min(end, self.end))
  }
}
