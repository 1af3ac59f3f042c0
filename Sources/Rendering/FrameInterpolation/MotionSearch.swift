/// An image pyramid: a picture's brightness in eight bits, at full size, half size, quarter size ...
struct BrightnessLevels {
  let levels: [PaddedPlane<UInt8>]

  /// Halving stops before the shorter side falls below this.
  private static let leastSide = 48

  init(levels: [PaddedPlane<UInt8>]) { self.levels = levels }

  init(_ plane: PaddedPlane<UInt8>) {
    var levels = [plane]
    while let last = levels.last, min(last.width, last.height) / 2 >= Self.leastSide {
      levels.append(last.halved())
    }
    self.levels = levels
  }
}

/// Estimates the motion between two pictures: an exhaustive search near each block at the smallest level,
/// refined at each larger one. Integers in a fixed order give the same result on every machine.
struct MotionSearch {
  private let difference: BlockDifference
  private var field: MotionField

  /// The search range in each direction, in pixels of the smallest level.
  private static let reach = 12
  /// The cost of each pixel of distance from the neighbours' motion, so that flat areas move with their
  /// surroundings.
  private static let roughness: Int32 = 24
  /// The cost of any motion: repeating patterns match in many places.
  private static let movement: Int32 = 128

  /// Returns vectors in quarters of a pixel at full size.
  static func motion(from a: BrightnessLevels, to b: BrightnessLevels) -> MotionField {
    var coarser: MotionField?
    for (first, second) in zip(a.levels, b.levels).reversed() {
      var search = MotionSearch(first, second)
      if let coarser { search.refine(coarser) } else { search.searchEverywhere() }
      search.improveBackwards()
      coarser = search.field
    }
    guard let whole = coarser else { return MotionField(NodeGrid(width: 1, height: 1)) }
    var search = MotionSearch(a.levels[0], b.levels[0])
    search.field = whole
    search.findFractions()
    return search.field
  }

  /// Returns the result at one level only, in its whole pixels.
  static func roughMotion(from a: PaddedPlane<UInt8>, to b: PaddedPlane<UInt8>) -> MotionField {
    var search = MotionSearch(a, b)
    search.searchEverywhere()
    return search.field
  }

  /// Vectors count whole pixels of the level until `findFractions`.
  private init(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>) {
    difference = BlockDifference(first, second)
    field = MotionField(NodeGrid(width: first.width, height: first.height))
  }

  private mutating func searchEverywhere() {
    for row in 0..<field.grid.rows {
      for column in 0..<field.grid.columns {
        var best = Found(vector: .zero, cost: cost(column, row, .zero, near: .zero))
        for y in -Self.reach...Self.reach {
          for x in -Self.reach...Self.reach {
            consider(MotionVector(x: Int32(x), y: Int32(y)), column, row, near: .zero, &best)
          }
        }
        keep(best, column, row)
      }
    }
  }

