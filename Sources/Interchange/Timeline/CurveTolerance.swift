import Basics

/// How far a script's curve may be from that of another program.
enum CurveTolerance {
  /// The distance for each number, in its own unit.
  case distances([Double])
  /// For factors: a tenth of a decibel. Levels below `inaudibleDecibels` are equal.
  case levels

  /// The bounds of a number; written values are rounded, which takes a small part of the tolerance.
  func bounds(of value: Double, _ number: Int) -> (low: Double, high: Double) {
    switch self {
    case .distances(let distances):
      let distance = distances[min(number, distances.count - 1)] * 0.9
      return (value - distance, value + distance)
    case .levels:
      // 0.098 dB.
      let step = 1.011346
      let silence = 0.001
      return (value / step <= silence ? 0 : value / step, max(value, silence) * step)
    }
  }

  func bounds(of values: [Double]) -> [(low: Double, high: Double)] {
    values.indices.map { bounds(of: values[$0], $0) }
  }
}
