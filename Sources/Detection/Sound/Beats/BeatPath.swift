/// The path of beats with the most onsets and the steadiest steps.
enum BeatPath {
  static func steps(_ onsets: [Double], period: Double) -> [Int] {
    let (shortest, longest) = (max(1, Int(period / 2)), Int(period * 2))
    let costs = (0...longest).map { step -> Double in
      guard step >= shortest else { return 0 }
      let octaves = LevelCode.naturalLogarithm(Double(step) / period)
      return 100 * octaves * octaves
    }
    var scores = onsets
    var previous = [Int](repeating: -1, count: onsets.count)
    for step in onsets.indices {
      var (best, from) = (0.0, -1)
      for distance in shortest..<max(shortest, min(longest, step) + 1) {
        let score = scores[step - distance] - costs[distance]
        if score > best { (best, from) = (score, step - distance) }
      }
      scores[step] += best
      previous[step] = from
    }
    let tail = max(0, onsets.count - Int(period))..<onsets.count
    guard var step = tail.max(by: { scores[$0] < scores[$1] }) else { return [] }
    var path: [Int] = []
    while step >= 0 {
      path.append(step)
      step = previous[step]
    }
    return withoutWeakEnds(path.reversed(), onsets)
  }

  /// The moments at a share of the way from each beat of a path to the next.
  static func shifted(_ path: [Int], by share: Double, _ onsets: [Double]) -> [Int] {
    guard share > 0, path.count > 1 else { return path }
    let intervals = zip(path.dropFirst(), path).map { $0 - $1 }
    let longer = [path[0] - intervals[0]] + path
    let shifted = zip(longer, intervals.prefix(1) + intervals + intervals.suffix(1)).map { beat, interval in
      beat + Int((Double(interval) * share).rounded())
    }
    return withoutWeakEnds(shifted.filter(onsets.indices.contains), onsets)
  }

  /// The path goes on before the first onset and behind the last one: beats there are no beats.
  private static func withoutWeakEnds(_ path: [Int], _ onsets: [Double]) -> [Int] {
    let heard = path.map { step in
      onsets[max(0, step - 6)...min(onsets.count - 1, step + 6)].max() ?? 0
    }
    let level = heard.reduce(0, +) / Double(max(1, heard.count)) / 4
    guard let first = heard.firstIndex(where: { $0 > level }),
      let last = heard.lastIndex(where: { $0 > level })
    else { return [] }
    return Array(path[first...last])
  }
}
