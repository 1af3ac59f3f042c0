/// Ends a recording when all of its sounds have been silent for some time.
package struct SilenceRule: Hashable, Sendable {
  /// In samples.
  package var length: Int64
  /// No sample of a silent sound reaches it; 1 is full scale.
  package var level: Float

  package init(length: Int64, level: Float) {
    self.length = length
    self.level = level
  }
}

/// For how long a sound has been silent.
struct SilentStretch {
  private let level: Float
  /// In samples.
  private(set) var length: Int64 = 0

  init(level: Float) { self.level = level }

  mutating func add(_ samples: [[Float]]) {
    let count = samples.first?.count ?? 0
    let last = samples.compactMap { $0.lastIndex { abs($0) >= level } }.max()
    length = last.map { Int64(count - 1 - $0) } ?? length + Int64(count)
  }
}
