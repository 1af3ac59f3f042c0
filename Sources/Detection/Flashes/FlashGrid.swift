/// The cells in which flashes are counted, and what a definition of flashes says about them.
///
/// A picture is taken to be 30 degrees wide, so a cell is 0.094 degrees wide: less than the 0.1 degrees below which
/// balanced patterns do not count.
enum FlashGrid {
  static let columns = 320
  static let rows = 180
  static let count = columns * rows

  /// Relative luminance 1. Sums of 49 cells fit into 32 bits.
  static let white: Int32 = 1 << 15
  /// A transition is a change of at least a tenth of white ...
  static let leastChange = (white + 9) / 10
  /// ... whose darker state is below 0.8 of it.
  static let brightestDark = white * 8 / 10
  /// More than six transitions are more than three flashes.
  static let transitions = 7

  /// The cells of a mean on each side of its centre: balanced patterns that are finer than 7 cells, 0.65 degrees,
  /// nearly vanish in it.
  static let reach = 3

  /// The window of WCAG: a third of the width and of the height, 10 degrees.
  static let windowColumns = 107
  static let windowRows = 60
}

/// Sums over rectangles of a map of cells.
struct CellSums {
  /// One more row and column than the grid: the sum of all cells above and to the left.
  private var sums = [Int32](repeating: 0, count: (FlashGrid.columns + 1) * (FlashGrid.rows + 1))
  private static let stride = FlashGrid.columns + 1

  /// Fills them from a map of 0 and 1.
  mutating func fill(_ map: [UInt8]) {
    guard map.count == FlashGrid.count else { return }
    let map = map.span
    var sums = sums.mutableSpan
    for row in 0..<FlashGrid.rows {
      var sum: Int32 = 0
      let above = row * Self.stride
      let below = above + Self.stride
      let start = row * FlashGrid.columns
      for column in 0..<FlashGrid.columns {
        sum &+= Int32(map[start + column])
        sums[below + column + 1] = sums[above + column + 1] &+ sum
      }
    }
  }

  /// Whether a rectangle of this size has at least so many, for each place in a row of them.
  func reaches(_ least: Int32, columns: Int, rows: Int, atRow row: Int) -> Bool {
    let sums = sums.span
    let top = sums.extracting(row * Self.stride..<(row + 1) * Self.stride)
    let bottom = sums.extracting((row + rows) * Self.stride..<(row + rows + 1) * Self.stride)
    guard top.count == Self.stride, bottom.count == Self.stride, columns < Self.stride else { return false }
    var isAny: Int32 = 0
    for column in 0..<Self.stride - columns {
      let sum = bottom[column + columns] &- bottom[column] &- top[column + columns] &+ top[column]
      isAny |= sum >= least ? 1 : 0
    }
    return isAny != 0
  }

  /// The sum of the rows `top..<bottom` in the columns `left..<right`.
  func sum(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> Int32 {
    sums[bottom * Self.stride + right] &- sums[bottom * Self.stride + left]
      &- sums[top * Self.stride + right] &+ sums[top * Self.stride + left]
  }
}

/// A part of the grid whose flashing cells must be fewer than a quarter of it.
enum FlashArea {
  /// ITU-R BT.1702.
  case picture
  /// WCAG: every place of the window.
  case window

  /// Whether transitions must be in the same moments.
  var needsMoments: Bool {
    switch self {
    case .picture: false
    case .window: true
    }
  }

  /// A quarter of the area.
  var quarter: Int {
    switch self {
    case .picture: FlashGrid.count / 4
    // Of a ninth of the picture: the window of whole cells is a little larger.
    case .window: FlashGrid.count / 36
    }
  }

  /// The places of the area's upper left corner.
  private var places: (columns: Int, rows: Int) {
    switch self {
    case .picture: (1, 1)
    case .window:
      (FlashGrid.columns - FlashGrid.windowColumns + 1, FlashGrid.rows - FlashGrid.windowRows + 1)
    }
  }

  var size: (columns: Int, rows: Int) {
    switch self {
    case .picture: (FlashGrid.columns, FlashGrid.rows)
    case .window: (FlashGrid.windowColumns, FlashGrid.windowRows)
    }
  }

  /// The place with the most cells of a map, if they are a quarter of the area.
  func fullest(_ sums: CellSums) -> (count: Int, column: Int, row: Int)? {
    let (columns, rows) = size
    var best = (count: quarter - 1, column: 0, row: 0)
    for row in 0..<places.rows {
      for column in 0..<places.columns {
        let count = Int(sums.sum(column, row, column + columns, row + rows))
        if count > best.count { best = (count, column, row) }
      }
    }
    return best.count >= quarter ? best : nil
  }

  /// Marks the cells of all places in which a map has a quarter of the area. Returns false if there are none.
  func cover(_ sums: CellSums, in covered: inout [UInt8]) -> Bool {
    let (columns, rows) = size
    let stride = FlashGrid.columns + 1
    // How many of the places a cell is in: the sum of what begins and ends above it and to its left.
    var edges: [Int32] = []
    var isAny = false
    for row in 0..<places.rows
    where sums.reaches(Int32(quarter), columns: columns, rows: rows, atRow: row) {
      for column in 0..<places.columns
      where Int(sums.sum(column, row, column + columns, row + rows)) >= quarter {
        if !isAny { edges = [Int32](repeating: 0, count: stride * (FlashGrid.rows + 1)) }
        isAny = true
        edges[row * stride + column] &+= 1
        edges[row * stride + column + columns] &-= 1
        edges[(row + rows) * stride + column] &-= 1
        edges[(row + rows) * stride + column + columns] &+= 1
      }
    }
    guard isAny else { return false }
    var above = [Int32](repeating: 0, count: stride)
    for row in 0..<FlashGrid.rows {
      var sum: Int32 = 0
      for column in 0..<FlashGrid.columns {
        sum &+= edges[row * stride + column]
        above[column] &+= sum
        covered[row * FlashGrid.columns + column] = above[column] > 0 ? 1 : 0
      }
    }
    return true
  }
}
