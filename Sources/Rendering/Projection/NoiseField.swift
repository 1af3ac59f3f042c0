import Composition

/// Value noise of two octaves: hashed numbers on a grid, and on one half as wide with half the weight. Between
/// the points of a grid, values change smoothly. All of it is in integers.
struct NoiseField: PictureField {
  /// The distance of the grid's points, in 256ths of a pixel.
  private let cell: Int
  private let frame: Int64
  private let isColored: Bool
  /// The codes of middle gray, and the changes by a unit of red, green and blue; of luma alone for grays.
  private let middle: SIMD4<Double>
  private let steps: [SIMD4<Double>]

  /// `scale` is the magnification of the noise.
  init(_ noise: Noise, frame: Int64, scale: Double, in canvas: CanvasColor) {
    cell = max(2, Int(min(noise.size * scale * 256, 1_000_000_000).rounded()))
    self.frame = noise.isStill ? 0 : frame
    isColored = noise.isColored
    let matrix = ColorMatrix(canvas)
    let half = SIMD3<Double>(repeating: 0.5)
    let center = matrix.yuv(half)
    middle = SIMD4(center.x * 256, center.y * 256, center.z * 256, 32768)
    let reach = noise.amount / (2 * Double(Self.largest))
    let directions: [SIMD3<Double>] =
      isColored ? [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)] : [SIMD3(1, 1, 1)]
    steps = directions.map { direction in
      let change = (matrix.yuv(half + direction * 0.5) - center) * (2 * reach * 256)
      return SIMD4(change.x, change.y, change.z, 0)
    }
  }

  /// The greatest sum of both octaves.
  private static let largest = 3 * 510 * 256

  func sample(x: Double, y: Double) -> PictureSample {
    let place = (x: fine(x), y: fine(y))
    var sum = middle
    for (channel, step) in steps.enumerated() {
      sum += step * Double(value(place.x, place.y, channel: channel))
    }
    return PictureSample(
      sum.clamped(lowerBound: .zero, upperBound: SIMD4(65280, 65280, 65280, 32768))
        .rounded(.toNearestOrAwayFromZero))
  }

  private func fine(_ position: Double) -> Int {
    Int(min(max((position * 256).rounded(.down), -1_000_000_000), 1_000_000_000))
  }

  /// From minus `largest` to `largest`.
  private func value(_ x: Int, _ y: Int, channel: Int) -> Int {
    2 * octave(x, y, cell, stream: channel) + octave(x, y, max(1, cell / 2), stream: 3 + channel)
  }

  private func octave(_ x: Int, _ y: Int, _ cell: Int, stream: Int) -> Int {
    let (column, across) = Self.split(x, cell)
    let (line, down) = Self.split(y, cell)
    let number = frame &* 8 &+ Int64(stream)
    let upper = Self.between(Grain.seed(frame: number, line: line), column, across)
    let lower = Self.between(Grain.seed(frame: number, line: line + 1), column, across)
    return (upper * (256 - down) + lower * down) / 256
  }

  /// A hashed number between two columns, in 256ths.
  private static func between(_ seed: UInt32, _ column: Int, _ part: Int) -> Int {
    Int(Grain.number(seed, column)) * (256 - part) + Int(Grain.number(seed, column + 1)) * part
  }

  /// The cell of a position, and the smoothed way through it in 256ths.
  private static func split(_ position: Int, _ cell: Int) -> (index: Int, part: Int) {
    let index = position >= 0 ? position / cell : -((cell - 1 - position) / cell)
    let way = (position - index * cell) * 256 / cell
    return (index, way * way * (768 - 2 * way) / 65536)
  }
}
