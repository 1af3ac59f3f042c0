/// Draws a picture between two others: blends each block of both along its motion vector.
///
/// Blocks overlap by half, with weights that fall linearly from the centre, so no block edges are visible.
struct MotionCompensation {
  let field: MotionField
  /// The position in time, in 32768ths from the first picture to the second.
  let weight: Int32
  /// Luma samples per sample of the plane, as powers of two.
  let shift: (x: Int, y: Int)

  /// Calls `store` with each row.
  func draw(
    _ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>,
    store: (_ y: Int, _ row: UnsafePointer<UInt8>) -> Void
  ) {
    compensate(self, first, second, greatest: 255, store)
  }

  func draw(
    _ first: PaddedPlane<UInt16>, _ second: PaddedPlane<UInt16>, greatest: UInt16,
    store: (_ y: Int, _ row: UnsafePointer<UInt16>) -> Void
  ) {
    compensate(self, first, second, greatest: Int32(greatest), store)
  }
}

/// Integer types that are wide enough for the arithmetic of a bit depth.
private protocol CompensatedSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  /// Samples, including overshoot from interpolation, times 64.
  associatedtype Work: FixedWidthInteger & SignedInteger
  /// Samples times 256.
  associatedtype Sum: FixedWidthInteger & UnsignedInteger
}

extension UInt8: CompensatedSample {
  typealias Work = Int16
  typealias Sum = UInt16
}

extension UInt16: CompensatedSample {
  typealias Work = Int32
  typealias Sum = UInt32
}

private func compensate<Sample: CompensatedSample>(
  _ motion: MotionCompensation, _ first: PaddedPlane<Sample>, _ second: PaddedPlane<Sample>,
  greatest: Sample.Work, _ store: (_ y: Int, _ row: UnsafePointer<Sample>) -> Void
) {
  let (stepX, stepY) = (NodeGrid.step >> motion.shift.x, NodeGrid.step >> motion.shift.y)
  let blockY = 2 * stepY
  let grid = motion.field.grid
  let width = (grid.columns + 1) * stepX
  let lap = OverlappedRows<Sample>(width: width, step: (stepX, stepY))
  let work = UnsafeMutablePointer<Sample.Work>.allocate(capacity: 16 * (16 + 16 + 19))
  defer { work.deallocate() }
  let (a, b, lines) = (work, work + 256, work + 512)
  let weight = Int32(truncatingIfNeeded: motion.weight)
  for row in 0..<grid.rows {
    for column in 0..<grid.columns {
      let vector = motion.field.vectors[grid.index(column, row)]
      let way = BlockWay(vector, after: weight, motion.shift)
      let (x, y) = (16 * (column - 1) * stepX, 16 * (row - 1) * stepY)
      let from = BlockPlace(x: x - way.before.x, y: y - way.before.y)
      let to = BlockPlace(x: x + way.after.x, y: y + way.after.y)
      if stepX == 8 {
        read(first, from, 16, blockY, a, lines)
        read(second, to, 16, blockY, b, lines)
        mix(a, b, weight, 16, blockY, greatest)
        lap.add(a, at: column * stepX, 16, blockY)
      } else {
        read(first, from, 8, blockY, a, lines)
        read(second, to, 8, blockY, b, lines)
        mix(a, b, weight, 8, blockY, greatest)
        lap.add(a, at: column * stepX, 8, blockY)
      }
    }
    if row > 0 { lap.store(from: (row - 1) * stepY, first.width, first.height, store) }
    lap.advance()
  }
}

/// Where a block is read, in sixteenths of a sample.
private struct BlockPlace {
  let x: Int
  let y: Int
}

/// The displacement of a block from its position in each picture, in sixteenths of a sample.
private struct BlockWay {
  let before: (x: Int, y: Int)
  let after: (x: Int, y: Int)

  init(_ vector: MotionVector, after weight: Int32, _ shift: (x: Int, y: Int)) {
    let x = Self.parts(Int(vector.x), Int(weight), shift.x)
    let y = Self.parts(Int(vector.y), Int(weight), shift.y)
    before = (x.0, y.0)
    after = (x.1, y.1)
  }

  private static func parts(_ quarters: Int, _ weight: Int, _ shift: Int) -> (Int, Int) {
    let whole = 4 * quarters
    let before = (whole * weight + 16384) >> 15
    return (before >> shift, (whole - before) >> shift)
  }
}

