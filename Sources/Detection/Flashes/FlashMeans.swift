/// Which cells have flashing means nearby: patterns that are fine and balanced do not flash in the mean of their
/// neighbourhood.
protocol FlashMeans {
  /// Those of some cells that have a mean nearby that has made more than six transitions in less than a second, the last
  /// one in this frame or later.
  func near(_ cells: [UInt16], since frame: Int32) -> [UInt16]
}

/// Luminance: the means of all squares of seven by seven cells.
struct LuminanceMeans: FlashMeans {
  private static let side = 2 * FlashGrid.reach + 1
  /// The sum of the square around each cell; 0 where it would extend beyond the grid.
  private var sums = [Int32](repeating: 0, count: FlashGrid.count)
  private var columns = [Int32](repeating: 0, count: FlashGrid.columns)
  private var transitions = LuminanceTransitions(sumsOf: Int32(Self.side * Self.side))
  private var found = CellTransitions()
  private var alarms: MeanAlarms

  /// `second` is the greatest number of frames that is less than a second.
  init(second: Int32) { alarms = MeanAlarms(count: FlashGrid.count, second: second) }

  mutating func add(_ luminance: [Int32], _ frame: Int32) {
    guard luminance.count == FlashGrid.count else { return }
    let (side, reach, width) = (Self.side, FlashGrid.reach, FlashGrid.columns)
    for column in 0..<width { columns[column] = 0 }
    for row in 0..<FlashGrid.rows {
      let start = row * width
      for column in 0..<width { columns[column] &+= luminance[start + column] }
      if row >= side {
        let old = start - side * width
        for column in 0..<width { columns[column] &-= luminance[old + column] }
      }
      guard row >= side - 1 else { continue }
      let center = start - reach * width
      var sum: Int32 = 0
      for column in 0..<side - 1 { sum &+= columns[column] }
      for column in side - 1..<width {
        sum &+= columns[column]
        sums[center + column - reach] = sum
        sum &-= columns[column - side + 1]
      }
    }
    transitions.find(in: sums, &found)
    alarms.add(found, frame)
  }

  func near(_ cells: [UInt16], since frame: Int32) -> [UInt16] {
    guard alarms.newest >= frame else { return [] }
    var map = CellSums()
    map.fill(alarms.last.map { $0 >= frame ? 1 : 0 })
    let reach = FlashGrid.reach
    return cells.filter { cell in
      let (column, row) = (Int(cell) % FlashGrid.columns, Int(cell) / FlashGrid.columns)
      return map.sum(
        max(0, column - reach), max(0, row - reach), min(FlashGrid.columns, column + reach + 1),
        min(FlashGrid.rows, row + reach + 1)) > 0
    }
  }
}

/// Red: the means of squares of four by four cells that do not overlap.
struct RedMeans: FlashMeans {
  private static let side = 4
  private static let columns = FlashGrid.columns / side
  private static let rows = FlashGrid.rows / side
  private var red = [Int32](repeating: 0, count: Self.columns * Self.rows)
  private var green = [Int32](repeating: 0, count: Self.columns * Self.rows)
  private var blue = [Int32](repeating: 0, count: Self.columns * Self.rows)
  private var transitions: RedTransitions
  private var found = CellTransitions()
  private var alarms: MeanAlarms

  init(_ primaries: FlashPrimaries, second: Int32) {
    alarms = MeanAlarms(count: Self.columns * Self.rows, second: second)
    transitions = RedTransitions(primaries, sumsOf: Int32(Self.side * Self.side))
  }

  mutating func add(_ light: FlashLight, _ frame: Int32) {
    Self.add(light.red, into: &red)
    Self.add(light.green, into: &green)
    Self.add(light.blue, into: &blue)
    transitions.find(red: red, green: green, blue: blue, &found)
    alarms.add(found, frame)
  }

  private static func add(_ cells: [Int32], into sums: inout [Int32]) {
    for index in sums.indices { sums[index] = 0 }
    for row in 0..<FlashGrid.rows {
      let (start, target) = (row * FlashGrid.columns, row / side * columns)
      for column in 0..<columns {
        let first = start + column * side
        sums[target + column] &+= cells[first] &+ cells[first + 1] &+ cells[first + 2] &+ cells[first + 3]
      }
    }
  }

  func near(_ cells: [UInt16], since frame: Int32) -> [UInt16] {
    guard alarms.newest >= frame else { return [] }
    return cells.filter { cell in
      let column = Int(cell) % FlashGrid.columns / Self.side
      let row = Int(cell) / FlashGrid.columns / Self.side
      // The square and those around it.
      return (max(0, row - 1)...min(Self.rows - 1, row + 1)).contains { y in
        (max(0, column - 1)...min(Self.columns - 1, column + 1)).contains { x in
          alarms.last[y * Self.columns + x] >= frame
        }
      }
    }
  }
}

/// When each mean last made more than six transitions in less than a second.
private struct MeanAlarms {
  private var times: TransitionTimes
  private(set) var last: [Int32]
  /// The last of all.
  private(set) var newest: Int32 = -1
  private let second: Int32

  init(count: Int, second: Int32) {
    self.second = second
    times = TransitionTimes(count: count)
    last = [Int32](repeating: -1, count: count)
  }

  mutating func add(_ found: CellTransitions, _ frame: Int32) {
    for cells in [found.up, found.down] {
      for cell in times.add(frame, to: cells, second: second) {
        last[Int(cell)] = frame
        newest = frame
      }
    }
  }
}
