import Composition

/// Value noise of two octaves: hashed numbers on a grid, and on one half as wide with half the weight. Between
/// the points of a grid, values change smoothly. All of it is in integers.
struct NoiseField: PictureField {
  /// For each channel, the wide grid and the narrow one.
  private let octaves: [(wide: NoiseGrid, narrow: NoiseGrid)]
  /// The codes of middle gray, and the changes by a unit of red, green and blue; of luma alone for grays.
  private let middle: SIMD4<Double>
  private let steps: [SIMD4<Double>]

  /// `scale` is the magnification of the noise, `size` the size of the picture.
  init(_ noise: Noise, frame: Int64, scale: Double, size: ExactSize, in canvas: CanvasColor) {
    let cell = max(2, Int(min(noise.size * scale * 256, 1_000_000_000).rounded()))
    let frame = noise.isStill ? 0 : frame
    let matrix = ColorMatrix(canvas)
    let half = SIMD3<Double>(repeating: 0.5)
    let center = matrix.yuv(half)
    middle = SIMD4(center.x * 256, center.y * 256, center.z * 256, 32768)
    let reach = noise.amount / (2 * Double(Self.largest))
    let directions: [SIMD3<Double>] =
      noise.isColored ? [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)] : [SIMD3(1, 1, 1)]
    steps = directions.map { direction in
      let change = (matrix.yuv(half + direction * 0.5) - center) * (2 * reach * 256)
      return SIMD4(change.x, change.y, change.z, 0)
    }
    octaves = directions.indices.map { channel in
      let streams = (wide: Int64(channel), narrow: Int64(3 + channel))
      return (
        wide: NoiseGrid(cell: cell, stream: frame &* 8 &+ streams.wide, size: size),
        narrow: NoiseGrid(cell: max(1, cell / 2), stream: frame &* 8 &+ streams.narrow, size: size)
      )
    }
  }

  /// The greatest sum of both octaves.
  private static let largest = 3 * 510 * 256

  func sample(x: Double, y: Double) -> PictureSample {
    let (x, y) = (fine(x), fine(y))
    var sum = middle
    for channel in steps.indices {
      let value = 2 * octaves[channel].wide.value(x, y) + octaves[channel].narrow.value(x, y)
      sum += steps[channel] * Double(value)
    }
    return PictureSample(
      rounding: sum.clamped(lowerBound: .zero, upperBound: SIMD4(65280, 65280, 65280, 32768)))
  }

  /// In 256ths of a pixel.
  private func fine(_ position: Double) -> Int {
    Int(min(max((position * 256).rounded(.down), -1_000_000_000), 1_000_000_000))
  }
}

/// Hashed numbers on a grid, and values between them. The numbers of a picture are computed once if several pixels
/// share them.
private struct NoiseGrid {
  /// The distance of the grid's points, in 256ths of a pixel.
  private let cell: Int
  private let stream: Int64
  /// The smoothed way through a cell in 256ths, by the position in it; empty for large cells.
  private let ways: [Int]
  /// The numbers of the columns and lines from -1 on, line by line; empty if they are not computed before.
  private let numbers: [Int16]
  private let columns: Int
  private let lines: Int

  private static let mostWays = 1 << 14
  private static let mostNumbers = 1 << 22

  init(cell: Int, stream: Int64, size: ExactSize) {
    (self.cell, self.stream) = (cell, stream)
    ways = cell <= Self.mostWays ? (0..<cell).map { Self.smoothed($0 * 256 / cell) } : []
    func count(_ length: Double) -> Int { Int(min(length * 256 / Double(cell), 1_000_000)) + 4 }
    let (columns, lines) = (count(size.width), count(size.height))
    // A grid that is narrower than pixels has numbers that no pixel needs.
    let isKept = cell >= 256 && columns * lines <= Self.mostNumbers
    (self.columns, self.lines) = isKept ? (columns, lines) : (0, 0)
    var numbers: [Int16] = []
    if isKept {
      numbers.reserveCapacity(columns * lines)
      for line in 0..<lines {
        let seed = Grain.seed(frame: stream, line: line - 1)
        for column in 0..<columns {
          numbers.append(Int16(truncatingIfNeeded: Grain.number(seed, column - 1)))
        }
      }
    }
    self.numbers = numbers
  }

  /// From -510 * 256 to 510 * 256.
  func value(_ x: Int, _ y: Int) -> Int {
    let (column, across) = split(x)
    let (line, down) = split(y)
    let (upper, lower): (Int, Int)
    if column >= -1, column < columns - 2, line >= -1, line < lines - 2 {
      let start = (line + 1) * columns + column + 1
      upper = Int(numbers[start]) * (256 - across) + Int(numbers[start + 1]) * across
      lower = Int(numbers[start + columns]) * (256 - across) + Int(numbers[start + columns + 1]) * across
    } else {
      upper = hashed(line, column, across)
      lower = hashed(line + 1, column, across)
    }
    return (upper * (256 - down) + lower * down) / 256
  }

  /// A number between two columns, in 256ths.
  private func hashed(_ line: Int, _ column: Int, _ part: Int) -> Int {
    let seed = Grain.seed(frame: stream, line: line)
    return Int(Grain.number(seed, column)) * (256 - part) + Int(Grain.number(seed, column + 1)) * part
  }

  /// The cell of a position, and the smoothed way through it in 256ths.
  private func split(_ position: Int) -> (index: Int, part: Int) {
    let index: Int
    if position >= 0 {
      // Positions and cells are at most a billion, and division is faster in 32 bits.
      index = Int(UInt32(truncatingIfNeeded: position) / UInt32(truncatingIfNeeded: cell))
    } else {
      index = -((cell - 1 - position) / cell)
    }
    let rest = position - index * cell
    return (index, ways.isEmpty ? Self.smoothed(rest * 256 / cell) : ways[rest])
  }

  private static func smoothed(_ way: Int) -> Int { way * way * (768 - 2 * way) / 65536 }
}
