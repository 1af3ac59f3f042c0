/// Sums of three rows in a run of columns, with one more column on each side.
struct GamutSums {
  /// Of the column before each index; those at the edges of the picture are repeated.
  private var luma: [Int16]
  /// Without grey.
  private var blue: [Int16]
  private var red: [Int16]
  /// Of chroma samples.
  private var chroma: [Int16]
  private var run = 0..<0
  private let sums: NineSums
  private let width: Int
  private let shift: Int

  /// `shift` is the logarithm of how many columns share a chroma sample.
  init(_ sums: NineSums, width: Int, chromaWidth: Int, shift: Int) {
    self.sums = sums
    self.width = width
    self.shift = shift
    luma = Array(repeating: 0, count: width + 2)
    chroma = Array(repeating: 0, count: chromaWidth)
    blue = Array(repeating: 0, count: chromaWidth << shift + 2)
    red = blue
  }

  mutating func start(_ run: Range<Int>) { self.run = run }

  private var columns: Range<Int> { max(0, run.lowerBound - 1)..<min(width, run.upperBound + 1) }

  mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: Span<Sample>, _ layout: PlaneLayout, _ rows: (Int, Int, Int)
  ) {
    sum(samples, layout, rows, columns, less: 0, into: &luma, at: columns.lowerBound + 1)
    luma[0] = luma[1]
    luma[width + 1] = luma[width]
  }

  mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(
    blue blues: Span<Sample>, red reds: Span<Sample>, _ layout: PlaneLayout, _ rows: (Int, Int, Int)
  ) {
    let columns = columns
    let shared = columns.lowerBound >> shift..<(columns.upperBound - 1) >> shift + 1
    func add(_ samples: Span<Sample>, to target: inout [Int16]) {
      sum(samples, layout, rows, shared, less: 3 * sums.grey, into: &chroma, at: shared.lowerBound)
      switch shift {
      case 0: spread(chroma, shared, columns: 1, into: &target)
      case 1: spread(chroma, shared, columns: 2, into: &target)
      default: spread(chroma, shared, columns: 4, into: &target)
      }
      target[0] = target[1]
      target[width + 1] = target[width]
    }
    add(blues, to: &blue)
    add(reds, to: &red)
  }

  /// Counts the pixels of the run that are outside of the levels, which are those of nine pixels.
  func count(_ found: inout GamutExtremes) {
    let outside = sums.countOutside(luma, blue, red, run)
    guard outside > 0 else { return }
    found.count += outside
    sums.extend(&found, luma, blue, red, run)
  }
}

/// Sums of some columns of three rows.
private func sum<Sample: FixedWidthInteger & UnsignedInteger>(
  _ samples: Span<Sample>, _ layout: PlaneLayout, _ rows: (Int, Int, Int), _ columns: Range<Int>, less: Int16,
  into sums: inout [Int16], at start: Int
) {
  func line(_ row: Int) -> Range<Int> {
    let start = row * layout.samplesPerRow
    return start + columns.lowerBound..<start + columns.upperBound
  }
  let (first, second) = (samples.extracting(line(rows.0)), samples.extracting(line(rows.1)))
  let third = samples.extracting(line(rows.2))
  var target = sums.mutableSpan
  let count = columns.count
  guard first.count == count, second.count == count, third.count == count, start >= 0,
    target.count >= start + count
  else { return }
  for index in 0..<count {
    target[start &+ index] =
      Int16(truncatingIfNeeded: first[index]) &+ Int16(truncatingIfNeeded: second[index])
      &+ Int16(truncatingIfNeeded: third[index]) &- less
  }
}

/// Repeats sums of chroma for the columns that share them.
@inline(__always)
private func spread(_ sums: [Int16], _ shared: Range<Int>, columns: Int, into target: inout [Int16]) {
  let sums = sums.span
  var target = target.mutableSpan
  guard shared.lowerBound >= 0, shared.upperBound <= sums.count,
    shared.upperBound * columns + 1 <= target.count
  else { return }
  for index in shared {
    for column in 0..<columns { target[index * columns + column + 1] = sums[index] }
  }
}

/// The components of three by three pixels.
struct NineSums {
  private let codes: GamutMatrix
  private let low: Float
  private let high: Float
  private let offset: Float
  /// From sums to sixteenths of 8-bit codes, which are rounded down.
  private let scale: Float
  private static let floor: Float = 1 / 64 - 0.5

  init(_ codes: GamutMatrix, low: Float, high: Float) {
    self.codes = codes
    self.low = low
    self.high = high
    offset = 9 * codes.offset
    scale = 16 / Float(9 << (codes.bits - 8))
  }

  var grey: Int16 { codes.grey }

