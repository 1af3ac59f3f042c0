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

/// The level below which differences do not count, in decibels.
let inaudibleDecibels = -60.0

func factorOfDecibels(_ level: Double) -> Double {
  level <= silentDecibels ? 0 : exponential(level / 20 * logarithm(10))
}

func decibelsOfFactor(_ factor: Double) -> Double {
  factor <= 0 ? silentDecibels : max(20 * logarithm(factor) / logarithm(10), silentDecibels)
}

extension InterchangeCurve {
  /// Limits the number of pieces into which curves with many key frames are divided.
  private static let mostPieces: Int64 = 1 << 16

  private func pieces(_ usual: Int64) -> Int64 { min(usual, max(1, Self.mostPieces / Int64(keys.count))) }

  /// Converts levels in decibels to factors. Eased levels are subdivided.
  func factorsOfDecibels() throws(TimeOverflow) -> InterchangeCurve {
    var found: [Key] = []
    for (from, to) in zip(keys, keys.dropFirst()) {
      let pieces = from.easing == .linear ? 1 : pieces(16)
      for piece in 0..<pieces {
        let time = try from.time + (to.time - from.time).scaled(by: piece, over: pieces)
        let end = try from.time + (to.time - from.time).scaled(by: piece + 1, over: pieces)
        found += try factors(from: time, to: end)
      }
    }
    if let last = keys.last { found.append(Key(time: last.time, values: [factorOfDecibels(last.values[0])])) }
    return InterchangeCurve(found) ?? map { [factorOfDecibels($0[0])] }
  }

  /// The keys of a straight part, without the last one. A part that reaches silence is divided where it does.
  private func factors(from start: RationalTime, to end: RationalTime) throws(TimeOverflow) -> [Key] {
    let (first, last) = (values(at: start)[0], values(at: end)[0])
    var found = [Key(time: start, values: [factorOfDecibels(first)], easing: .decibels)]
    guard min(first, last) < silentDecibels, max(first, last) > silentDecibels else { return found }
    let part = Int64((first - silentDecibels) / (first - last) * 4096)
    let crossing = try start + (end - start).scaled(by: part, over: 4096)
    if start < crossing, crossing < end { found.append(Key(time: crossing, values: [0], easing: .decibels)) }
    return found
  }

  /// Converts factors to levels that are linear in decibels and within 0.05 dB of them; levels below
  /// `inaudibleDecibels` count as silence.
  func decibelsOfFactors() throws(TimeOverflow) -> InterchangeCurve {
    var found: [Key] = []
    for (from, to) in zip(keys, keys.dropFirst()) {
      for time in [from.time] + (try levelSteps(from, to)) {
        found.append(Key(time: time, values: [decibelsOfFactor(values(at: time)[0])]))
      }
    }
    if let last = keys.last { found.append(Key(time: last.time, values: [decibelsOfFactor(last.values[0])])) }
    return InterchangeCurve(found) ?? map { [decibelsOfFactor($0[0])] }
  }

  /// The times between two keys at which a change of the factor needs a key frame in decibels.
  private func levelSteps(_ from: Key, _ to: Key) throws(TimeOverflow) -> [RationalTime] {
    guard from.easing != .decibels else { return [] }
    let (first, last) = (from.values[0], to.values[0])
    let (lowest, highest) = (min(first, last), max(first, last))
    let loudest = decibelsOfFactor(highest)
    let span = loudest - max(decibelsOfFactor(lowest), inaudibleDecibels)
    guard span > 0 else { return [] }
    // A straight line of factors is at most 0.0145 d² dB above one of levels that changes by d dB.
    let steps = pieces(Int64((span / 1.8).rounded(.up)))
    var parts: [Double] = []
    if from.easing != .linear {
      let count = Int(pieces(max(16, steps)))
      parts = (1..<max(2, count)).map { Double($0) / Double(count) }
    } else {
      let inner = decibelsOfFactor(lowest) < inaudibleDecibels ? steps : steps - 1
      parts = (0..<max(0, inner)).map { step in
        (factorOfDecibels(loudest - span * Double(step + 1) / Double(steps)) - first) / (last - first)
      }
    }
    var times: [RationalTime] = []
    for part in parts.sorted() {
      // Exact times are not needed, and fine units would make large fractions.
      let offset = part * (to.time.inSeconds - from.time.inSeconds) * 24_000
      guard offset.magnitude < 1e15, let rounded = RationalTime(Int64(offset.rounded()), 24_000) else {
        continue
      }
      let time = try from.time + rounded
      if (times.last ?? from.time) < time, time < to.time { times.append(time) }
    }
    return times
  }
}