  private mutating func refine(_ coarser: MotionField) {
    let above = coarser.grid
    for row in 0..<field.grid.rows {
      for column in 0..<field.grid.columns {
        let parent = coarser.vectors[above.clampedIndex(column / 2, row / 2)].doubled
        var best = Found(vector: parent, cost: cost(column, row, parent, near: parent))
        consider(.zero, column, row, near: parent, &best)
        for (x, y) in [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1)] {
          let other = coarser.vectors[above.clampedIndex(column / 2 + x, row / 2 + y)].doubled
          consider(other, column, row, near: parent, &best)
        }
        if column > 0 { consider(vector(column - 1, row), column, row, near: parent, &best) }
        if row > 0 {
          consider(vector(column, row - 1), column, row, near: parent, &best)
          if column + 1 < field.grid.columns {
            consider(vector(column + 1, row - 1), column, row, near: parent, &best)
          }
        }
        stepDown(column, row, near: parent, &best)
        keep(best, column, row)
      }
    }
  }

  /// Tries the vectors to the right and below, which were not known in the forward pass.
  private mutating func improveBackwards() {
    for row in (0..<field.grid.rows).reversed() {
      for column in (0..<field.grid.columns).reversed() {
        let own = field.grid.index(column, row)
        let vector = field.vectors[own]
        let right = self.vector(min(column + 1, field.grid.columns - 1), row)
        let below = self.vector(column, min(row + 1, field.grid.rows - 1))
        guard vector != right || vector != below else { continue }
        let middle = right
        var best = Found(vector: vector, cost: cost(column, row, vector, near: middle))
        consider(right, column, row, near: middle, &best)
        consider(below, column, row, near: middle, &best)
        if best.vector != vector { stepDown(column, row, near: middle, &best) }
        keep(best, column, row)
      }
    }
  }

  /// Moves to the best neighbour until none is better.
  private func stepDown(_ column: Int, _ row: Int, near expected: MotionVector, _ best: inout Found) {
    for _ in 0..<8 {
      let middle = best.vector
      for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] as [(Int32, Int32)] {
        consider(MotionVector(x: middle.x &+ x, y: middle.y &+ y), column, row, near: expected, &best)
      }
      if best.vector == middle { return }
    }
  }

  /// Refines whole pixels to quarters: around the minimum, the error is modelled as two lines of equal and
  /// opposite slope.
  private mutating func findFractions() {
    for row in 0..<field.grid.rows {
      for column in 0..<field.grid.columns {
        let index = field.grid.index(column, row)
        let whole = field.vectors[index]
        let here = difference(column, row, whole)
        func fraction(_ x: Int32, _ y: Int32) -> Int32 {
          let before = difference(column, row, MotionVector(x: whole.x &- x, y: whole.y &- y))
          let after = difference(column, row, MotionVector(x: whole.x &+ x, y: whole.y &+ y))
          let rise = max(before, after) &- here
          guard rise > 0 else { return 0 }
          let quarters = (4 &* (before &- after) &+ (before > after ? rise : 0 &- rise)) / (2 &* rise)
          return min(max(quarters, -2), 2)
        }
        field.vectors[index] = MotionVector(
          x: 4 &* whole.x &+ fraction(1, 0), y: 4 &* whole.y &+ fraction(0, 1))
        field.costs[index] = here
      }
    }
  }
}

extension MotionSearch {
  private struct Found {
    var vector: MotionVector
    var cost: Int32
  }

  private func vector(_ column: Int, _ row: Int) -> MotionVector {
    field.vectors[field.grid.index(column, row)]
  }

  private mutating func keep(_ found: Found, _ column: Int, _ row: Int) {
    let index = field.grid.index(column, row)
    field.vectors[index] = found.vector
    field.costs[index] = found.cost
  }

  @inline(__always)
  private func consider(
    _ vector: MotionVector, _ column: Int, _ row: Int, near expected: MotionVector, _ best: inout Found
  ) {
    guard vector != best.vector else { return }
    let cost = cost(column, row, vector, near: expected)
    if cost < best.cost { best = Found(vector: vector, cost: cost) }
  }

  @inline(__always)
  private func cost(
    _ column: Int, _ row: Int, _ vector: MotionVector, near expected: MotionVector
  ) -> Int32 {
    let roughness = min(vector.distance(to: expected), vector.distance(to: .zero), 16) &* Self.roughness
    return difference(column, row, vector) &+ roughness &+ (vector == .zero ? 0 : Self.movement)
  }

  @inline(__always)
  private func difference(_ column: Int, _ row: Int, _ vector: MotionVector) -> Int32 {
    let (x, y) = ((column &- 1) &* NodeGrid.step, (row &- 1) &* NodeGrid.step)
    return difference.between(x, y, and: x &+ Int(vector.x), y &+ Int(vector.y))
  }
}

extension MotionVector {
  fileprivate var doubled: MotionVector { MotionVector(x: 2 &* x, y: 2 &* y) }
}
