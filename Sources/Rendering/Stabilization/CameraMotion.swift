/// The global motion from one picture to the next: a shift in pixels, and about the centre a rotation in
/// radians and a relative change of size.
struct CameraMotion {
  var x = 0.0
  var y = 0.0
  var turn = 0.0
  var growth = 0.0

  static func + (a: CameraMotion, b: CameraMotion) -> CameraMotion {
    CameraMotion(x: a.x + b.x, y: a.y + b.y, turn: a.turn + b.turn, growth: a.growth + b.growth)
  }

  static func - (a: CameraMotion, b: CameraMotion) -> CameraMotion { a + b.times(-1) }

  func times(_ factor: Double) -> CameraMotion {
    CameraMotion(x: x * factor, y: y * factor, turn: turn * factor, growth: growth * factor)
  }
}

extension CameraMotion {
  /// Larger pictures are measured at half size, quarter size ...
  private static let greatestWidth = 960

  /// Nil at a cut, and if there is too little structure.
  ///
  /// Doubles are added and multiplied in a fixed order, so every machine computes the same result.
  init?(from first: BrightnessLevels, to second: BrightnessLevels) {
    guard !SceneChange.lies(between: first, second) else { return nil }
    let level = min(
      first.levels.firstIndex { $0.width <= Self.greatestWidth } ?? 0, first.levels.count - 1)
    let field = MotionSearch.motion(
      from: first.fromLevel(level), to: second.fromLevel(level))
    let (plane, other) = (first.levels[level], second.levels[level])
    let scale = Double(first.levels[0].width) / Double(plane.width)
    var samples: [Sample] = []
    for row in 1..<max(1, field.grid.rows - 2) {
      for column in 1..<max(1, field.grid.columns - 2) {
        let (x, y) = (column * NodeGrid.step, row * NodeGrid.step)
        let vector = field.vectors[field.grid.index(column, row)]
        guard let way = exactWay(from: plane, to: other, x, y, near: vector) else { continue }
        samples.append(
          Sample(
            x: (Double(x) - Double(plane.width) / 2) * scale,
            y: (Double(y) - Double(plane.height) / 2) * scale,
            dx: way.x * scale, dy: way.y * scale))
      }
    }
    guard samples.count >= 8, let found = Self.common(to: samples, tolerance: scale) else { return nil }
    self = found
  }

  /// A position, relative to the centre, and its displacement.
  private struct Sample {
    let x: Double
    let y: Double
    let dx: Double
    let dy: Double
  }

  /// Fits the motion that most samples share. Outliers lose weight in each round, so objects that move in
  /// front of the camera do not count as camera motion.
  private static func common(to samples: [Sample], tolerance: Double) -> CameraMotion? {
    let middle = samples.count / 2
    var motion = CameraMotion(x: samples.map(\.dx).sorted()[middle], y: samples.map(\.dy).sorted()[middle])
    for _ in 0..<8 {
      var (count, sumX, sumY, sumDX, sumDY) = (0.0, 0.0, 0.0, 0.0, 0.0)
      var weights: [Double] = []
      for sample in samples {
        let weight = motion.weight(of: sample, tolerance)
        weights.append(weight)
        count += weight
        sumX += weight * sample.x
        sumY += weight * sample.y
        sumDX += weight * sample.dx
        sumDY += weight * sample.dy
      }
      guard count > 1 else { return nil }
      let (meanX, meanY, meanDX, meanDY) = (sumX / count, sumY / count, sumDX / count, sumDY / count)
      var (spread, along, across) = (0.0, 0.0, 0.0)
      for (sample, weight) in zip(samples, weights) {
        let (x, y, dx, dy) = (
          sample.x - meanX, sample.y - meanY, sample.dx - meanDX, sample.dy - meanDY
        )
        spread += weight * (x * x + y * y)
        along += weight * (x * dx + y * dy)
        across += weight * (x * dy - y * dx)
      }
      guard spread > 0 else { return nil }
      motion.growth = along / spread
      motion.turn = across / spread
      motion.x = meanDX - (motion.growth * meanX - motion.turn * meanY)
      motion.y = meanDY - (motion.turn * meanX + motion.growth * meanY)
    }
    return motion
  }

  private func weight(of sample: Sample, _ tolerance: Double) -> Double {
    let dx = sample.dx - (x + growth * sample.x - turn * sample.y)
    let dy = sample.dy - (y + turn * sample.x + growth * sample.y)
    let share = (dx * dx + dy * dy) / (tolerance * tolerance)
    return 1 / ((1 + share) * (1 + share))
  }
}

extension BrightnessLevels {
  /// Returns the levels from the given one on, without the larger ones.
  fileprivate func fromLevel(_ level: Int) -> BrightnessLevels {
    BrightnessLevels(levels: Array(levels[level...]))
  }
}

/// The displacement of the block around a node, refined to fractions of a pixel: the remaining differences
/// are explained by the gradients of both pictures. Nil if the gradients have only one direction, or there
/// are none.
private func exactWay(
  from plane: PaddedPlane<UInt8>, to other: PaddedPlane<UInt8>, _ x: Int, _ y: Int, near vector: MotionVector
) -> (x: Double, y: Double)? {
  let (dx, dy) = (Int(vector.x + 2) >> 2, Int(vector.y + 2) >> 2)
  let reach = NodeGrid.step
  guard (0...plane.width).contains(x + dx), (0...plane.height).contains(y + dy) else { return nil }
  let first = plane.origin + ((y - reach) * plane.stride + x - reach)
  let second = other.origin + ((y + dy - reach) * other.stride + x + dx - reach)
  let stride = plane.stride
  // Each of the 256 samples adds less than 2^20.
  var (across, down, both, acrossRest, downRest): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
  for row in 0..<2 * reach {
    let (a, b) = (first + row * stride, second + row * stride)
    for column in 0..<2 * reach {
      let right =
        Int32(a[column &+ 1]) &- Int32(a[column &- 1]) &+ Int32(b[column &+ 1]) &- Int32(b[column &- 1])
      let below =
        Int32(a[column &+ stride]) &- Int32(a[column &- stride]) &+ Int32(b[column &+ stride])
        &- Int32(b[column &- stride])
      let rest = Int32(a[column]) &- Int32(b[column])
      across = across &+ right &* right
      down = down &+ below &* below
      both = both &+ right &* below
      acrossRest = acrossRest &+ right &* rest
      downRest = downRest &+ below &* rest
    }
  }
  let (xx, yy, xy) = (Double(across), Double(down), Double(both))
  let spread = xx * yy - xy * xy
  // An average gradient of one code, in both directions.
  guard xx + yy > 16 * 256, spread > (xx + yy) * (xx + yy) / 100 else { return nil }
  let restX = 4 * (Double(acrossRest) * yy - Double(downRest) * xy) / spread
  let restY = 4 * (Double(downRest) * xx - Double(acrossRest) * xy) / spread
  guard abs(restX) <= 1, abs(restY) <= 1 else { return nil }
  return (Double(dx) + restX, Double(dy) + restY)
}
