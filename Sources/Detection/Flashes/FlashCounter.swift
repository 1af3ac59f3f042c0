/// Counts the transitions that a quarter of an area makes together, and finds where there are too many of them.
///
/// A transition counts only if a quarter of the area makes one in the same direction within 0.12 s: in pictures that
/// move as a whole, cells change up and down all the time, but not together.
///
/// In a part of the picture, cells must also make their transitions in the same moments.
struct FlashCounter {
  private let area: FlashArea
  /// The frames in 0.12 s.
  private let reach: Int32
  /// The greatest number of frames that is less than a second.
  private let second: Int32
  private let moments: FlashMoments
  private var pending: [Pending] = []
  private var times = TransitionTimes(count: FlashGrid.count)
  /// The cells with more than six transitions in less than a second, by the frame of the last one.
  private var recent: [(frame: Int32, cells: [UInt16])] = []
  private var map = [UInt8](repeating: 0, count: FlashGrid.count)
  private var covered = [UInt8](repeating: 0, count: FlashGrid.count)

  /// The transitions of a frame, and which of them count.
  private struct Pending {
    let frame: Int32
    var sides: [Side]
  }

  private struct Side {
    let cells: [UInt16]
    private var counts: [Bool]

    init(_ cells: [UInt16]) {
      self.cells = cells
      counts = [Bool](repeating: false, count: cells.count)
    }

    mutating func countAll() { counts = [Bool](repeating: true, count: cells.count) }

    /// Counts the cells that a map has.
    mutating func count(in map: [UInt8]) {
      for (index, cell) in cells.enumerated() where map[Int(cell)] > 0 { counts[index] = true }
    }

    var counted: [UInt16] { zip(cells, counts).compactMap { $1 ? $0 : nil } }
  }

  /// Too many flashes in a frame.
  struct Alarm {
    let frame: Int32
    /// The share of the area that flashes.
    let share: Double
    /// The middle of the area, as shares of width and height.
    let center: (x: Double, y: Double)
    /// The frames of the last seven transitions of a cell in it.
    let transitions: [Int64]
  }

  init(_ area: FlashArea, reach: Int32, second: Int32) {
    self.area = area
    self.reach = reach
    self.second = second
    moments = FlashMoments(second: second, oldest: second + reach)
  }

  /// Takes the transitions of the next frame.
  mutating func add(_ found: CellTransitions, _ frame: Int32, _ means: some FlashMeans) -> [Alarm] {
    pending.append(Pending(frame: frame, sides: [Side(found.up), Side(found.down)]))
    for side in 0..<2 { count(side) }
    return finish(through: frame - reach, means)
  }

  /// The alarms of the last frames.
  mutating func finish(_ means: some FlashMeans) -> [Alarm] { finish(through: .max, means) }

  /// Marks the transitions of the pending frames in one direction that a quarter of the area makes.
  private mutating func count(_ side: Int) {
    // Without new ones, all that count have been marked.
    guard pending.last?.sides[side].cells.isEmpty == false,
      pending.reduce(0, { $0 + $1.sides[side].cells.count }) >= area.quarter
    else { return }
    if case .picture = area {
      for index in pending.indices { pending[index].sides[side].countAll() }
      return
    }
    clearMap()
    for frame in pending { mark(frame.sides[side].cells, in: &map) }
    guard area.cover(map, in: &covered) else { return }
    for index in pending.indices { pending[index].sides[side].count(in: covered) }
  }

  private mutating func clearMap() {
    for index in map.indices { map[index] = 0 }
  }

  private mutating func finish(through last: Int32, _ means: some FlashMeans) -> [Alarm] {
    var alarms: [Alarm] = []
    while let next = pending.first, next.frame <= last {
      pending.removeFirst()
      let flashing = next.sides.flatMap { times.add(next.frame, to: $0.counted, second: second) }
      recent.removeAll { $0.frame < next.frame - reach }
      guard !flashing.isEmpty else { continue }
      recent.append((next.frame, flashing))
      if let alarm = alarm(at: next.frame, means) { alarms.append(alarm) }
    }
    return alarms
  }

  private mutating func alarm(at frame: Int32, _ means: some FlashMeans) -> Alarm? {
    let cells = recent.flatMap(\.cells)
    guard cells.count >= area.quarter else { return nil }
    let near = means.near(cells, since: frame - reach)
    guard near.count >= area.quarter else { return nil }
    clearMap()
    mark(near, in: &map)
    guard let fullest = area.fullest(map) else { return nil }
    let size = area.size
    func isInside(_ cell: UInt16) -> Bool {
      let (column, row) = (Int(cell) % FlashGrid.columns, Int(cell) / FlashGrid.columns)
      return (fullest.column..<fullest.column + size.columns).contains(column)
        && (fullest.row..<fullest.row + size.rows).contains(row) && map[Int(cell)] > 0
    }
    if area.needsMoments, !moments.hold(area.quarter, of: near.filter(isInside), times, at: frame) {
      return nil
    }
    return Alarm(
      frame: frame, share: min(1, Double(fullest.count) / Double(4 * area.quarter)),
      center: (
        (Double(fullest.column) + Double(size.columns) / 2) / Double(FlashGrid.columns),
        (Double(fullest.row) + Double(size.rows) / 2) / Double(FlashGrid.rows)
      ),
      transitions: cells.last(where: isInside).map { times.all(of: Int($0)) } ?? [])
  }
}

private func mark(_ cells: [UInt16], in map: inout [UInt8]) {
  var map = map.mutableSpan
  for cell in cells { map[Int(cell)] = 1 }
}
