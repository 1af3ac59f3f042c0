import Composition

extension TimeTicks {
  /// The ticks in a window, and whether each has a label.
  func moments(in window: TimeWindow) -> [(time: Double, isLabelled: Bool)] {
    moments(from: window.start, to: window.end)
  }
}
