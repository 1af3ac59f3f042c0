/// Estimates the motion at a time between two pictures, from the motion fields in both directions.
struct MotionProjection {
  private let difference: BlockDifference
  private let forwards: MotionField
  private let backwards: MotionField
  /// The position in time between the pictures, in 32768ths.
  private let weight: Int32

  /// The cost of each quarter of a pixel of distance from the neighbours' motion.
  private static let roughness: Int32 = 4
  private static let movement: Int32 = 128

  /// Returns the motion from the first picture to the second through each node at the given time, with the
  /// matching errors.
  static func field(
    _ forwards: MotionField, _ backwards: MotionField, _ first: PaddedPlane<UInt8>,
    _ second: PaddedPlane<UInt8>,
    at weight: Int32
  ) -> MotionField {
    let projection = MotionProjection(
      difference: BlockDifference(first, second), forwards: forwards, backwards: backwards, weight: weight)
    var field = projection.chosen()
    projection.improve(&field)
    return field
  }

  /// The best match of the vectors that reach each node at the given time, and of no motion.
  private func chosen() -> MotionField {
    let arrivals = [arrivals(forwards, after: weight), arrivals(backwards, after: 32768 &- weight)]
    var field = MotionField(forwards.grid)
    for row in 0..<field.grid.rows {
      for column in 0..<field.grid.columns {
        let index = field.grid.index(column, row)
        var candidates = [MotionVector.zero, forwards.vectors[index], -backwards.vectors[index]]
        if let vector = arrivals[0][index] { candidates.append(vector) }
        if let vector = arrivals[1][index] { candidates.append(-vector) }
        for vector in candidates { consider(vector, column, row, near: vector, &field) }
      }
    }
    return field
  }

  /// Replaces vectors by those of neighbours where they fit better, such as at nodes that no vector reaches.
  private func improve(_ field: inout MotionField) {
    let grid = field.grid
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let index = grid.index(column, row)
        let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].map { x, y in
          field.vectors[grid.clampedIndex(column + x, row + y)]
        }
        let vector = field.vectors[index]
        guard around.contains(where: { $0 != vector }) else { continue }
        let expected = MotionVector(x: middle(around.map(\.x)), y: middle(around.map(\.y)))
        field.costs[index] = Int32.max
        consider(vector, column, row, near: expected, &field)
        for vector in around { consider(vector, column, row, near: expected, &field) }
        field.costs[index] = cost(column, row, field.vectors[index])
      }
    }
  }

  /// For each node, the vector with the lowest cost among those whose blocks land nearest to it after part of
  /// their motion.
  private func arrivals(_ field: MotionField, after part: Int32) -> [MotionVector?] {
    let grid = field.grid
    var found = [MotionVector?](repeating: nil, count: grid.count)
    var costs = [Int32](repeating: Int32.max, count: grid.count)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let index = grid.index(column, row)
        let vector = field.vectors[index]
        // Nodes are 32 quarters of a pixel apart.
        let x = (32 * Int(column) + Int(vector.x.scaled(by: part)) + 16) >> 5
        let y = (32 * Int(row) + Int(vector.y.scaled(by: part)) + 16) >> 5
        guard (0..<grid.columns).contains(x), (0..<grid.rows).contains(y) else { continue }
        let target = grid.index(x, y)
        guard field.costs[index] < costs[target] else { continue }
        costs[target] = field.costs[index]
        found[target] = vector
      }
    }
    return found
  }

  private func consider(
    _ vector: MotionVector, _ column: Int, _ row: Int, near expected: MotionVector, _ field: inout MotionField
  ) {
    let index = field.grid.index(column, row)
    let cost =
      cost(column, row, vector) &+ min(vector.distance(to: expected), 64) &* Self.roughness
      &+ (vector == .zero ? 0 : Self.movement)
    guard cost < field.costs[index] else { return }
    field.vectors[index] = vector
    field.costs[index] = cost
  }

  /// The matching error along a vector through a node.
  private func cost(_ column: Int, _ row: Int, _ vector: MotionVector) -> Int32 {
    let (x, y) = ((column &- 1) &* NodeGrid.step, (row &- 1) &* NodeGrid.step)
    let (dx, dy) = (Int(vector.x.scaled(by: weight)), Int(vector.y.scaled(by: weight)))
    return difference.between(
      x &- (dx &+ 2) >> 2, y &- (dy &+ 2) >> 2,
      and: x &+ (Int(vector.x) &- dx &+ 2) >> 2, y &+ (Int(vector.y) &- dy &+ 2) >> 2)
  }
}

extension Int32 {
  /// Returns the value times `part` / 32768, rounded.
  @inline(__always)
  func scaled(by part: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (Int64(self) &* Int64(part) &+ 16384) >> 15)
  }
}

/// The mean of the two middle values.
private func middle(_ four: [Int32]) -> Int32 {
  let sorted = four.sorted()
  return (sorted[1] &+ sorted[2]) >> 1
}
