import Composition

extension TimeTicks {
  /// The moments in a window, those with a label marked.
  func moments(in window: TimeWindow) -> [(time: Double, isLabelled: Bool)] {
    moments(from: window.start, to: window.end)
  }
}
