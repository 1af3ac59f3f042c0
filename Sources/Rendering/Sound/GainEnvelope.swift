import Basics
import Composition

/// A gain curve counted in samples, for reading many values in a row.
struct GainEnvelope {
  private struct Step {
    let start: Double
    let end: Double
    let from: Double
    let to: Double
    let easing: Easing
  }

  private let steps: [Step]
  private let first: (position: Double, value: Double)
  private let last: Double

  init(_ curve: Curve, sampleRate: Double) {
    let keys = curve.keys.map { (position: $0.time.inSeconds * sampleRate, key: $0) }
    first = (keys[0].position, keys[0].key.value)
    last = keys[keys.count - 1].key.value
    steps = zip(keys, keys.dropFirst()).map { earlier, later in
      Step(
        start: earlier.position, end: later.position, from: earlier.key.value, to: later.key.value,
        easing: earlier.key.easing)
    }
  }

  /// The gains of samples `start..<start + count`, counted from the start of the item.
  func values(from start: Int64, count: Int) -> [Float] {
    var gains = [Float](repeating: Float(last), count: count)
    var index = steps.firstIndex { $0.end > Double(start) } ?? steps.count
    for offset in 0..<count {
      let position = Double(start) + Double(offset)
      while index < steps.count, steps[index].end <= position { index += 1 }
      guard index < steps.count else { break }
      gains[offset] = Float(value(at: position, in: steps[index]))
    }
    return gains
  }

  /// The value at one sample, counted from the start of the item.
  func value(at sample: Int64) -> Double {
    let position = Double(sample)
    guard let step = steps.first(where: { $0.end > position }) else { return last }
    return value(at: position, in: step)
  }

  private func value(at position: Double, in step: Step) -> Double {
    guard position > first.position else { return first.value }
    let progress = (position - step.start) / (step.end - step.start)
    return step.from + (step.to - step.from) * step.easing.progress(at: progress)
  }
}
