/// A displacement in a picture, in quarters of a pixel.
struct MotionVector: Equatable {
  var x: Int32
  var y: Int32

  static let zero = MotionVector(x: 0, y: 0)

  static prefix func - (vector: MotionVector) -> MotionVector { MotionVector(x: -vector.x, y: -vector.y) }

  /// The distance to another vector, as the sum along both axes.
  func distance(to other: MotionVector) -> Int32 { abs(x &- other.x) &+ abs(y &- other.y) }
}

/// The displacement of the area around each node from one picture to another. Nodes are eight pixels apart,
/// starting at the top left corner; the last ones can be outside.
struct MotionField {
  let grid: NodeGrid
  var vectors: [MotionVector]
  /// The matching error of each node: the sum of 256 absolute differences.
  var costs: [Int32]

  init(_ grid: NodeGrid) {
    self.grid = grid
    vectors = Array(repeating: .zero, count: grid.count)
    costs = Array(repeating: Int32.max, count: grid.count)
  }
}

struct NodeGrid: Equatable {
  let columns: Int
  let rows: Int

  /// Pixels between two nodes, and half the side of the block around each.
  static let step = 8

  init(width: Int, height: Int) {
    columns = (width + Self.step - 1) / Self.step + 1
    rows = (height + Self.step - 1) / Self.step + 1
  }

  var count: Int { columns * rows }

  func index(_ column: Int, _ row: Int) -> Int { row * columns + column }

  func clampedIndex(_ column: Int, _ row: Int) -> Int {
    index(min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
  }
}
