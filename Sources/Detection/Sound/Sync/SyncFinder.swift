/// Finds when and how fast one recording runs against another recording of the same event.
package enum SyncFinder {
  /// Both recordings are mono of this rate.
  package static let sampleRate = 8000

  /// A moment t of the second recording is at `offset + t * speed` of the first one.
  package struct Match: Hashable, Sendable {
    package let offset: Double
    /// How many seconds of the first recording's clock pass in one second of the second one's.
    package let speed: Double
    /// Windows of the second recording that agree, and all that were compared.
    package let agreeing: Int
    package let windows: Int
  }

  /// Nil if they are not recordings of the same event.
  package static func match(_ second: [Float], to first: [Float]) -> Match? {
    let (first, second) = (differences(first), differences(second))
    guard let rough = RoughSync.line(from: second, to: first) else { return nil }
    let lags = FineSync.lags(from: second, to: first, along: rough)
    guard let line = LagLine.best(through: lags, within: 0.0008, minimumSpan: 20) else { return nil }
    let near = lags.filter { abs($0.lag - line.lag(at: $0.time)) <= 0.0008 }
    guard near.count >= 5, near.count * 100 >= lags.count * 35 else { return nil }
    let fitted = LagLine.leastSquares(near)
    return Match(
      offset: fitted.lag(at: 0), speed: 1 + fitted.slope, agreeing: near.count, windows: lags.count)
  }

  private static func differences(_ samples: [Float]) -> [Float] {
    zip(samples.dropFirst(), samples).map { sample, last in
      let difference = sample - last
      return difference.isFinite ? difference : 0
    }
  }
}
