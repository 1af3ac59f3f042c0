/// The cells that make a transition in a frame, in the order of the grid.
struct CellTransitions {
  var up: [UInt16] = []
  var down: [UInt16] = []

  mutating func removeAll() {
    up.removeAll(keepingCapacity: true)
    down.removeAll(keepingCapacity: true)
  }
}

/// The transitions of each cell in a frame: 0 if it makes none.
private typealias Marks = [Int16]

/// The cells that are looked through together: most of them have no mark.
private let block = 16

extension Marks {
  /// Calls `use` for each cell with a mark.
  fileprivate func forEachMarked(_ use: (Int) -> Void) {
    let marks = span
    var start = 0
    while start < marks.count {
      let cells = start..<Swift.min(marks.count, start + block)
      start = cells.upperBound
      var isAny: Int16 = 0
      for cell in cells { isAny |= marks[cell] }
      guard isAny != 0 else { continue }
      for cell in cells where marks[cell] != 0 { use(cell) }
    }
  }
}

/// Finds the transitions of each cell between the peaks and valleys of its luminance.
struct LuminanceTransitions {
  /// The highest luminance since the last transition up, and the lowest since the last one down.
  private var highest: [Int16] = []
  private var lowest: [Int16] = []
  /// 1 after a transition up, -1 after one down, 0 before the first one.
  private var direction = [Int16](repeating: 0, count: FlashGrid.count)
  /// 1 for a transition up, -1 for one down.
  private var marks = Marks(repeating: 0, count: FlashGrid.count)
  private let leastChange: Int16
  private let brightestDark: Int16

  /// `white` is the luminance of white.
  init(white: Double = Double(FlashGrid.white)) {
    leastChange = Int16((white * FlashGrid.leastChange).rounded(.up))
    brightestDark = Int16((white * FlashGrid.brightestDark).rounded())
  }

  mutating func find(in light: [Int16], _ found: inout CellTransitions) {
    found.removeAll()
    guard light.count == FlashGrid.count else { return }
    if highest.isEmpty { (highest, lowest) = (light, light) }
    markChanges(
      of: light, &highest, &lowest, &direction, &marks, leastChange: leastChange, brightestDark: brightestDark
    )
    marks.forEachMarked { cell in
      if marks[cell] > 0 {
        found.up.append(UInt16(truncatingIfNeeded: cell))
      } else {
        found.down.append(UInt16(truncatingIfNeeded: cell))
      }
    }
  }
}

/// Without branches. Spans of several properties of one value would overlap.
private func markChanges(
  of light: [Int16], _ highest: inout [Int16], _ lowest: inout [Int16], _ direction: inout [Int16],
  _ marks: inout Marks, leastChange: Int16, brightestDark: Int16
) {
  let lights = light.span
  var highest = highest.mutableSpan
  var lowest = lowest.mutableSpan
  var direction = direction.mutableSpan
  var marks = marks.mutableSpan
  let count = lights.count
  guard highest.count >= count, lowest.count >= count, direction.count >= count, marks.count >= count else {
    return
  }
  for cell in 0..<count {
    let now = lights[cell]
    let (high, low, last) = (highest[cell], lowest[cell], direction[cell])
    let rises: Int16 =
      (now &- low >= leastChange ? -1 : 0) & (low < brightestDark ? -1 : 0) & (last <= 0 ? -1 : 0)
    let falls: Int16 =
      (high &- now >= leastChange ? -1 : 0) & (now < brightestDark ? -1 : 0) & (last >= 0 ? -1 : 0) & ~rises
    highest[cell] = (max(high, now) & ~rises) | (now & rises)
    lowest[cell] = (min(low, now) & ~falls) | (now & falls)
    let mark = falls &- rises
    marks[cell] = mark
    direction[cell] = (last & ~(rises | falls)) | mark
  }
}

/// Finds the transitions to and from saturated red: those of more than 0.2 in u'v'.
struct RedTransitions {
  /// While a cell is red, its reddest colour; otherwise its least red one.
  private var extremes = RedExtremes()
  private let primaries: FlashPrimaries

  init(_ primaries: FlashPrimaries) { self.primaries = primaries }

  mutating func find(red: [Int16], green: [Int16], blue: [Int16], _ found: inout CellTransitions) {
    found.removeAll()
    guard green.count == red.count, blue.count == red.count else { return }
    if extremes.count != red.count { extremes = RedExtremes(red, green, blue) }
    extremes.markCandidates(red, green, blue)
    let primaries = primaries
    extremes.forEachCandidate { cell, extremes in
      let now = FlashColor(red: red[cell], green: green[cell], blue: blue[cell]).compared
      let extreme = extremes[cell]
      if extremes.isRed(cell) {
        if primaries.areApart(now, extreme) {
          extremes.set(cell, now, isRed: false)
          found.down.append(UInt16(truncatingIfNeeded: cell))
        } else if now.redness > extreme.redness {
          extremes.set(cell, now, isRed: true)
        }
      } else if now.isSaturatedRed, primaries.areApart(now, extreme) {
        extremes.set(cell, now, isRed: true)
        found.up.append(UInt16(truncatingIfNeeded: cell))
      } else if now.redness < extreme.redness {
        extremes.set(cell, now, isRed: false)
      }
    }
  }
}

/// The colour of each cell with which the current one is compared.
private struct RedExtremes {
  private var red: [Int16] = []
  private var green: [Int16] = []
  private var blue: [Int16] = []
  /// The share of red; more than 1 for a cell that is red.
  private var redness: [Float] = []
  /// The cells that are red or may become it.
  private var candidates: Marks = []

