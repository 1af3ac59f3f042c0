/// Assigns each entry of a lane to a row so that none overlap; row 0 is the first.
///
/// Uses as many rows as entries overlap at once. If possible, entries drawn later are in higher rows.
package func stackedRows(_ entries: [TimelineEntry]) -> (rows: [Int], count: Int) {
  let packed = packedRows(entries)
  // With more rows, the order would not be visible and would take long to find.
  guard packed.count <= 40 else { return packed }
  let ordered = orderedRows(entries, most: packed.count)
  return ordered.map { ($0, packed.count) } ?? packed
}

/// Items beyond these rows share one more row, which is not drawn.
private let mostRows = 64

/// Takes the first free row, which needs no more rows than entries overlap at once.
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

/// Puts each entry above all earlier ones that it overlaps; nil if that needs more than `most` rows.
private func orderedRows(_ entries: [TimelineEntry], most: Int) -> [Int]? {
  var rows: [Int] = []
  // The entries of each row; searching them is fast because there are few rows.
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
