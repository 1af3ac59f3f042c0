/// The cells that make a transition in a frame, in the order of the grid.
struct CellTransitions {
  var up: [UInt16] = []
  var down: [UInt16] = []

  mutating func removeAll() {
    up.removeAll(keepingCapacity: true)
    down.removeAll(keepingCapacity: true)
  }
}

/// Finds the transitions of each cell between the peaks and valleys of its luminance.
struct LuminanceTransitions {
  /// The highest luminance since the last transition up, and the lowest since the last one down.
  private var highest: [Int32] = []
  private var lowest: [Int32] = []
  /// 1 after a transition up, -1 after one down, 0 before the first one.
  private var direction = [Int8](repeating: 0, count: FlashGrid.count)
  private let leastChange: Int32
  private let brightestDark: Int32

  /// `cells` is the number of cells whose luminances are summed.
  init(sumsOf cells: Int32 = 1) {
    leastChange = FlashGrid.leastChange * cells
    brightestDark = FlashGrid.brightestDark * cells
  }

  mutating func find(in light: [Int32], _ found: inout CellTransitions) {
    found.removeAll()
    guard light.count == FlashGrid.count else { return }
    if highest.isEmpty { (highest, lowest) = (light, light) }
    for (cell, isUp) in changes(
      of: light, &highest, &lowest, &direction, leastChange: leastChange, brightestDark: brightestDark)
    {
      if isUp { found.up.append(cell) } else { found.down.append(cell) }
    }
  }
}

/// The cells that make a transition, in order. Spans of several properties of one value would overlap.
private func changes(
  of light: [Int32], _ highest: inout [Int32], _ lowest: inout [Int32], _ direction: inout [Int8],
  leastChange: Int32, brightestDark: Int32
) -> [(cell: UInt16, isUp: Bool)] {
  let lights = light.span
  var highest = highest.mutableSpan
  var lowest = lowest.mutableSpan
  var direction = direction.mutableSpan
  var found: [(cell: UInt16, isUp: Bool)] = []
  for cell in 0..<FlashGrid.count {
    let now = lights[cell]
    let (high, low) = (highest[cell], lowest[cell])
    if now > high { highest[cell] = now } else if now < low { lowest[cell] = now }
    if now &- low >= leastChange, low < brightestDark, direction[cell] <= 0 {
      direction[cell] = 1
      highest[cell] = now
      found.append((UInt16(truncatingIfNeeded: cell), true))
    } else if high &- now >= leastChange, now < brightestDark, direction[cell] >= 0 {
      direction[cell] = -1
      lowest[cell] = now
      found.append((UInt16(truncatingIfNeeded: cell), false))
    }
  }
  return found
}

/// Finds the transitions to and from saturated red: those of more than 0.2 in u'v'.
struct RedTransitions {
  /// While a cell is red, its reddest colour; otherwise its least red one.
  private var extremes: [FlashColor] = []
  private var isRed: [Bool] = []
  private let primaries: FlashPrimaries
  private let white: Int32

  /// `cells` is the number of cells whose light is summed.
  init(_ primaries: FlashPrimaries, sumsOf cells: Int32 = 1) {
    self.primaries = primaries
    white = FlashGrid.white * cells
  }

  mutating func find(
    red: [Int32], green: [Int32], blue: [Int32], _ found: inout CellTransitions
  ) {
    found.removeAll()
    let count = red.count
    guard green.count == count, blue.count == count else { return }
    if extremes.count != count {
      extremes = (0..<count).map {
        FlashColor(red: red[$0], green: green[$0], blue: blue[$0], white: white)
      }
      isRed = extremes.map { $0.isSaturatedRed(white: white) }
    }
    for cell in 0..<count {
      let now = FlashColor(red: red[cell], green: green[cell], blue: blue[cell], white: white)
      let extreme = extremes[cell]
      if isRed[cell] {
        if primaries.areApart(now, extreme) {
          isRed[cell] = false
          extremes[cell] = now
          found.down.append(UInt16(truncatingIfNeeded: cell))
        } else if now.isRedder(than: extreme) {
          extremes[cell] = now
        }
      } else if now.isSaturatedRed(white: white), primaries.areApart(now, extreme) {
        isRed[cell] = true
        extremes[cell] = now
        found.up.append(UInt16(truncatingIfNeeded: cell))
      } else if extreme.isRedder(than: now) {
        extremes[cell] = now
      }
    }
  }
}

/// The frames of the last seven transitions of each cell.
struct TransitionTimes {
  private var frames: [Int32]
  private var counts: [Int32]
  private static let kept = FlashGrid.transitions

  init(count: Int) {
    frames = [Int32](repeating: 0, count: count * Self.kept)
    counts = [Int32](repeating: 0, count: count)
  }

  /// Adds a transition; returns the frame of the sixth one before it, nil if there were fewer.
  mutating func add(_ frame: Int32, to cell: Int) -> Int32? {
    let count = Int(counts[cell])
    counts[cell] = Int32(truncatingIfNeeded: count + 1)
    frames[cell * Self.kept + count % Self.kept] = frame
    return count + 1 < Self.kept ? nil : frames[cell * Self.kept + (count + 1) % Self.kept]
  }

  /// In order.
  func all(of cell: Int) -> [Int64] {
    (0..<min(Self.kept, Int(counts[cell]))).map { Int64(frames[cell * Self.kept + $0]) }.sorted()
  }
}
