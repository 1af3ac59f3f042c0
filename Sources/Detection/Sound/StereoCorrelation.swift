/// Finds the second of a stereo sound in which left and right agree least.
///
/// The correlation is that of the samples of both channels over 1 s, every 100 ms: 1 for equal ones, 0 for independent
/// ones or if one is silent, -1 for opposite ones. A second below -60 dB is inaudible and does not count.
package struct StereoCorrelation {
  /// A second of the sound.
  package struct Second: Hashable, Sendable {
    /// In samples.
    package let start: Int64
    package let correlation: Double
    /// The power of both channels as one, (L + R) / 2, as a share of their mean power.
    package let monoShare: Double
  }

  private let rate: Int64
  private static let steps = 10
  /// A mean power of -60 dB.
  private static let audible = 1e-6

  /// Sums over a tenth of a second.
  private struct Sums {
    var start: Int64
    var count: Int64 = 0
    var left = 0.0
    var right = 0.0
    var both = 0.0
  }
  /// The last steps; the last of them is being filled.
  private var steps: [Sums] = []
  private var position: Int64 = 0
  private var finishedSteps: Int64 = 0
  private var worst: Second?

  package init(sampleRate: Int) {
    rate = Int64(max(sampleRate, Self.steps))
    steps = [Sums(start: 0)]
  }

  /// Takes the next samples, as many of both.
  package mutating func add(_ left: [Float], _ right: [Float]) {
    var index = 0
    let count = min(left.count, right.count)
    while index < count {
      let end = (finishedSteps + 1) * rate / Int64(Self.steps)
      let length = Int(min(Int64(count - index), end - position))
      var sums = steps.removeLast()
      for place in index..<index + length {
        let (l, r) = (Double(left[place]), Double(right[place]))
        guard l.isFinite, r.isFinite else { continue }
        sums.left += l * l
        sums.right += r * r
        sums.both += l * r
      }
      sums.count += Int64(length)
      steps.append(sums)
      index += length
      position += Int64(length)
      if position == end {
        if steps.count == Self.steps {
          note()
          steps.removeFirst()
        }
        steps.append(Sums(start: position))
        finishedSteps += 1
      }
    }
  }

  /// The worst audible second; of a shorter sound, all of it. Nil if none is audible.
  package mutating func finish() -> Second? {
    if finishedSteps < Int64(Self.steps) { note() }
    return worst
  }

  private mutating func note() {
    var sums = Sums(start: steps.first?.start ?? 0)
    for step in steps {
      sums.count += step.count
      sums.left += step.left
      sums.right += step.right
      sums.both += step.both
    }
    let power = sums.left + sums.right
    guard sums.count > 0, power / Double(2 * sums.count) >= Self.audible else { return }
    let product = (sums.left * sums.right).squareRoot()
    let correlation = product > 0 ? max(-1, min(1, sums.both / product)) : 0
    if let worst, worst.correlation <= correlation { return }
    worst = Second(
      start: sums.start, correlation: correlation,
      monoShare: max(0, (power + 2 * sums.both) / (2 * power)))
  }
}
