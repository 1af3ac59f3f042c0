import Basics

/// The durations of fades.
struct InterchangeFades: Hashable {
  var fadeIn: RationalTime?
  var fadeOut: RationalTime?
}

extension InterchangeCurve {
  /// The curve of a level multiplied by its fades. Where both change, the product becomes line segments.
  func multiplied(by fades: InterchangeFades, lasting length: RationalTime) throws(TimeOverflow)
    -> InterchangeCurve
  {
    let fadeIn = fades.fadeIn ?? .zero
    let outStart = try length - (fades.fadeOut ?? .zero)
    var times = [.zero, fadeIn, outStart, length] + keys.map(\.time).filter { .zero < $0 && $0 < length }
    if !isConstant {
      let isBent = keys.contains { $0.easing != .linear }
      // Sixteen lines are close to an easing; levels in decibels bend more.
      let steps = min(keys.contains { $0.easing == .decibels } ? 64 : 16, max(1, 65536 / Int64(keys.count)))
      let ways =
        [(RationalTime.zero, fadeIn), (outStart, length)]
        + (isBent ? zip(keys, keys.dropFirst()).map { ($0.time, $1.time) } : [])
      for (start, end) in ways where start < end {
        for step in 1..<steps { times.append(try start + (end - start).scaled(by: step, over: steps)) }
      }
    }
    var product: [Key] = []
    for time in times.sorted() where !time.isNegative && time <= length && product.last?.time != time {
      var factor = 1.0
      if time < fadeIn { factor *= time.inSeconds / fadeIn.inSeconds }
      if time > outStart { factor *= try (length - time).inSeconds / (length - outStart).inSeconds }
      product.append(Key(time: time, values: values(at: time).map { $0 * factor }))
    }
    return InterchangeCurve(product) ?? self
  }
}
