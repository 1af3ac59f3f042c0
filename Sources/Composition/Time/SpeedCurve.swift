package import Basics

/// Speeds over the time of one pass, as moments between which they change linearly.
///
/// Linear ramps are exact. An eased ramp consists of 64 linear ones whose speeds are rounded to 1/65536, so
/// that results are exact again: how much media it plays, and thus how long a take lasts.
package struct SpeedCurve: Hashable, Sendable {
  package struct Knot: Hashable, Sendable {
    package let time: RationalTime
    /// Seconds of media per second.
    package let speed: RationalTime

    package init(time: RationalTime, speed: RationalTime) {
      self.time = time
      self.speed = speed
    }
  }

  package private(set) var knots: [Knot] = []

  private static let parts: Int64 = 64

  package init() {}

  /// Adds a speed, which holds until the next one is added; `easing` leads to it from the previous one.
  package mutating func add(_ knot: Knot, comingBy easing: Easing) throws(TimeOverflow) {
    guard let last = knots.last, last.time < knot.time, last.speed != knot.speed else {
      knots.append(knot)
      return
    }
    switch easing {
    case .linear: break
    case .hold: knots.append(Knot(time: knot.time, speed: last.speed))
    case .cubicBezier, .spring, .shaped: try addParts(from: last, to: knot, easing)
    }
    knots.append(knot)
  }

  private mutating func addParts(from: Knot, to: Knot, _ easing: Easing) throws(TimeOverflow) {
    let length = try to.time - from.time
    let change = to.speed.inSeconds - from.speed.inSeconds
    for part in 1..<Self.parts {
      let progress = easing.progress(at: Double(part) / Double(Self.parts))
      // Coarse enough that the last bits of an easing do not matter.
      let scaled = ((from.speed.inSeconds + change * progress) * 65536).rounded()
      guard let steps = Int64(exactly: scaled), let speed = RationalTime(steps, 65536) else {
        throw TimeOverflow()
      }
      let time = try from.time + length.scaled(by: part, over: Self.parts)
      knots.append(Knot(time: time, speed: speed))
    }
  }

  /// Whether every speed is positive.
  package var isForwards: Bool { knots.allSatisfy { $0.speed > .zero } }

  /// The same speeds in the opposite direction.
  package func reversed() throws(TimeOverflow) -> SpeedCurve {
    var curve = SpeedCurve()
    for knot in knots { curve.knots.append(Knot(time: knot.time, speed: try -knot.speed)) }
    return curve
  }

  /// How much media plays from the start until a moment, which may be after the last change.
  package func distance(until end: RationalTime) throws(TimeOverflow) -> RationalTime {
    guard let clock = MediaClock(from: .zero, speeds: self, isBackwards: false) else { throw TimeOverflow() }
    return try clock.distance(at: end)
  }

  /// The moments with the media played by then; the first speed also applies before the first moment.
  func keys() throws(TimeOverflow) -> [MediaClock.Key] {
    guard let first = knots.first, isForwards else { return [] }
    var keys = [
      MediaClock.Key(
        time: first.time, distance: try first.time.times(first.speed), speed: first.speed)
    ]
    for (last, knot) in zip(knots, knots.dropFirst()) {
      guard let before = keys.last, last.time <= knot.time else { throw TimeOverflow() }
      let length = try knot.time - last.time
      let mean = try (last.speed + knot.speed).scaled(by: 1, over: 2)
      keys.append(
        MediaClock.Key(
          time: knot.time, distance: try before.distance + length.times(mean), speed: knot.speed))
    }
    return keys
  }
}
