/// Distinguishes cuts from motion, on small pictures.
enum SceneChange {
  /// Whether there is a cut between two pictures: most of each is found nowhere near in the other.
  static func lies(between first: BrightnessLevels, _ second: BrightnessLevels) -> Bool {
    guard let a = first.levels.last, let b = second.levels.last else { return false }
    return isLost(a, in: b) && isLost(b, in: a)
  }

  /// Whether most blocks differ from their best match by more than half of their own variation.
  private static func isLost(_ plane: PaddedPlane<UInt8>, in other: PaddedPlane<UInt8>) -> Bool {
    let field = MotionSearch.roughMotion(from: plane, to: other)
    var lost = 0
    for row in 0..<field.grid.rows {
      for column in 0..<field.grid.columns {
        let cost = field.costs[field.grid.index(column, row)]
        let structure = unevenness(plane, (column - 1) * NodeGrid.step, (row - 1) * NodeGrid.step)
        if cost > 256 * 8, cost > structure / 2 { lost += 1 }
      }
    }
    return 5 * lost > 3 * field.grid.count
  }

  /// The sum of absolute differences of a block's 256 samples from their mean.
  private static func unevenness(_ plane: PaddedPlane<UInt8>, _ x: Int, _ y: Int) -> Int32 {
    let origin = plane.origin + y * plane.stride + x
    var sum: Int32 = 0
    for y in 0..<16 { for x in 0..<16 { sum &+= Int32(origin[y &* plane.stride &+ x]) } }
    let mean = (sum &+ 128) >> 8
    var total: Int32 = 0
    for y in 0..<16 {
      for x in 0..<16 { total &+= abs(Int32(origin[y &* plane.stride &+ x]) &- mean) }
    }
    return total
  }
}
