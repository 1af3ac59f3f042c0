/// A distance in a picture, in quarters of a pixel.
struct MotionVector: Equatable {
  var x: Int32
  var y: Int32

  static let zero = MotionVector(x: 0, y: 0)

  static prefix func - (vector: MotionVector) -> MotionVector { MotionVector(x: -vector.x, y: -vector.y) }

  /// The way to another vector, along the axes.
  func distance(to other: MotionVector) -> Int32 { abs(x &- other.x) &+ abs(y &- other.y) }
}

/// Where what is around each node of one picture is in another one. Nodes are eight pixels apart, from the top left
/// corner on; the last ones can be outside.
struct MotionField {
  let grid: NodeGrid
  var vectors: [MotionVector]
  /// How little what is around each node is like what it was found at: the sum of differences of 256 samples.
  var costs: [Int32]

  init(_ grid: NodeGrid) {
    self.grid = grid
    vectors = Array(repeating: .zero, count: grid.count)
    costs = Array(repeating: Int32.max, count: grid.count)
  }
}

/// The nodes of a picture of some size.
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
