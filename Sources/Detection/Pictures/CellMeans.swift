/// Means of the cells of a grid over a plane of bytes, in sixteenths of an 8-bit code; nil if the plane is
/// longer than its samples.
func cellMeans(
  of samples: Span<UInt8>, _ layout: PlaneLayout, columns: Int, rows: Int
) -> [Int16]? {
  means(of: samples, layout, columns: columns, rows: rows)
}

/// The same of a plane of words with up to 12 bits.
func cellMeans(
  of samples: Span<UInt16>, _ layout: PlaneLayout, columns: Int, rows: Int
) -> [Int16]? {
  means(of: samples, layout, columns: columns, rows: rows)
}

/// Rows read in each cell of a plane that is higher than 288 lines; below that, all are read.
private let sampledRows = 5
private let greatestHeightReadWhole = 288

private func means<Sample: FixedWidthInteger & UnsignedInteger>(
  of samples: Span<Sample>, _ layout: PlaneLayout, columns: Int, rows: Int
) -> [Int16]? {
  guard samples.count >= layout.sampleCount else { return nil }
  let edges = (0...columns).map { $0 * layout.width / columns }
  var means = [Int16](repeating: 0, count: columns * rows)
  var sums = [UInt16](repeating: 0, count: layout.width)
  var divisors: [Divisor] = []
  var dividedLines = 0
  for cellRow in 0..<rows {
    let lines = linesRead(ofRow: cellRow, of: rows, height: layout.height)
    if lines.count != dividedLines {
      dividedLines = lines.count
      divisors = (0..<columns).map { column in
        Divisor(
          (max(edges[column] + 1, edges[column + 1]) - edges[column]) * dividedLines << (layout.bits - 8))
      }
    }
    for (position, line) in lines.enumerated() {
      let start = line * layout.samplesPerRow
      add(samples.extracting(start..<start + layout.width), to: &sums, isFirst: position == 0)
    }
    let side = layout.width.isMultiple(of: columns) ? layout.width / columns : 0
    // Cells of a constant width are summed without a loop.
    switch side {
    case 1: average(sums, side: 1, divisors, into: &means, at: cellRow * columns)
    case 2: average(sums, side: 2, divisors, into: &means, at: cellRow * columns)
    case 3: average(sums, side: 3, divisors, into: &means, at: cellRow * columns)
    case 4: average(sums, side: 4, divisors, into: &means, at: cellRow * columns)
    case 6: average(sums, side: 6, divisors, into: &means, at: cellRow * columns)
    default: average(sums, edges, divisors, into: &means, at: cellRow * columns)
    }
  }
  return means
}

private func average(
  _ sums: [UInt16], _ edges: [Int], _ divisors: [Divisor], into means: inout [Int16], at first: Int
) {
  let (sums, edges, divisors) = (sums.span, edges.span, divisors.span)
  var means = means.mutableSpan
  for column in 0..<divisors.count {
    // A plane with fewer samples than columns repeats them.
    let start = edges[column]
    let end = max(start + 1, edges[column + 1])
    var sum = 0
    for index in start..<end { sum &+= Int(sums[index]) }
    means[first + column] = Int16(truncatingIfNeeded: divisors[column].rounded(sum * 16))
  }
}

/// The same for cells of one width.
@inline(__always)
private func average(
  _ sums: [UInt16], side: Int, _ divisors: [Divisor], into means: inout [Int16], at first: Int
) {
  let (sums, divisors) = (sums.span, divisors.span)
  var means = means.mutableSpan
  guard let divisor = divisors.isEmpty ? nil : divisors[0], sums.count >= side * divisors.count,
    first >= 0, means.count >= first + divisors.count
  else { return }
  for column in 0..<divisors.count {
    var sum = 0
    for index in 0..<side { sum &+= Int(sums[column &* side &+ index]) }
    means[first &+ column] = Int16(truncatingIfNeeded: divisor.rounded(sum &* 16))
  }
}

/// Divides by a number of samples, many times, by one multiplication. It is exact because a mean
/// is less than 2^12, and no cell has 2^15 samples.
private struct Divisor {
  private let half: UInt64
  private let reciprocal: UInt64

  init(_ count: Int) {
    half = UInt64(count / 2)
    reciprocal = (1 << 50) / UInt64(max(1, count)) + 1
  }

  /// The nearest whole quotient.
  func rounded(_ sum: Int) -> Int { Int(truncatingIfNeeded: ((UInt64(sum) &+ half) &* reciprocal) >> 50) }
}

/// At most 15 lines, so that sums of 12-bit samples fit into 16 bits.
private func linesRead(ofRow row: Int, of rows: Int, height: Int) -> [Int] {
  let start = row * height / rows
  let end = max(start + 1, (row + 1) * height / rows)
  let count = end - start
  guard height > greatestHeightReadWhole || count > 15, count > sampledRows else {
    return Array(start..<end)
  }
  return (0..<sampledRows).map { start + (2 * $0 + 1) * count / (2 * sampledRows) }
}

private func add<Sample: FixedWidthInteger & UnsignedInteger>(
  _ row: Span<Sample>, to sums: inout [UInt16], isFirst: Bool
) {
  let count = row.count
  guard sums.count >= count else { return }
  if isFirst {
    for index in 0..<count { sums[index] = UInt16(truncatingIfNeeded: row[index]) }
  } else {
    for index in 0..<count { sums[index] &+= UInt16(truncatingIfNeeded: row[index]) }
  }
}
