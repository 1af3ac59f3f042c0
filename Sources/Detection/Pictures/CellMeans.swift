/// Means of the cells of a grid over a plane of bytes, in sixteenths of an 8-bit code; nil if the plane is
/// longer than its samples.
func cellMeans(
  of samples: Span<UInt8>, _ layout: PlaneLayout, columns: Int, rows: Int, reading: CellRows = .most
) -> [Int16]? {
  means(of: samples, layout, columns: columns, rows: rows, reading)
}

/// The same of a plane of words with up to 12 bits.
func cellMeans(
  of samples: Span<UInt16>, _ layout: PlaneLayout, columns: Int, rows: Int, reading: CellRows = .most
) -> [Int16]? {
  means(of: samples, layout, columns: columns, rows: rows, reading)
}

/// The rows that are read in each cell.
enum CellRows {
  /// Five of a plane that is higher than 288 lines; below that, all.
  case most
  /// A third of cells with a multiple of six rows; otherwise as above.
  case third
}

private let sampledRows = 5
private let greatestHeightReadWhole = 288

private func means<Sample: FixedWidthInteger & UnsignedInteger>(
  of samples: Span<Sample>, _ layout: PlaneLayout, columns: Int, rows: Int, _ reading: CellRows
) -> [Int16]? {
  guard samples.count >= layout.sampleCount else { return nil }
  let edges = (0...columns).map { $0 * layout.width / columns }
  // The width of all cells, if it is the same.
  let side = layout.width.isMultiple(of: columns) ? layout.width / columns : 0
  var means = [Int16](repeating: 0, count: columns * rows)
  var sums = [UInt16](repeating: 0, count: layout.width)
  var totals = [Int32](repeating: 0, count: columns)
  var divisors: [Divisor] = []
  var dividedLines = 0
  for cellRow in 0..<rows {
    let lines = linesRead(reading, ofRow: cellRow, of: rows, height: layout.height)
    if lines.count != dividedLines {
      dividedLines = lines.count
      divisors = (0..<columns).map { column in
        Divisor(
          (max(edges[column] + 1, edges[column + 1]) - edges[column]) * dividedLines << (layout.bits - 8))
      }
    }
    var position = 0
    while position < lines.count {
      let isFirst = position == 0
      // Two rows at a time, the last one alone.
      let hasTwo = position + 1 < lines.count
      let start = lines[position] * layout.samplesPerRow
      let row = samples.extracting(start..<start + layout.width)
      if hasTwo {
        let next = lines[position + 1] * layout.samplesPerRow
        add(row, samples.extracting(next..<next + layout.width), to: &sums, isFirst)
      } else {
        add(row, to: &sums, isFirst)
      }
      position += hasTwo ? 2 : 1
    }
    // Cells of a constant width are summed without a loop.
    switch side {
    case 1: total(sums, side: 1, into: &totals)
    case 2: total(sums, side: 2, into: &totals)
    case 3: total(sums, side: 3, into: &totals)
    case 4: total(sums, side: 4, into: &totals)
    case 6: total(sums, side: 6, into: &totals)
    default: total(sums, edges, into: &totals)
    }
    divide(totals, by: divisors, areEqual: side > 0, into: &means, at: cellRow * columns)
  }
  return means
}

private func total(_ sums: [UInt16], _ edges: [Int], into totals: inout [Int32]) {
  let (sums, edges) = (sums.span, edges.span)
  var totals = totals.mutableSpan
  for column in 0..<totals.count {
    // A plane with fewer samples than columns repeats them.
    let start = edges[column]
    let end = max(start + 1, edges[column + 1])
    var sum: Int32 = 0
    for index in start..<end { sum &+= Int32(sums[index]) }
    totals[column] = sum
  }
}

/// The same for cells of one width.
@inline(__always)
private func total(_ sums: [UInt16], side: Int, into totals: inout [Int32]) {
  let sums = sums.span
  var totals = totals.mutableSpan
  guard sums.count >= side * totals.count else { return }
  for column in 0..<totals.count {
    var sum: Int32 = 0
    for index in 0..<side { sum &+= Int32(sums[column &* side &+ index]) }
    totals[column] = sum
  }
}

