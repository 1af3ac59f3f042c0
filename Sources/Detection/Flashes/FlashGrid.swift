/// The cells in which flashes are counted, and what a definition of flashes says about them.
///
/// A picture is taken to be 30 degrees wide, so a cell is 0.094 degrees wide: less than the 0.1 degrees below which
/// balanced patterns do not count.
enum FlashGrid {
  static let columns = 320
  static let rows = 180
  static let count = columns * rows

  /// Relative luminance 1.
  static let white = Int16.max
  /// A transition is a change of at least a tenth of white ...
  static let leastChange = 0.1
  /// ... whose darker state is below 0.8 of it.
  static let brightestDark = 0.8
  /// More than six transitions are more than three flashes.
  static let transitions = 7

  /// The cells of a mean on each side of its centre: balanced patterns that are finer than 7 cells, 0.65 degrees,
  /// nearly vanish in it.
  static let reach = 3

  /// The window of WCAG: a third of the width and of the height, 10 degrees.
  static let windowColumns = 107
  static let windowRows = 60
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
  func fullest(_ map: [UInt8]) -> (count: Int, column: Int, row: Int)? {
    var counts = PlaceCounts(size: size)
    var best = (count: Int32(quarter - 1), column: 0, row: 0)
    for row in 0..<places.rows where counts.read(map, row, least: quarter) {
      for (column, count) in counts.counts.enumerated() where count > best.count {
        best = (count, column, row)
      }
    }
    return best.count >= quarter ? (Int(best.count), best.column, best.row) : nil
  }

  /// Marks the cells of all places in which a map has a quarter of the area. Returns false if there are none.
  func cover(_ map: [UInt8], in covered: inout [UInt8]) -> Bool {
    var counts = PlaceCounts(size: size)
    // The row below the last place that has a column.
    var ends = [Int16](repeating: 0, count: FlashGrid.columns)
    var isAny = false
    for row in 0..<FlashGrid.rows {
      if row < places.rows, counts.read(map, row, least: quarter),
        extend(&ends, to: row + size.rows, counts.counts, least: quarter)
      {
        isAny = true
      }
      markEnding(ends, after: row, in: &covered)
    }
    return isAny
  }
}

/// How many cells of a map are in the area at each place of a row.
private struct PlaceCounts {
  private let size: (columns: Int, rows: Int)
  /// The cells of each column in the rows of the area.
  private var heights = [UInt8](repeating: 0, count: FlashGrid.columns)
  private(set) var counts: [Int32]

  init(size: (columns: Int, rows: Int)) {
    self.size = size
    counts = [Int32](repeating: 0, count: FlashGrid.columns - size.columns + 1)
  }

  /// Reads one row after another; false if no place in it has so many.
  mutating func read(_ map: [UInt8], _ row: Int, least: Int) -> Bool {
    if row == 0 {
      for next in 0..<size.rows { addRow(next, of: map, to: &heights) }
    } else {
      removeRow(row - 1, of: map, from: &heights)
      addRow(row + size.rows - 1, of: map, to: &heights)
    }
    return total(heights) >= least && count(heights, columns: size.columns, into: &counts) >= least
  }
}

private func addRow(_ row: Int, of map: [UInt8], to heights: inout [UInt8]) {
  var heights = heights.mutableSpan
  let added = map.span.extracting(row * FlashGrid.columns..<(row + 1) * FlashGrid.columns)
  guard added.count >= heights.count else { return }
  for column in 0..<heights.count { heights[column] &+= added[column] }
}

private func removeRow(_ row: Int, of map: [UInt8], from heights: inout [UInt8]) {
  var heights = heights.mutableSpan
  let removed = map.span.extracting(row * FlashGrid.columns..<(row + 1) * FlashGrid.columns)
  guard removed.count >= heights.count else { return }
  for column in 0..<heights.count { heights[column] &-= removed[column] }
}

private func total(_ heights: [UInt8]) -> Int32 {
  let heights = heights.span
  var total: Int32 = 0
  for column in 0..<heights.count { total &+= Int32(heights[column]) }
  return total
}

/// Returns the greatest one.
private func count(_ heights: [UInt8], columns: Int, into counts: inout [Int32]) -> Int32 {
  let heights = heights.span
  var counts = counts.mutableSpan
  guard heights.count >= counts.count + columns - 1 else { return 0 }
  var sum: Int32 = 0
  for column in 0..<columns - 1 { sum &+= Int32(heights[column]) }
  var greatest: Int32 = 0
  for column in 0..<counts.count {
    sum &+= Int32(heights[column &+ columns &- 1])
    counts[column] = sum
    greatest = max(greatest, sum)
    sum &-= Int32(heights[column])
  }
  return greatest
}

/// Lets the columns of all places with so many cells end at a row; false if there are none.
private func extend(_ ends: inout [Int16], to row: Int, _ counts: [Int32], least: Int) -> Bool {
  let counts = counts.span
  var ends = ends.mutableSpan
  let (columns, row) = (ends.count - counts.count + 1, Int16(truncatingIfNeeded: row))
  var end = 0
  for place in 0..<counts.count where counts[place] >= least {
    for column in max(place, end)..<min(ends.count, place + columns) { ends[column] = row }
    end = place + columns
  }
  return end > 0
}

/// Marks the cells of a row whose columns end below it.
private func markEnding(_ ends: [Int16], after row: Int, in covered: inout [UInt8]) {
  let (ends, start, row) = (ends.span, row * FlashGrid.columns, Int16(truncatingIfNeeded: row))
  var covered = covered.mutableSpan
  guard start >= 0, covered.count >= start + ends.count else { return }
  for column in 0..<ends.count { covered[start &+ column] = ends[column] > row ? 1 : 0 }
}

/// A map in which all cells are marked that have a marked one within reach.
func widened(_ map: [UInt8], reach: Int) -> [UInt8] {
  let (width, rows) = (FlashGrid.columns, FlashGrid.rows)
  guard map.count == FlashGrid.count else { return map }
  var wide = map
  for row in 0..<rows {
    for distance in 1...reach {
      let (start, count) = (row * width, width - distance)
      unite(map, start, count, into: &wide, at: start + distance)
      unite(map, start + distance, count, into: &wide, at: start)
    }
  }
  var near = wide
  for distance in 1...reach {
    let (start, count) = (distance * width, (rows - distance) * width)
    unite(wide, 0, count, into: &near, at: start)
    unite(wide, start, count, into: &near, at: 0)
  }
  return near
}

private func unite(_ map: [UInt8], _ first: Int, _ count: Int, into target: inout [UInt8], at start: Int) {
  let map = map.span
  var target = target.mutableSpan
  guard first >= 0, start >= 0, count >= 0, map.count >= first + count, target.count >= start + count else {
    return
  }
  for index in 0..<count { target[start &+ index] |= map[first &+ index] }
}
