/// One plane of three neighbouring pictures.
struct FieldPlanes {
  private let previous: MutablePlane
  private let current: MutablePlane
  private let next: MutablePlane
  /// The pictures whose other field is shown just before and just after the wanted one.
  private let before: MutablePlane
  private let after: MutablePlane

  init(previous: MutablePlane, current: MutablePlane, next: MutablePlane, half: Deinterlacer.Half) {
    self.previous = previous
    self.current = current
    self.next = next
    before = half == .first ? previous : current
    after = half == .first ? current : next
  }

  func fill<Sample: FixedWidthInteger & UnsignedInteger>(
    _ target: MutablePlane, keptParity: Int, greatest: Int, _ type: Sample.Type
  ) {
    for y in 0..<target.height {
      if y % 2 == keptParity {
        target.row(y).copyMemory(from: UnsafeRawBufferPointer(current.row(y)))
      } else {
        FieldLine(self, y, type).fill(target.row(y, of: type), greatest: greatest)
      }
    }
  }

  /// The rows from which a missing row is computed.
  fileprivate struct FieldLine<Sample: FixedWidthInteger & UnsignedInteger> {
    // Of the wanted field: the rows above and below, and those three rows away.
    private let (above, below, farAbove, farBelow): (Row, Row, Row, Row)
    private let (earlierAbove, earlierBelow, laterAbove, laterBelow): (Row, Row, Row, Row)
    // Of the other field, just before and just after: the row itself, and those two and four rows away.
    private let (beforeHere, afterHere): (Row, Row)
    private let (beforeAbove, beforeBelow, afterAbove, afterBelow): (Row, Row, Row, Row)
    private let (beforeFarAbove, beforeFarBelow, afterFarAbove, afterFarBelow): (Row, Row, Row, Row)

    typealias Row = UnsafeMutableBufferPointer<Sample>

    init(_ planes: FieldPlanes, _ y: Int, _ type: Sample.Type) {
      let current = LineReader<Sample>(planes.current, y)
      let (previous, next) = (LineReader<Sample>(planes.previous, y), LineReader<Sample>(planes.next, y))
      let (before, after) = (LineReader<Sample>(planes.before, y), LineReader<Sample>(planes.after, y))
      (above, below, farAbove, farBelow) = (current[-1], current[1], current[-3], current[3])
      (earlierAbove, earlierBelow, laterAbove, laterBelow) = (previous[-1], previous[1], next[-1], next[1])
      (beforeHere, afterHere) = (before[0], after[0])
      (beforeAbove, beforeBelow, afterAbove, afterBelow) = (before[-2], before[2], after[-2], after[2])
      (beforeFarAbove, beforeFarBelow) = (before[-4], before[4])
      (afterFarAbove, afterFarBelow) = (after[-4], after[4])
    }

    func fill(_ target: Row, greatest: Int) {
      for x in 0..<target.count { target[x] = Sample(truncatingIfNeeded: sample(x, greatest)) }
    }

    private func sample(_ x: Int, _ greatest: Int) -> Int {
      let (c, e) = (Int(above[x]), Int(below[x]))
      let (p, n) = (Int(beforeHere[x]), Int(afterHere[x]))
      let d = (p &+ n) >> 1
      let change = abs(p &- n)
      let changeBefore = (abs(Int(earlierAbove[x]) &- c) &+ abs(Int(earlierBelow[x]) &- e)) >> 1
      let changeAfter = (abs(Int(laterAbove[x]) &- c) &+ abs(Int(laterBelow[x]) &- e)) >> 1
      var room = max(change >> 1, max(changeBefore, changeAfter))
      // Nothing moves here: the other field has the missing sample.
      if room == 0 { return d }
      let around = Int(beforeAbove[x]) &+ Int(afterAbove[x])
      let under = Int(beforeBelow[x]) &+ Int(afterBelow[x])
      let (b, f) = ((around >> 1) &- c, (under >> 1) &- e)
      let (dc, de) = (d &- c, d &- e)
      room = max(room, max(min(de, min(dc, max(b, f))), 0 &- max(de, max(dc, min(b, f)))))
      let far = Int(farAbove[x]) &+ Int(farBelow[x])
      var value: Int
      if abs(c &- e) > change {
        let outer =
          Int(beforeFarAbove[x]) &+ Int(afterFarAbove[x]) &+ Int(beforeFarBelow[x]) &+ Int(afterFarBelow[x])
        let fine = (5570 &* (p &+ n) &- 3801 &* (around &+ under) &+ 1016 &* outer) >> 2
        value = (fine &+ 4309 &* (c &+ e) &- 213 &* far) >> 13
      } else {
        value = (5077 &* (c &+ e) &- 981 &* far) >> 13
      }
      value = min(max(value, d &- room), d &+ room)
      return min(max(value, 0), greatest)
    }
  }
}

/// The rows around a row; beyond an edge, the nearest row of the same field.
private struct LineReader<Sample> {
  private let plane: MutablePlane
  private let y: Int

  init(_ plane: MutablePlane, _ y: Int) {
    self.plane = plane
    self.y = y
  }

  subscript(_ offset: Int) -> UnsafeMutableBufferPointer<Sample> {
    var row = y + offset
    if row < 0 { row = row.isMultiple(of: 2) ? 0 : 1 }
    if row >= plane.height {
      let last = plane.height - 1
      row = (row - last).isMultiple(of: 2) ? last : last - 1
    }
    return plane.row(min(max(row, 0), plane.height - 1), of: Sample.self)
  }
}