private func divide(
  _ totals: [Int32], by divisors: [Divisor], areEqual: Bool, into means: inout [Int16], at first: Int
) {
  let (totals, divisors) = (totals.span, divisors.span)
  var means = means.mutableSpan
  guard divisors.count == totals.count, first >= 0, means.count >= first + totals.count else { return }
  if areEqual, let scale = divisors[0].scale {
    for column in 0..<totals.count {
      means[first &+ column] = rounded(Float(totals[column]) * scale.factor + scale.offset)
    }
  } else {
    for column in 0..<totals.count {
      means[first &+ column] = Int16(truncatingIfNeeded: divisors[column].rounded(Int(totals[column]) * 16))
    }
  }
}

/// The nearest whole number, of one that fits into 16 bits.
@inline(__always)
func rounded(_ number: Float) -> Int16 {
  // Beyond 2^23, the lowest bits of a number are whole.
  Int16(truncatingIfNeeded: Int32(bitPattern: (number + 0x1.8p23).bitPattern))
}

/// Divides by a number of samples, many times, by one multiplication. It is exact because a mean
/// is less than 2^12, and no cell has 2^15 samples.
private struct Divisor {
  private let half: UInt64
  private let reciprocal: UInt64
  /// The nearest number to a sum by this factor plus this offset is the same quotient, of sixteen times the sum; nil if
  /// Float is not exact enough.
  let scale: (factor: Float, offset: Float)?

  init(_ count: Int) {
    half = UInt64(count / 2)
    // The half of a unit keeps what is rounded from whole quotients by at least the half of a 512th.
    scale =
      count <= 512
      ? (16 / Float(count), (Float(count / 2) + 0.5) / Float(count) - 0.5) : nil
    reciprocal = (1 << 50) / UInt64(max(1, count)) + 1
  }

  /// The nearest whole quotient.
  func rounded(_ sum: Int) -> Int { Int(truncatingIfNeeded: ((UInt64(sum) &+ half) &* reciprocal) >> 50) }
}

/// At most 15 lines, so that sums of 12-bit samples fit into 16 bits.
private func linesRead(_ reading: CellRows, ofRow row: Int, of rows: Int, height: Int) -> [Int] {
  let start = row * height / rows
  let end = max(start + 1, (row + 1) * height / rows)
  let count = end - start
  if reading == .third, count.isMultiple(of: 6), count <= 6 * 7 {
    // An even and an odd one of six, at other places from six to six: patterns of two or three lines are balanced.
    return (row * count / 6..<(row + 1) * count / 6).flatMap { six in
      let first = start + (six - row * count / 6) * 6 + six % 3
      return [first, first + 3]
    }
  }
  guard height > greatestHeightReadWhole || count > 15, count > sampledRows else {
    return Array(start..<end)
  }
  return (0..<sampledRows).map { start + (2 * $0 + 1) * count / (2 * sampledRows) }
}

private func add<Sample: FixedWidthInteger & UnsignedInteger>(
  _ row: Span<Sample>, to sums: inout [UInt16], _ isFirst: Bool
) {
  var sums = sums.mutableSpan
  let count = row.count
  guard sums.count >= count else { return }
  let kept: UInt16 = isFirst ? 0 : .max
  for index in 0..<count { sums[index] = (sums[index] & kept) &+ UInt16(truncatingIfNeeded: row[index]) }
}

private func add<Sample: FixedWidthInteger & UnsignedInteger>(
  _ row: Span<Sample>, _ next: Span<Sample>, to sums: inout [UInt16], _ isFirst: Bool
) {
  var sums = sums.mutableSpan
  let count = row.count
  guard next.count >= count, sums.count >= count else { return }
  let kept: UInt16 = isFirst ? 0 : .max
  for index in 0..<count {
    sums[index] =
      (sums[index] & kept) &+ UInt16(truncatingIfNeeded: row[index])
      &+ UInt16(truncatingIfNeeded: next[index])
  }
}
