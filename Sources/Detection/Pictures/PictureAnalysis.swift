/// Makes the records of pictures, which are given one by one in the order in which they are shown.
///
/// Only the pictures that a record compares are kept: a film of any length needs the memory of a few pictures.
package struct PictureAnalysis: Sendable {
  private struct Kept: Sendable {
    let picture: PictureFeatures
    var windows: BlockWindows?
    /// The residual of the step to this picture after a search.
    var stepResidual: Int?
  }

  /// The change to a picture is compared up to three pictures beyond it and before it.
  private static let reach = 3

  private var kept: [Kept] = []
  /// The same pictures, smaller.
  private var small: [SmallPicture] = []
  /// The number of the first picture of `kept`.
  private var firstKept = 0
  private var startOfRun: PictureFeatures?
  private var records: [PictureRecord] = []
  /// Pictures that differ enough from the one before.
  private var candidates: [Int] = []

  package init() {}

  package mutating func append(_ picture: PictureFeatures) {
    let number = records.count
    kept.append(Kept(picture: picture))
    small.append(SmallPicture(picture))
    var record = PictureRecord(picture)
    if let startOfRun, picture.equals(startOfRun) {
      record.isStill = true
    } else {
      startOfRun = picture
    }
    if number > 0 {
      record.step = kept[number - 1 - firstKept].picture.lumaDifference(from: picture)
      if record.step > 0,
        match(number - 1, number, .samePlace).residual >= CutFinder.leastResidualToSearch
      {
        candidates.append(number)
      }
    }
    records.append(record)
    settle(upTo: number - CutFinder.restlessReach)
    lookAround(number - CutFinder.restlessReach - GradualAnalysis.reach)
  }

  package mutating func finish() -> [PictureRecord] {
    settle(upTo: records.count - 1)
    let first = records.count - CutFinder.restlessReach - GradualAnalysis.reach
    for number in max(0, first)..<max(0, records.count) { lookAround(number) }
    return records
  }

  /// Measures the changes of which all pictures are known.
  private mutating func settle(upTo last: Int) {
    while let candidate = candidates.first, candidate <= last {
      candidates.removeFirst()
      if var change = lastingChange(to: candidate) {
        change.restlessness = restlessness(around: candidate)
        records[candidate].change = change
      }
    }
  }

  /// Looks for a dissolve around a picture, now that the cuts near it are known, and forgets the pictures that are no
  /// longer needed.
  private mutating func lookAround(_ number: Int) {
    guard number >= 0 else { return }
    if let change = gradualChange(around: number) {
      let before = max(firstKept, change.range.lowerBound - 2)
      let behind = min(records.count - 1, change.range.upperBound + 2)
      // A scene that only moved or changed its brightness is found again.
      if match(before, behind, .search).residual >= 410 { records[number].gradual = change }
    }
    let needed = number - GradualAnalysis.reach - CutFinder.restlessReach
    if needed > firstKept {
      kept.removeFirst(needed - firstKept)
      small.removeFirst(needed - firstKept)
      firstKept = needed
    }
  }

  private func gradualChange(around number: Int) -> GradualChange? {
    let analysis = GradualAnalysis(pictures: small, first: firstKept) { [records, small, firstKept] other in
      CutFinder.isCut(records[other]) || small[other - firstKept].isBlank
    }
    return analysis.change(around: number)
  }

  private mutating func lastingChange(to number: Int) -> LastingChange? {
    var pairs: [(Int, Int)] = []
    for distance in 0...Self.reach {
      if number + distance < records.count { pairs.append((number - 1, number + distance)) }
      if distance > 0, number - 1 - distance >= firstKept { pairs.append((number - 1 - distance, number)) }
    }
    var change = LastingChange(match: BlockMatch(residual: 2048, lost: 1024), luma: .max, chroma: .max)
    for (a, b) in pairs {
      let (one, other) = (kept[a - firstKept].picture, kept[b - firstKept].picture)
      change.luma = min(change.luma, one.lumaDifference(from: other))
      change.chroma = min(change.chroma, one.chromaDifference(from: other))
    }
    for (a, b) in pairs {
      // The rest cannot raise a score that is already too low.
      guard CutFinder.canBeCut(change) else { return nil }
      let match = match(a, b, .search)
      change.match.residual = min(change.match.residual, match.residual)
      change.match.lost = min(change.match.lost, match.lost)
    }
    return CutFinder.canBeCut(change) ? change : nil
  }

  private mutating func restlessness(around number: Int) -> Int {
    let first = max(firstKept + 1, number - CutFinder.restlessReach)
    let last = min(records.count - 1, number + CutFinder.restlessReach)
    var (greatest, second) = (0, 0)
    for other in first...last where other != number {
      let residual = stepResidual(to: other)
      if residual > greatest {
        (greatest, second) = (residual, greatest)
      } else {
        second = max(second, residual)
      }
    }
    return second
  }

  private mutating func stepResidual(to number: Int) -> Int {
    if records[number].step == 0 { return 0 }
    if let residual = kept[number - firstKept].stepResidual { return residual }
    let residual = match(number - 1, number, .search).residual
    kept[number - firstKept].stepResidual = residual
    return residual
  }

  private mutating func match(_ a: Int, _ b: Int, _ reach: BlockMatch.Reach) -> BlockMatch {
    .between(windows(of: a), windows(of: b), reach)
  }

  private mutating func windows(of number: Int) -> BlockWindows {
    let index = number - firstKept
    if let windows = kept[index].windows { return windows }
    let windows = BlockWindows(kept[index].picture)
    kept[index].windows = windows
    return windows
  }
}

