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
  private var direction = [Int32](repeating: 0, count: FlashGrid.count)
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
    findChanges(
      of: light, &highest, &lowest, &direction, leastChange: leastChange, brightestDark: brightestDark, &found
    )
  }
}

/// The cells that are examined together: where none of them can make a transition, there are no branches.
private let block = 16

/// The cells that make a transition, in order. Spans of several properties of one value would overlap.
private func findChanges(
  of light: [Int32], _ highest: inout [Int32], _ lowest: inout [Int32], _ direction: inout [Int32],
  leastChange: Int32, brightestDark: Int32, _ found: inout CellTransitions
) {
  let lights = light.span
  var highest = highest.mutableSpan
  var lowest = lowest.mutableSpan
  var direction = direction.mutableSpan
  let count = lights.count
  guard highest.count == count, lowest.count == count, direction.count == count else { return }
  var start = 0
  while start < count {
    let cells = start..<min(count, start + block)
    start = cells.upperBound
    var isAny: Int32 = 0
    for cell in cells {
      let now = lights[cell]
      let rises: Int32 = (now &- lowest[cell] >= leastChange ? 1 : 0) & (direction[cell] <= 0 ? 1 : 0)
      let falls: Int32 = (highest[cell] &- now >= leastChange ? 1 : 0) & (direction[cell] >= 0 ? 1 : 0)
      isAny |= rises | falls
    }
    guard isAny != 0 else {
      for cell in cells {
        highest[cell] = max(highest[cell], lights[cell])
        lowest[cell] = min(lowest[cell], lights[cell])
      }
      continue
    }
    for cell in cells {
      let now = lights[cell]
      let (high, low) = (highest[cell], lowest[cell])
      if now > high { highest[cell] = now } else if now < low { lowest[cell] = now }
      if now &- low >= leastChange, low < brightestDark, direction[cell] <= 0 {
        direction[cell] = 1
        highest[cell] = now
        found.up.append(UInt16(truncatingIfNeeded: cell))
      } else if high &- now >= leastChange, now < brightestDark, direction[cell] >= 0 {
        direction[cell] = -1
        lowest[cell] = now
        found.down.append(UInt16(truncatingIfNeeded: cell))
      }
    }
  }
}

/// Finds the transitions to and from saturated red: those of more than 0.2 in u'v'.
struct RedTransitions {
  /// While a cell is red, its reddest colour; otherwise its least red one.
  private var extremes = RedExtremes()
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
      extremes = RedExtremes(
        (0..<count).map { FlashColor(red: red[$0], green: green[$0], blue: blue[$0], white: white) },
        white: white)
    }
    var start = 0
    while start < count {
      let cells = start..<min(count, start + block)
      start = cells.upperBound
      guard white > FlashGrid.white || extremes.canChange(red.span, green.span, blue.span, cells) else {
        continue
      }
      for cell in cells {
        let now = FlashColor(red: red[cell], green: green[cell], blue: blue[cell], white: white)
        let extreme = extremes.colors[cell]
        if extremes.isRed[cell] != 0 {
          if primaries.areApart(now, extreme) {
            extremes.set(cell, now, isRed: false)
            found.down.append(UInt16(truncatingIfNeeded: cell))
          } else if now.isRedder(than: extreme) {
            extremes.set(cell, now, isRed: true)
          }
        } else if now.isSaturatedRed(white: white), primaries.areApart(now, extreme) {
          extremes.set(cell, now, isRed: true)
          found.up.append(UInt16(truncatingIfNeeded: cell))
        } else if extreme.isRedder(than: now) {
          extremes.set(cell, now, isRed: false)
        }
      }
    }
  }
}

/// The colour of each cell with which the current one is compared.
private struct RedExtremes {
  private(set) var colors: [FlashColor] = []
  /// 1 for a cell that is red.
  private(set) var isRed: [UInt32] = []
  /// Red, and the sum of all three.
  private var reds: [UInt32] = []
  private var sums: [UInt32] = []

