/// The ticks of a ruler.
package struct TimeTicks: Hashable, Sendable {
  /// The time from one label to the next.
  package let step: Double
  /// The number of parts of a step.
  package let parts: Int
  private let usesClock: Bool

  private static let steps: [(step: Double, parts: Int)] = [
    (0.01, 2), (0.02, 2), (0.05, 5), (0.1, 5), (0.2, 4), (0.5, 5), (1, 5), (2, 4), (5, 5), (10, 5), (15, 3),
    (30, 3), (60, 4), (120, 4), (300, 5), (600, 5), (900, 3), (1800, 3), (3600, 4), (7200, 4), (21600, 6),
    (43200, 4), (86400, 4),
  ]

  /// `room` is the width of a label.
  package init(pixelsPerSecond: Double, duration: Double, room: Double) {
    usesClock = duration > 60
    if let found = Self.steps.first(where: { $0.step * pixelsPerSecond >= room }) {
      (step, parts) = found
    } else {
      var days = 86400.0
      while days * pixelsPerSecond < room, days < 1e300 { days *= 10 }
      (step, parts) = (days, 5)
    }
  }

  /// The ticks in a range; `isLabelled` marks those with a label.
  package func moments(from start: Double, to end: Double) -> [(time: Double, isLabelled: Bool)] {
    let small = step / Double(parts)
    let first = (start / small - 1e-9).rounded(.up)
    let last = (end / small + 1e-9).rounded(.down)
    guard first.isFinite, last.isFinite, last >= first, last - first < 100_000 else { return [] }
    return (0...Int(last - first)).map { index in
      let number = first + Double(index)
      return (number * small, number.truncatingRemainder(dividingBy: Double(parts)) == 0)
    }
  }

  /// `4s`, `0.25s`, `1:05`, `1:00:00`
  package func label(_ time: Double) -> String {
    let decimals = step < 0.1 ? 100.0 : step < 1 ? 10 : 1
    guard let units = Int64(exactly: (time * decimals).rounded()) else { return "" }
    let scale = Int64(decimals)
    let (seconds, rest) = units.quotientAndRemainder(dividingBy: scale)
    let fraction = scale == 1 ? "" : "." + (scale == 100 && rest < 10 ? "0" : "") + "\(rest)"
    guard usesClock else { return "\(seconds)\(rest == 0 && scale > 1 ? "" : fraction)s" }
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let clock = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
    return "\(clock):\(two(seconds % 60))\(fraction)"
  }
}