extension PictureRecord {
  fileprivate init(_ picture: PictureFeatures) {
    var (sum, squares, brightest) = (0, 0, 0)
    for code in picture.luma {
      sum += Int(code)
      squares += Int(code) * Int(code)
      brightest = max(brightest, Int(code))
    }
    let count = picture.luma.count
    let variance = (count * squares - sum * sum) / (count * count)
    self.init(
      mean: sum / count, deviation: Int(Double(variance).squareRoot().rounded()), brightest: brightest)
  }
}

extension PictureFeatures {
  /// The mean difference of luma, in sixteenths of a code.
  func lumaDifference(from other: PictureFeatures) -> Int {
    var sum: Int32 = 0
    for index in luma.indices { sum &+= abs(Int32(luma[index]) - Int32(other.luma[index])) }
    return Int(sum) / luma.count
  }

  /// The sum of the mean differences of both chroma over the blocks, in sixteenths of a code.
  func chromaDifference(from other: PictureFeatures) -> Int {
    let (width, height) = (BlockWindows.width / 2, BlockWindows.height / 2)
    var sum = 0
    for top in stride(from: 0, to: Self.chromaRows, by: height) {
      for left in stride(from: 0, to: Self.chromaColumns, by: width) {
        var (blues, reds) = (0, 0)
        for row in top..<top + height {
          for index in row * Self.chromaColumns + left..<row * Self.chromaColumns + left + width {
            blues += Int(blue[index]) - Int(other.blue[index])
            reds += Int(red[index]) - Int(other.red[index])
          }
        }
        sum += abs(blues) + abs(reds)
      }
    }
    return sum / blue.count
  }

  /// Whether nothing but noise of coding differs: 0.15 codes in the mean and 2 codes in any cell.
  func equals(_ other: PictureFeatures) -> Bool {
    var (sum, greatest) = (0 as Int32, 0 as Int32)
    for index in luma.indices {
      let difference = abs(Int32(luma[index]) - Int32(other.luma[index]))
      sum &+= difference
      greatest = max(greatest, difference)
    }
    return Int(sum) * 20 <= luma.count * 16 * 3 && greatest <= 2 * 16
  }
}
