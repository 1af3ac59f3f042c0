import Basics

extension InterchangeLevel {
  var factor: Double {
    switch self {
    case .factor(let factor): factor
    case .decibels(let level): factorOfDecibels(level)
    }
  }

  var decibels: Double {
    switch self {
    case .decibels(let level): level
    case .factor(let factor): decibelsOfFactor(factor)
    }
  }
}

/// The level that editors treat as silence, in decibels.
let silentDecibels = -96.0

func factorOfDecibels(_ level: Double) -> Double {
  level <= silentDecibels ? 0 : exponential(level / 20 * logarithm(10))
}

func decibelsOfFactor(_ factor: Double) -> Double {
  factor <= 0 ? silentDecibels : max(20 * logarithm(factor) / logarithm(10), silentDecibels)
}

extension InterchangeCurve {
  static let mostPieces = 1 << 16

  /// Converts levels that are linear in decibels to linear factors.
  ///
  /// Intervals are subdivided until both agree within 0.1 dB, or a 500th of full level.
  func factorsOfDecibels() throws(TimeOverflow) -> InterchangeCurve {
    try cut({ [factorOfDecibels($0[0])] }, isFine: { isNear(decibels: $0[0], $1[0]) })
  }

  /// Converts linear factors to levels that are linear in decibels, as accurately as `factorsOfDecibels`.
  func decibelsOfFactors() throws(TimeOverflow) -> InterchangeCurve {
    try cut(
      { [decibelsOfFactor($0[0])] },
      isFine: { isNear(decibels: decibelsOfFactor($0[0]), decibelsOfFactor($1[0])) })
  }

  /// Halves intervals until they are fine enough, at most 8 times, and converts the values at their ends.
  /// Curves with many key frames are halved less often, to limit them to `mostPieces` or one piece per
  /// interval.
  private func cut(
    _ change: ([Double]) -> [Double], isFine: ([Double], [Double]) -> Bool
  ) throws(TimeOverflow) -> InterchangeCurve {
    var cut: [Key] = []
    func add(_ from: Key, _ to: Key, _ halvings: Int) throws(TimeOverflow) {
      if halvings == 0 || from.values == to.values || isFine(from.values, to.values) {
        return cut.append(Key(time: from.time, values: change(from.values), easing: from.easing))
      }
      let time = try from.time + (to.time - from.time).scaled(by: 1, over: 2)
      let middle = Key(time: time, values: values(at: time))
      try add(Key(time: from.time, values: from.values), middle, halvings - 1)
      try add(middle, to, halvings - 1)
    }
    let halvings = (0...8).last { keys.count << $0 <= InterchangeCurve.mostPieces } ?? 0
    for (from, to) in zip(keys, keys.dropFirst()) { try add(from, to, halvings) }
    if let last = keys.last { cut.append(Key(time: last.time, values: change(last.values))) }
    return InterchangeCurve(cut) ?? map(change)
  }
}

/// Whether the interval between two levels is the same in decibels and in factors.
private func isNear(decibels a: Double, _ b: Double) -> Bool {
  let (first, last) = (factorOfDecibels(a), factorOfDecibels(b))
  // The difference is greatest near the middle.
  let (straight, bent) = ((first + last) / 2, factorOfDecibels((a + b) / 2))
  return straight - bent <= 0.002 || decibelsOfFactor(straight) - (a + b) / 2 <= 0.1
}
