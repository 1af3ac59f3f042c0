import Composition

extension TextGeometry.Box {
  /// The area that letters in this box touch while their units move.
  func swept(
    by motion: TextMotion, _ units: TextUnits, _ placed: PixelSize, of letters: Double
  ) -> TextGeometry.Box {
    // A whole text takes its box with it.
    let boxes =
      motion.unit == .all
      ? [(Double(placed.width), Double(placed.height))] : units.boxes.map { ($0.width, $0.height) }
    let largest = (width: boxes.map(\.0).max() ?? 0, height: boxes.map(\.1).max() ?? 0)
    var swept = self
    if motion.unit == .all {
      swept.include(TextGeometry.Box(left: 0, top: 0, right: largest.width, bottom: largest.height))
    }
    let still = swept
    for (passage, isLeaving) in [(motion.appearing, false), (motion.leaving, true)] {
      guard let passage else { continue }
      for look in passage.extremes(isLeaving: isLeaving) {
        let growth = max(0, look.scale - 1) / 2
        let spread = look.blur > 0 ? Double(ShadowBlur(look.blur).reach) : 0
        var moved = still.moved(by: (look.x * letters, look.y * letters))
        if case .line(let away) = look.clip, away < 0 { moved.top += away * largest.height }
        moved.left -= growth * largest.width + spread
        moved.right += growth * largest.width + spread
        moved.top -= growth * largest.height + spread
        moved.bottom += growth * largest.height + spread
        swept.include(moved)
      }
    }
    return swept
  }

  private var width: Double { right - left }
  private var height: Double { bottom - top }
}
