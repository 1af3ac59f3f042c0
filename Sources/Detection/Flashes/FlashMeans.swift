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
  private var sums = [Int16](repeating: 0, count: FlashGrid.count)
  private var transitions = LuminanceTransitions(white: Double(FlashGrid.white) * 49 / 64)
  private var found = CellTransitions()
  private var alarms: MeanAlarms

  /// `second` is the greatest number of frames that is less than a second.
  init(second: Int32) { alarms = MeanAlarms(count: FlashGrid.count, second: second) }

  mutating func add(_ luminance: [Int16], _ frame: Int32) {
    guard luminance.count == FlashGrid.count else { return }
    addSquares(of: luminance, to: &sums)
    transitions.find(in: sums, &found)
    alarms.add(found, frame)
  }

  func near(_ cells: [UInt16], since frame: Int32) -> [UInt16] {
    guard alarms.newest >= frame else { return [] }
    let map = widened(alarms.since(frame), reach: FlashGrid.reach)
    return cells.filter { map[Int($0)] > 0 }
  }
}

/// Red: the means of squares of four by four cells that do not overlap.
struct RedMeans: FlashMeans {
  private static let side = 4
  private static let columns = FlashGrid.columns / side
  private static let rows = FlashGrid.rows / side
  private var red = [Int16](repeating: 0, count: Self.columns * Self.rows)
  private var green = [Int16](repeating: 0, count: Self.columns * Self.rows)
  private var blue = [Int16](repeating: 0, count: Self.columns * Self.rows)
  private var transitions: RedTransitions
  private var found = CellTransitions()
  private var alarms: MeanAlarms

  init(_ primaries: FlashPrimaries, second: Int32) {
    alarms = MeanAlarms(count: Self.columns * Self.rows, second: second)
    transitions = RedTransitions(primaries)
  }

  mutating func add(_ light: FlashLight, _ frame: Int32) {
    averageSquares(of: light.red, into: &red)
    averageSquares(of: light.green, into: &green)
    averageSquares(of: light.blue, into: &blue)
    transitions.find(red: red, green: green, blue: blue, &found)
    alarms.add(found, frame)
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

/// Sums of seven by seven cells, each of which counts as a 64th: they fit into 16 bits.
private func addSquares(of luminance: [Int16], to sums: inout [Int16]) {
  let (side, reach, width) = (2 * FlashGrid.reach + 1, FlashGrid.reach, FlashGrid.columns)
  /// Of the last seven rows, each cell as a quarter.
  var columns = [UInt16](repeating: 0, count: width)
  var sixteenths = [Int16](repeating: 0, count: width)
  for row in 0..<FlashGrid.rows {
    let start = row * width
    add(luminance, at: start, less: row >= side ? start - side * width : nil, to: &columns, &sixteenths)
    if row >= side - 1 { sumOfSeven(sixteenths, into: &sums, at: start - reach * width + reach) }
  }
}

private func add(
  _ luminance: [Int16], at start: Int, less old: Int?, to columns: inout [UInt16], _ sixteenths: inout [Int16]
) {
  let width = columns.count
  let added = luminance.span.extracting(start..<start + width)
  var columns = columns.mutableSpan
  var sixteenths = sixteenths.mutableSpan
  guard added.count >= width, sixteenths.count >= width else { return }
  if let old {
    let removed = luminance.span.extracting(old..<old + width)
    guard removed.count >= width else { return }
    for column in 0..<width {
      let sum =
        columns[column] &+ UInt16(bitPattern: added[column] >> 2) &- UInt16(bitPattern: removed[column] >> 2)
      columns[column] = sum
      sixteenths[column] = Int16(bitPattern: sum >> 4)
    }
  } else {
    for column in 0..<width {
      let sum = columns[column] &+ UInt16(bitPattern: added[column] >> 2)
      columns[column] = sum
      sixteenths[column] = Int16(bitPattern: sum >> 4)
    }
  }
}

private func sumOfSeven(_ columns: [Int16], into sums: inout [Int16], at first: Int) {
  let columns = columns.span
  var sums = sums.mutableSpan
  let count = columns.count - 6
  guard count > 0, first >= 0, sums.count >= first + count else { return }
  for column in 0..<count {
    let left = columns[column] &+ columns[column &+ 1] &+ columns[column &+ 2]
    let right = columns[column &+ 4] &+ columns[column &+ 5] &+ columns[column &+ 6]
    sums[first &+ column] = left &+ columns[column &+ 3] &+ right
  }
}

/// Means of four by four cells.
private func averageSquares(of cells: [Int16], into means: inout [Int16]) {
  let cells = cells.span
  var means = means.mutableSpan
  let (columns, rows) = (FlashGrid.columns / 4, FlashGrid.rows / 4)
  guard cells.count >= FlashGrid.count, means.count >= columns * rows else { return }
  for row in 0..<rows {
    for column in 0..<columns {
      var sum: Int32 = 0
      for line in 0..<4 {
        let first = (row &* 4 &+ line) &* FlashGrid.columns &+ column &* 4
        for index in 0..<4 { sum &+= Int32(cells[first &+ index]) }
      }
      means[row &* columns &+ column] = Int16(truncatingIfNeeded: sum >> 4)
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

  /// A map of the means that did so in a frame or later.
  func since(_ frame: Int32) -> [UInt8] {
    var map = [UInt8](repeating: 0, count: last.count)
    mark(last, since: frame, in: &map)
    return map
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

private func mark(_ frames: [Int32], since first: Int32, in map: inout [UInt8]) {
  let frames = frames.span
  var map = map.mutableSpan
  guard map.count >= frames.count else { return }
  for cell in 0..<frames.count { map[cell] = frames[cell] >= first ? 1 : 0 }
}