/// Reads a block with cubic interpolation.
@inline(__always)
private func read<Sample: CompensatedSample>(
  _ plane: PaddedPlane<Sample>, _ place: BlockPlace, _ width: Int, _ height: Int,
  _ target: UnsafeMutablePointer<Sample.Work>, _ lines: UnsafeMutablePointer<Sample.Work>
) {
  let reach = PaddedPlane<Sample>.margin - 3
  let left = min(max(place.x >> 4, -reach), plane.width + reach - width)
  let top = min(max(place.y >> 4, -reach), plane.height + reach - height)
  let source = plane.origin + (top &* plane.stride &+ left)
  let (across, down) = (place.x & 15, place.y & 15)
  if across == 0, down == 0 {
    for y in 0..<height {
      let (from, to) = (source + y &* plane.stride, target + y &* width)
      for x in 0..<width { to[x] = Sample.Work(truncatingIfNeeded: from[x]) }
    }
    return
  }
  let (i, j, k, l) = taps(across, Sample.Work.self)
  for y in 0..<height &+ 3 {
    let (from, to) = (source + (y &- 1) &* plane.stride, lines + y &* width)
    for x in 0..<width {
      let outer =
        Sample.Work(truncatingIfNeeded: from[x &- 1]) &* i &+ Sample.Work(truncatingIfNeeded: from[x &+ 2])
        &* l
      let inner =
        Sample.Work(truncatingIfNeeded: from[x]) &* j &+ Sample.Work(truncatingIfNeeded: from[x &+ 1]) &* k
      to[x] = (outer &+ inner &+ 32) >> 6
    }
  }
  let (m, n, o, p) = taps(down, Sample.Work.self)
  for y in 0..<height {
    let (from, to) = (lines + y &* width, target + y &* width)
    for x in 0..<width {
      let outer = from[x] &* m &+ from[x &+ 3 &* width] &* p
      let inner = from[x &+ width] &* n &+ from[x &+ 2 &* width] &* o
      to[x] = (outer &+ inner &+ 32) >> 6
    }
  }
}

/// Mixes the second block into the first one.
@inline(__always)
private func mix<Work: FixedWidthInteger & SignedInteger>(
  _ a: UnsafeMutablePointer<Work>, _ b: UnsafeMutablePointer<Work>, _ weight: Int32, _ width: Int,
  _ height: Int,
  _ greatest: Work
) {
  for index in 0..<width &* height {
    let p = min(max(a[index], 0), greatest)
    let q = min(max(b[index], 0), greatest)
    // Differences have at most 16 bits and weights 15.
    let change = (Int32(truncatingIfNeeded: q &- p) &* weight &+ 16384) >> 15
    a[index] = p &+ Work(truncatingIfNeeded: change)
  }
}

/// The rows that the blocks of one row of nodes cover: those above the nodes and those below.
private final class OverlappedRows<Sample: CompensatedSample> {
  private let width: Int
  private let step: (x: Int, y: Int)
  private let sums: UnsafeMutablePointer<Sample.Sum>
  private let weights: UnsafeMutablePointer<Sample.Sum>
  private let row: UnsafeMutablePointer<Sample>

  init(width: Int, step: (x: Int, y: Int)) {
    self.width = width
    self.step = step
    sums = .allocate(capacity: width * 2 * step.y)
    sums.update(repeating: 0, count: width * 2 * step.y)
    row = .allocate(capacity: width)
    let (blockX, blockY) = (2 * step.x, 2 * step.y)
    weights = .allocate(capacity: blockX * blockY)
    for y in 0..<blockY {
      for x in 0..<blockX {
        // 1, 3, 5 ... 5, 3, 1 in both directions: the weights of all blocks over a sample add up to a power
        // of two.
        weights[y * blockX + x] = Sample.Sum(
          min(2 * x + 1, 2 * (blockX - x) - 1) * min(2 * y + 1, 2 * (blockY - y) - 1))
      }
    }
  }

  deinit {
    sums.deallocate()
    row.deallocate()
    weights.deallocate()
  }

  @inline(__always)
  func add(_ block: UnsafeMutablePointer<Sample.Work>, at left: Int, _ blockX: Int, _ blockY: Int) {
    for y in 0..<blockY {
      let sum = sums + (y &* width &+ left)
      let (from, weight) = (block + y &* blockX, weights + y &* blockX)
      for x in 0..<blockX {
        sum[x] = sum[x] &+ Sample.Sum(truncatingIfNeeded: from[x]) &* weight[x]
      }
    }
  }

  /// Stores the rows above the nodes, which are complete.
  func store(
    from top: Int, _ width: Int, _ height: Int, _ store: (_ y: Int, _ row: UnsafePointer<Sample>) -> Void
  ) {
    let total = 4 * step.x * step.y
    let (half, bits) = (Sample.Sum(total / 2), Sample.Sum(total.trailingZeroBitCount))
    for y in 0..<min(step.y, height - top) {
      let sum = sums + (y * self.width + step.x)
      for x in 0..<width { row[x] = Sample(truncatingIfNeeded: (sum[x] &+ half) &>> bits) }
      store(top + y, row)
    }
  }

  func advance() {
    let count = step.y * width
    sums.update(from: sums + count, count: count)
    (sums + count).update(repeating: 0, count: count)
  }
}

@inline(__always)
private func taps<Work: FixedWidthInteger & SignedInteger>(
  _ sixteenths: Int, _ type: Work.Type
) -> (Work, Work, Work, Work) {
  let taps = cubicTaps(sixteenths)
  return (
    Work(truncatingIfNeeded: taps.x), Work(truncatingIfNeeded: taps.y), Work(truncatingIfNeeded: taps.z),
    Work(truncatingIfNeeded: taps.w)
  )
}
