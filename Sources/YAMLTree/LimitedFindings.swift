import Basics
import Diagnostics

/// The diagnostics of one text, up to a limit.
struct LimitedFindings {
  private var kept: [Diagnostic] = []
  private var omitted = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a finding; beyond the limit it is only counted and never created.
  mutating func add(_ diagnostic: @autoclosure () -> Diagnostic) {
    if kept.count < limit {
      kept.append(diagnostic())
    } else {
      omitted += 1
    }
  }

  /// In the order of the text; if some were left out, the last one reports their number.
  func inOrder() -> [Diagnostic] {
    let sorted = kept.sortedAndUnique()
    guard omitted > 0 else { return sorted }
    let message = "\(omitted) more errors in this file are not listed; the limit is \(limit)"
    return sorted + [Diagnostic(.tooLarge, message, at: kept.last?.range)]
  }
}
