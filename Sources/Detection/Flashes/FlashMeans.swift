/// Which cells have flashing means nearby: patterns that are fine and balanced do not flash in the mean of their
/// neighbourhood.
protocol FlashMeans {
  /// Whether there is a mean near a cell that has made more than six transitions in less than a second, the last one
  /// in this frame or later. A map of 0 and 1.
  func near(since frame: Int32) -> [UInt8]
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

  func near(since frame: Int32) -> [UInt8] {
    var map = CellSums()
    map.fill(alarms.last.map { $0 >= frame ? 1 : 0 })
    let reach = FlashGrid.reach
    var near = [UInt8](repeating: 0, count: FlashGrid.count)
    for row in 0..<FlashGrid.rows {
      let (top, bottom) = (max(0, row - reach), min(FlashGrid.rows, row + reach + 1))
      for column in 0..<FlashGrid.columns {
        let (left, right) = (max(0, column - reach), min(FlashGrid.columns, column + reach + 1))
        near[row * FlashGrid.columns + column] = map.sum(left, top, right, bottom) > 0 ? 1 : 0
      }
    }
    return near
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

  func near(since frame: Int32) -> [UInt8] {
    var near = [UInt8](repeating: 0, count: FlashGrid.count)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns where alarms.last[row * Self.columns + column] >= frame {
        // The square and those around it.
        for y in max(0, (row - 1) * Self.side)..<min(FlashGrid.rows, (row + 2) * Self.side) {
          for x in max(0, (column - 1) * Self.side)..<min(FlashGrid.columns, (column + 2) * Self.side) {
            near[y * FlashGrid.columns + x] = 1
          }
        }
      }
    }
    return near
  }
}

/// When each mean last made more than six transitions in less than a second.
private struct MeanAlarms {
  private var times: TransitionTimes
  private(set) var last: [Int32]
  private let second: Int32

  init(count: Int, second: Int32) {
    self.second = second
    times = TransitionTimes(count: count)
    last = [Int32](repeating: -1, count: count)
  }

  mutating func add(_ found: CellTransitions, _ frame: Int32) {
    for cells in [found.up, found.down] {
      for cell in cells {
        if let first = times.add(frame, to: Int(cell)), frame - first <= second {
          last[Int(cell)] = frame
        }
      }
    }
  }
}
