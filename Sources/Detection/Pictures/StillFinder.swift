package import Basics

/// Finds black and frozen pictures.
package enum StillFinder {
  /// Runs of at least two black pictures, as numbers of pictures.
  package static func blacks(in records: [PictureRecord]) -> [Range<Int>] {
    runs(in: records) { records[$0].isBlack }.filter { $0.count >= 2 }
  }

  /// Runs of pictures that equal their first one for at least `shortest`, without black ones.
  ///
  /// - Parameter starts: When each picture starts and, as last element, when the last one ends.
  package static func freezes(
    in records: [PictureRecord], starts: [RationalTime], atLeast shortest: RationalTime
  ) throws(TimeOverflow) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for run in runs(in: records, where: { records[$0].isStill }) {
      let whole = run.lowerBound - 1..<run.upperBound
      guard whole.lowerBound >= 0, whole.upperBound < starts.count,
        !whole.allSatisfy({ records[$0].isBlack })
      else { continue }
      if try starts[whole.upperBound] - starts[whole.lowerBound] >= shortest { found.append(whole) }
    }
    return found
  }

  private static func runs(
    in records: [PictureRecord], where belongs: (Int) -> Bool
  ) -> [Range<Int>] {
    var (runs, start) = ([Range<Int>](), 0)
    for end in 0...records.count where end == records.count || !belongs(end) {
      if start < end { runs.append(start..<end) }
      start = end + 1
    }
    return runs
  }
}

extension PictureRecord {
  /// Up to 20 codes in the mean, and 40 in the brightest cell.
  fileprivate var isBlack: Bool { mean <= 20 * 16 && brightest <= 40 * 16 }
}
