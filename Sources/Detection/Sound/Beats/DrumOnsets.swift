import Basics

/// The onsets of drums, to tell a tempo from its half and its double, and beats from what lies between them.
struct DrumOnsets {
  private let steps: [Int]
  private let heights: [Double]
  private let total: Double
  /// For each step, how much more a kick than a snare begins there.
  private let kicks: [Double]

  /// - Parameter rises: How much the drums rise at each step.
  /// - Parameter kicks: The rises of the lowest sounds, less those of the middle ones.
  init(rises: [Double], kicks: [Double]) {
    let level = (rises.max() ?? 0) / 10
    steps = (1..<max(1, rises.count - 1)).filter {
      rises[$0] > level && rises[$0] >= rises[$0 - 1] && rises[$0] > rises[$0 + 1]
    }
    heights = steps.map { rises[$0] }
    total = heights.reduce(0, +)
    self.kicks = kicks
  }

  /// The harmonic mean of the share of onsets at a beat and the share of beats with an onset.
  func agreement(with path: [Int], period: Double) -> Double {
    let reach = Int(min(11, period / 6))
    var (explained, filled) = (0.0, 0)
    for (step, height) in zip(steps, heights) {
      let next = path.partitioningIndex { $0 >= step - reach }
      if next < path.count, path[next] <= step + reach { explained += height }
    }
    for beat in path {
      let next = steps.partitioningIndex { $0 >= beat - reach }
      if next < steps.count, steps[next] <= beat + reach { filled += 1 }
    }
    guard total > 0, explained > 0, filled > 0 else { return 0 }
    let (shareOfOnsets, shareOfBeats) = (explained / total, Double(filled) / Double(path.count))
    return 2 * shareOfOnsets * shareOfBeats / (shareOfOnsets + shareOfBeats)
  }

  /// How regularly kicks and snares alternate from beat to beat, up to 1.
  func alternation(along path: [Int]) -> Double {
    let beats = path.map { step -> Double in
      kicks[max(0, step - 6)...min(kicks.count - 1, step + 6)].max { abs($0) < abs($1) } ?? 0
    }
    let squares = beats.reduce(0) { $0 + $1 * $1 }
    let products = zip(beats, beats.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    return squares > 0 ? max(0, -products / squares) : 0
  }
}
