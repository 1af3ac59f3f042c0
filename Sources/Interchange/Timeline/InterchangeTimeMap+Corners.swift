import Basics

extension InterchangeTimeMap {
  /// The difference if one speed replaces a map that `turnsTooOften`.
  static let differenceOfOneSpeed =
    "the speed stops or reverses and has more than \(mostPieces) parts: it is imported as a constant speed"

  /// The difference if line segments replace curves that another program rounds at some points; nil if none
  /// of these affects a clip of this length.
  ///
  /// No program publishes its curves, but a rounded corner lies between the corner and the line that cuts it
  /// off. `reach` returns how long before and after a point it is rounded, nil for as far as the next point;
  /// it returns nil for a point that is a corner.
  func differenceOfRoundedCorners(
    lasting length: RationalTime, at rate: FrameRate?, reach: (Int) -> (before: Double?, after: Double?)?
  ) -> String? {
    var (count, greatest) = (0, 0.0)
    for index in points.indices.dropFirst().dropLast() {
      guard let reach = reach(index) else { continue }
      let (first, second) = (way(to: index), way(to: index + 1))
      let change = abs(second.rise / second.length - first.rise / first.length)
      let before = min(reach.before ?? first.length, first.length)
      let after = min(reach.after ?? second.length, second.length)
      let time = points[index].time.inSeconds
      guard before > 0, after > 0, change > 0, time - before < length.inSeconds, time + after > 0 else {
        continue
      }
      count += 1
      greatest = max(greatest, change * before * after / (before + after))
    }
    guard count > 0 else { return nil }
    let frames = rate.map { greatest * Double($0.frames) / Double($0.seconds) }
    let most =
      frames.flatMap { writtenNumber(($0 * 10).rounded(.up) / 10) }.map { "\($0) frames" }
      ?? "\(writtenNumber(greatest) ?? "many") seconds"
    return
      "the speed changes abruptly at \(count == 1 ? "1 point" : "\(count) points"), not smoothly: times near them differ by at most \(most)"
  }

  private func way(to index: Int) -> (length: Double, rise: Double) {
    let (from, to) = (points[index - 1], points[index])
    return (to.time.inSeconds - from.time.inSeconds, to.source.inSeconds - from.source.inSeconds)
  }
}
