/// In which row of a lane each of its entries stands, so that none covers another; row 0 is the lowest.
///
/// There are as few rows as entries that are there at once. Where that allows it, what is drawn later stands higher.
func stackedRows(_ entries: [TimelineEntry]) -> (rows: [Int], count: Int) {
  let packed = packedRows(entries)
  // The order of very many would not be visible, and would take long to find.
  guard packed.count <= 40 else { return packed }
  let ordered = orderedRows(entries, most: packed.count)
  return ordered.map { ($0, packed.count) } ?? packed
}

/// Items beyond these rows share one more row, which is not drawn.
private let mostRows = 64

/// First come, first served, which needs no more rows than entries are there at once.
private func packedRows(_ entries: [TimelineEntry]) -> (rows: [Int], count: Int) {
  var rows = Array(repeating: 0, count: entries.count)
  var ends: [Double] = []
  for index in entries.indices.sorted(by: { (entries[$0].start, $0) < (entries[$1].start, $1) }) {
    let entry = entries[index]
    if let free = ends.firstIndex(where: { $0 <= entry.start }) {
      rows[index] = free
      ends[free] = entry.end
    } else if ends.count < mostRows {
      rows[index] = ends.count
      ends.append(entry.end)
    } else {
      rows[index] = mostRows
    }
  }
  return (rows, rows.contains(mostRows) ? mostRows + 1 : ends.count)
}

/// Each above all earlier ones that it meets; nil where that takes more rows than there are.
private func orderedRows(_ entries: [TimelineEntry], most: Int) -> [Int]? {
  var rows: [Int] = []
  // Of each row what stands in it, kept short by how few rows there are.
  var taken: [[(start: Double, end: Double)]] = Array(repeating: [], count: most)
  for entry in entries {
    let met = taken.lastIndex { row in row.contains { $0.start < entry.end && entry.start < $0.end } }
    let row = met.map { $0 + 1 } ?? 0
    guard row < most else { return nil }
    taken[row].append((entry.start, entry.end))
    rows.append(row)
  }
  return rows
}
