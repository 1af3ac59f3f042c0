/// Myers' greedy search for the fewest lines to remove and insert ("An O(ND) difference algorithm", 1986).
struct ShortestEdit {
  private let old: ArraySlice<Int>
  private let new: ArraySlice<Int>
  /// The value of `reach` before each step.
  private var steps: [Reach] = []

  /// Nil if more than `limit` lines would be removed or inserted.
  init?(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>, limit: Int) {
    self.old = old
    self.new = new
    var reach = Reach(step: 0)
    for step in 0...min(limit, old.count + new.count) {
      steps.append(reach)
      var next = Reach(step: step)
      for diagonal in stride(from: -step, through: step, by: 2) {
        let place = slide(start(on: diagonal, step, reach), on: diagonal)
        next[diagonal] = place
        if place >= old.count, place - diagonal >= new.count { return }
      }
      reach = next
    }
    return nil
  }

  /// The changes in order; no two touch.
  var changes: [LineChange] {
    var changes: [LineChange] = []
    var (x, y) = (old.count, new.count)
    for step in steps.indices.dropFirst().reversed() {
      let diagonal = x - y
      let begin = start(on: diagonal, step, steps[step])
      let isInsertion = isInserted(on: diagonal, step, steps[step])
      // The place of the removed or inserted line, before the equal lines that follow it.
      let (oldEnd, newEnd) = (begin, begin - diagonal)
      let (oldStart, newStart) = isInsertion ? (oldEnd, newEnd - 1) : (oldEnd - 1, newEnd)
      prepend(oldStart..<oldEnd, newStart..<newEnd, to: &changes)
      (x, y) = (oldStart, newStart)
    }
    return changes.reversed()
  }

  /// Adds a change in front of `changes`, which is in reverse order.
  private func prepend(_ oldPart: Range<Int>, _ newPart: Range<Int>, to changes: inout [LineChange]) {
    let (oldStart, newStart) = (old.startIndex + oldPart.lowerBound, new.startIndex + newPart.lowerBound)
    let (oldEnd, newEnd) = (oldStart + oldPart.count, newStart + newPart.count)
    if let next = changes.last, next.old.lowerBound == oldEnd, next.new.lowerBound == newEnd {
      changes[changes.count - 1] = LineChange(
        old: oldStart..<next.old.upperBound, new: newStart..<next.new.upperBound)
    } else {
      changes.append(LineChange(old: oldStart..<oldEnd, new: newStart..<newEnd))
    }
  }

  /// The place where a path enters a diagonal with its last change.
  private func start(on diagonal: Int, _ step: Int, _ reach: Reach) -> Int {
    if step == 0 { return 0 }
    return isInserted(on: diagonal, step, reach) ? reach[diagonal + 1] : reach[diagonal - 1] + 1
  }

  private func isInserted(on diagonal: Int, _ step: Int, _ reach: Reach) -> Bool {
    diagonal == -step || (diagonal != step && reach[diagonal - 1] < reach[diagonal + 1])
  }

  /// Follows equal lines to the end.
  private func slide(_ start: Int, on diagonal: Int) -> Int {
    var x = start
    while x < old.count, x - diagonal < new.count, x >= 0, x - diagonal >= 0,
      old[old.startIndex + x] == new[new.startIndex + x - diagonal]
    {
      x += 1
    }
    return x
  }

  /// How far into the old lines the paths with one number of changes reach, by diagonal (old minus new).
  private struct Reach {
    private let step: Int
    private var places: [Int]

    init(step: Int) {
      self.step = step
      places = Array(repeating: 0, count: 2 * step + 1)
    }

    subscript(diagonal: Int) -> Int {
      get { places[diagonal + step] }
      set { places[diagonal + step] = newValue }
    }
  }
}