  @inline(__always)
  private func parts(
    _ luma: Span<Int16>, _ blue: Span<Int16>, _ red: Span<Int16>, _ column: Int
  ) -> (luma: Float, red: Float, green: Float, blue: Float) {
    // With 12 bits, a sum has 16.
    let nine = UInt16(bitPattern: luma[column] &+ luma[column &+ 1] &+ luma[column &+ 2])
    let y = Float(nine) * codes.luma + offset
    let b = Float(blue[column] &+ blue[column &+ 1] &+ blue[column &+ 2])
    let r = Float(red[column] &+ red[column &+ 1] &+ red[column &+ 2])
    return (
      y, y + r * codes.redOfRed, y - b * codes.greenOfBlue - r * codes.greenOfRed, y + b * codes.blueOfBlue
    )
  }

  /// How many pixels of a run are outside of the levels.
  func countOutside(_ luma: [Int16], _ blue: [Int16], _ red: [Int16], _ run: Range<Int>) -> Int {
    let columns = run.lowerBound..<run.upperBound + 2
    let (luma, blue, red) = (
      luma.span.extracting(columns), blue.span.extracting(columns), red.span.extracting(columns)
    )
    let count = run.count
    guard luma.count >= count + 2, blue.count >= count + 2, red.count >= count + 2 else { return 0 }
    var outside: Int32 = 0
    for column in 0..<count {
      let parts = parts(luma, blue, red, column)
      let least = lesser(lesser(parts.red, parts.green), lesser(parts.blue, parts.luma))
      let most = greater(greater(parts.red, parts.green), greater(parts.blue, parts.luma))
      outside &+= (least < low ? 1 : 0) | (most > high ? 1 : 0)
    }
    return Int(outside)
  }

  /// Adds the components of all pixels of a run: those that are within the levels are not the worst ones.
  func extend(
    _ found: inout GamutExtremes, _ luma: [Int16], _ blue: [Int16], _ red: [Int16], _ run: Range<Int>
  ) {
    let columns = run.lowerBound..<run.upperBound + 2
    let (luma, blue, red) = (
      luma.span.extracting(columns), blue.span.extracting(columns), red.span.extracting(columns)
    )
    let count = run.count
    guard luma.count >= count + 2, blue.count >= count + 2, red.count >= count + 2 else { return }
    var (leastLuma, leastRed, leastGreen, leastBlue) = (Int16.max, Int16.max, Int16.max, Int16.max)
    var (mostLuma, mostRed, mostGreen, mostBlue) = (Int16.min, Int16.min, Int16.min, Int16.min)
    for column in 0..<count {
      let parts = parts(luma, blue, red, column)
      let (y, r) = (level(parts.luma), level(parts.red))
      let (g, b) = (level(parts.green), level(parts.blue))
      (leastLuma, leastRed) = (min(leastLuma, y), min(leastRed, r))
      (leastGreen, leastBlue) = (min(leastGreen, g), min(leastBlue, b))
      (mostLuma, mostRed) = (max(mostLuma, y), max(mostRed, r))
      (mostGreen, mostBlue) = (max(mostGreen, g), max(mostBlue, b))
    }
    found.add(
      least: SIMD4(leastLuma, leastRed, leastGreen, leastBlue),
      most: SIMD4(mostLuma, mostRed, mostGreen, mostBlue))
  }

  @inline(__always)
  private func level(_ sum: Float) -> Int16 { rounded(sum * scale + Self.floor) }
}

@inline(__always)
private func lesser(_ one: Float, _ other: Float) -> Float { one < other ? one : other }

@inline(__always)
private func greater(_ one: Float, _ other: Float) -> Float { one > other ? one : other }

/// The pixels outside of the levels, and the least and the greatest components, in sixteenths of 8-bit codes.
struct GamutExtremes {
  var count = 0
  private var least = SIMD4<Int16>(repeating: .max)
  private var most = SIMD4<Int16>(repeating: .min)

  /// Luma, red, green and blue, as `GamutComponent.allCases`.
  mutating func add(least: SIMD4<Int16>, most: SIMD4<Int16>) {
    self.least = pointwiseMin(self.least, least)
    self.most = pointwiseMax(self.most, most)
  }

  /// The component that is farthest from the levels.
  func worst(lowest: Int, highest: Int) -> (component: GamutComponent, level: Int)? {
    guard count > 0 else { return nil }
    var worst: (component: GamutComponent, level: Int, excess: Int)?
    for (index, component) in GamutComponent.allCases.enumerated() {
      for (level, excess) in [
        (Int(most[index]), Int(most[index]) - 16 * highest),
        (Int(least[index]), 16 * lowest - Int(least[index])),
      ] where excess > worst?.excess ?? -16 {
        worst = (component, level >> 4, excess)
      }
    }
    return worst.map { ($0.component, $0.level) }
  }
}