  init() {}

  init(_ colors: [FlashColor], white: Int32) {
    self.colors = colors
    isRed = colors.map { $0.isSaturatedRed(white: white) ? 1 : 0 }
    reds = colors.map { UInt32(truncatingIfNeeded: $0.red) }
    sums = colors.map { UInt32(truncatingIfNeeded: $0.red &+ $0.green &+ $0.blue) }
  }

  var count: Int { colors.count }

  mutating func set(_ cell: Int, _ color: FlashColor, isRed: Bool) {
    colors[cell] = color
    self.isRed[cell] = isRed ? 1 : 0
    reds[cell] = UInt32(truncatingIfNeeded: color.red)
    sums[cell] = UInt32(truncatingIfNeeded: color.red &+ color.green &+ color.blue)
  }

  /// Whether one of some cells may change, for colours of single cells: their products fit into 32 bits.
  func canChange(_ red: Span<Int32>, _ green: Span<Int32>, _ blue: Span<Int32>, _ cells: Range<Int>) -> Bool {
    let white = FlashGrid.white
    let (isRed, reds, sums) = (isRed.span, reds.span, sums.span)
    guard red.count >= cells.upperBound, green.count >= cells.upperBound, blue.count >= cells.upperBound,
      isRed.count >= cells.upperBound, reds.count >= cells.upperBound, sums.count >= cells.upperBound
    else { return true }
    var isAny: UInt32 = 0
    for cell in cells {
      let (r, rest) = (red[cell], green[cell] &+ blue[cell])
      let isSaturated: UInt32 = (r >= white >> 4 ? 1 : 0) & (r >= 4 &* rest ? 1 : 0)
      // What is nearly black counts as grey.
      let isBlack = r &+ rest < white >> 8
      let now = UInt32(truncatingIfNeeded: isBlack ? 1 : r)
      let sum = UInt32(truncatingIfNeeded: isBlack ? 3 : r &+ rest)
      let isLessRed: UInt32 = reds[cell] &* sum > now &* sums[cell] ? 1 : 0
      isAny |= isRed[cell] | isSaturated | isLessRed
    }
    return isAny != 0
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

  /// Adds a transition of some cells; returns those that made the sixth one before it at most `second` frames ago.
  mutating func add(_ frame: Int32, to cells: [UInt16], second: Int32) -> [UInt16] {
    cells.isEmpty ? [] : addTransitions(frame, to: cells, second: second, kept: Self.kept, &frames, &counts)
  }

  /// How many frames ago each of the last transitions of some cells was, cell by cell. Each has made seven.
  func ages(of cells: [UInt16], at frame: Int32) -> [Int] {
    var ages: [Int] = []
    ages.reserveCapacity(cells.count * Self.kept)
    for cell in cells {
      let start = Int(cell) * Self.kept
      for index in start..<start + Self.kept { ages.append(Int(frame) - Int(frames[index])) }
    }
    return ages
  }

  /// In order.
  func all(of cell: Int) -> [Int64] {
    (0..<min(Self.kept, Int(counts[cell]))).map { Int64(frames[cell * Self.kept + $0]) }.sorted()
  }
}

private func addTransitions(
  _ frame: Int32, to cells: [UInt16], second: Int32, kept: Int, _ frames: inout [Int32],
  _ counts: inout [Int32]
) -> [UInt16] {
  var frames = frames.mutableSpan
  var counts = counts.mutableSpan
  var many: [UInt16] = []
  for cell in cells {
    let count = counts[Int(cell)]
    counts[Int(cell)] = count &+ 1
    let start = Int(cell) &* kept
    frames[start &+ Int(count) % kept] = frame
    guard Int(count) &+ 1 >= kept else { continue }
    if frame &- frames[start &+ (Int(count) &+ 1) % kept] <= second { many.append(cell) }
  }
  return many
}