  init() {}

  init(_ red: [Int16], _ green: [Int16], _ blue: [Int16]) {
    (self.red, self.green, self.blue) = (red, green, blue)
    redness = [Float](repeating: 0, count: red.count)
    candidates = Marks(repeating: 0, count: red.count)
    for cell in red.indices {
      let color = self[cell].compared
      set(cell, color, isRed: color.isSaturatedRed)
    }
  }

  var count: Int { red.count }

  subscript(cell: Int) -> FlashColor { FlashColor(red: red[cell], green: green[cell], blue: blue[cell]) }

  func isRed(_ cell: Int) -> Bool { redness[cell] > 1 }

  mutating func set(_ cell: Int, _ color: FlashColor, isRed: Bool) {
    (red[cell], green[cell], blue[cell]) = (color.red, color.green, color.blue)
    redness[cell] = isRed ? 2 : color.redness
  }

  /// Keeps the least red colour of all cells but the candidates.
  mutating func markCandidates(_ red: [Int16], _ green: [Int16], _ blue: [Int16]) {
    markCandidatesOfRed(red, green, blue, &self.red, &self.green, &self.blue, &redness, &candidates)
  }

  mutating func forEachCandidate(_ use: (Int, inout RedExtremes) -> Void) {
    let candidates = candidates
    candidates.forEachMarked { use($0, &self) }
  }
}

/// Without branches. Spans of several properties of one value would overlap.
private func markCandidatesOfRed(
  _ red: [Int16], _ green: [Int16], _ blue: [Int16], _ leastRed: inout [Int16], _ leastGreen: inout [Int16],
  _ leastBlue: inout [Int16], _ redness: inout [Float], _ candidates: inout Marks
) {
  let (red, green, blue) = (red.span, green.span, blue.span)
  var leastRed = leastRed.mutableSpan
  var leastGreen = leastGreen.mutableSpan
  var leastBlue = leastBlue.mutableSpan
  var redness = redness.mutableSpan
  var candidates = candidates.mutableSpan
  let count = red.count
  guard green.count >= count, blue.count >= count, leastRed.count >= count, leastGreen.count >= count,
    leastBlue.count >= count, redness.count >= count, candidates.count >= count
  else { return }
  for cell in 0..<count {
    let (r, g, b) = (red[cell], green[cell], blue[cell])
    let sum = Int32(r) &+ Int32(g) &+ Int32(b)
    let isBlack = FlashColor.isNearlyBlack(sum)
    let share: Float = isBlack ? 1 / 3 : Float(r) / Float(sum)
    let least = redness[cell]
    let isCandidate = share >= FlashColor.saturation || least > 1
    let isLeast = !isCandidate && share < least
    redness[cell] = isLeast ? share : least
    let mask: Int16 = isLeast ? -1 : 0
    leastRed[cell] = (leastRed[cell] & ~mask) | ((isBlack ? 1 : r) & mask)
    leastGreen[cell] = (leastGreen[cell] & ~mask) | ((isBlack ? 1 : g) & mask)
    leastBlue[cell] = (leastBlue[cell] & ~mask) | ((isBlack ? 1 : b) & mask)
    candidates[cell] = isCandidate ? 1 : 0
  }
}

/// The frames of the last transitions of each cell.
struct TransitionTimes {
  private var frames: [Int32]
  private var counts: [Int32]
  /// A power of two, of which seven are used.
  private static let places = 8
  private static let kept = FlashGrid.transitions

  init(count: Int) {
    frames = [Int32](repeating: 0, count: count * Self.places)
    counts = [Int32](repeating: 0, count: count)
  }

  /// Adds a transition of some cells; returns those that made the sixth one before it at most `second` frames ago.
  mutating func add(_ frame: Int32, to cells: [UInt16], second: Int32) -> [UInt16] {
    cells.isEmpty
      ? [] : addTransitions(frame, to: cells, second: second, places: Self.places, &frames, &counts)
  }

  /// The places of the last seven transitions of a cell, the latest one first.
  private func places(of cell: Int) -> some Sequence<Int> {
    let last = Int(counts[cell]) - 1
    return (0..<min(Self.kept, last + 1)).lazy.map { cell * Self.places + (last - $0) % Self.places }
  }

  /// How many frames ago each of the last transitions of some cells was, cell by cell. Each has made seven.
  func ages(of cells: [UInt16], at frame: Int32) -> [Int] {
    var ages: [Int] = []
    ages.reserveCapacity(cells.count * Self.kept)
    for cell in cells {
      for place in places(of: Int(cell)) { ages.append(Int(frame) - Int(frames[place])) }
    }
    return ages
  }

  /// In order.
  func all(of cell: Int) -> [Int64] { places(of: cell).map { Int64(frames[$0]) }.reversed() }
}

private func addTransitions(
  _ frame: Int32, to cells: [UInt16], second: Int32, places: Int, _ frames: inout [Int32],
  _ counts: inout [Int32]
) -> [UInt16] {
  var frames = frames.mutableSpan
  var counts = counts.mutableSpan
  var many: [UInt16] = []
  for cell in cells {
    let count = Int(counts[Int(cell)])
    counts[Int(cell)] = Int32(truncatingIfNeeded: count &+ 1)
    let start = Int(cell) &* places
    frames[start &+ count & (places &- 1)] = frame
    guard count &+ 1 >= FlashGrid.transitions else { continue }
    let first = start &+ (count &+ 1 &- FlashGrid.transitions) & (places &- 1)
    if frame &- frames[first] <= second { many.append(cell) }
  }
  return many
}
