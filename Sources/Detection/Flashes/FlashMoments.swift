/// Finds cells that make their transitions together.
///
/// Where stripes pass, each cell changes as often as one that flashes, but other cells do so at other times.
struct FlashMoments {
  /// In frames: a 25th of a second, or one frame.
  private let length: Int
  /// The frames in which the last transitions of a cell can be.
  private let reach: Int

  /// `oldest` is the age of the oldest transition that counts, in frames.
  init(second: Int32, oldest: Int32) {
    reach = Int(oldest) + 1
    length = min(reach, max(1, (Int(second) + 1) / 25))
  }

  /// Whether so many of some cells have all of their last transitions but one in the same seven moments.
  func hold(_ least: Int, of cells: [UInt16], _ times: TransitionTimes, at frame: Int32) -> Bool {
    let count = FlashGrid.transitions
    var ages = times.ages(of: cells, at: frame)
    /// The moments without a transition of each cell that is left.
    var misses = [Int](repeating: 0, count: cells.count)
    for _ in 0..<count {
      guard misses.count >= least else { return false }
      let moment = fullestMoment(ages)
      var left = 0
      for cell in misses.indices {
        var isHit = false
        for place in cell * count..<(cell + 1) * count where moment.contains(ages[place]) {
          isHit = true
          ages[place] = reach
        }
        if !isHit { misses[cell] += 1 }
        guard misses[cell] <= 1 else { continue }
        misses[left] = misses[cell]
        for place in 0..<count { ages[left * count + place] = ages[cell * count + place] }
        left += 1
      }
      misses.removeLast(misses.count - left)
      ages.removeLast(ages.count - left * count)
    }
    return misses.count >= least
  }

  /// The moment with the most transitions, the last one of several.
  private func fullestMoment(_ ages: [Int]) -> Range<Int> {
    var counts = [Int](repeating: 0, count: reach)
    for age in ages where counts.indices.contains(age) { counts[age] += 1 }
    var sum = counts.prefix(length).reduce(0, +)
    var fullest = (sum: sum, start: 0)
    for end in length..<counts.count {
      sum += counts[end] - counts[end - length]
      if sum > fullest.sum { fullest = (sum, end - length + 1) }
    }
    return fullest.start..<fullest.start + length
  }
}
