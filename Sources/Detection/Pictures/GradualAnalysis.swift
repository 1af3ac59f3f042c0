import Basics

/// A change over several pictures that ends in another scene, as it looks from a picture near its middle.
struct GradualChange: Hashable, Sendable {
  /// How well the picture is a mixture of those around it, in 1/1024.
  var score: Int
  /// Half of the pictures that were compared.
  var half: Int
  /// The first picture that is a mixture, and the first one that no longer is.
  var range: Range<Int>
}

/// Looks for dissolves: pictures that are a mixture of one before and one behind them.
///
/// The weights are those of a logistic regression on films with known dissolves (docs/measurements/detection.md).
struct GradualAnalysis {
  /// Distances from the middle to the pictures that may be mixed.
  private static let halves = [4, 5, 7, 9, 12, 16, 20, 25]
  /// Scenes are still for this long before and behind a dissolve.
  private static let rest = 4
  /// Pictures on each side that one is compared with.
  static let reach = 30
  private static let leastScore = 2816

  /// Pictures in order, and the number of the first one.
  let pictures: [SmallPicture]
  let first: Int
  /// Whether a picture starts a new shot or has no content.
  let isBarrier: (Int) -> Bool

  /// The likeliest dissolve around a picture, which has others within its reach on both sides unless the film ends.
  func change(around middle: Int) -> GradualChange? {
    if picture(middle).isBlank { return nil }
    var best: GradualChange?
    // The pictures of the shot, as far as they are within reach.
    var (start, end) = (middle, middle)
    while start > first, middle - start < Self.reach, !isBarrier(start) { start -= 1 }
    while end + 1 < first + pictures.count, end - middle < Self.reach, !isBarrier(end + 1) { end += 1 }
    for half in Self.halves where middle - half >= start && middle + half <= end {
      guard let score = score(middle, half, in: start...end), score >= Self.leastScore,
        score > best?.score ?? 0
      else { continue }
      if let range = range(middle, half, in: start...end) {
        best = GradualChange(score: score, half: half, range: range)
      }
    }
    return best
  }

  private func picture(_ number: Int) -> SmallPicture { pictures[number - first] }

  private func score(_ middle: Int, _ half: Int, in shot: ClosedRange<Int>) -> Int? {
    let (a, b, x) = (picture(middle - half), picture(middle + half), picture(middle))
    let difference = a.squaredDistance(to: b)
    // 10 codes, in quarters.
    guard difference > 576 * 40 * 40 else { return nil }
    let before = picture(max(shot.lowerBound, middle - half - Self.rest))
    let behind = picture(min(shot.upperBound, middle + half + Self.rest))
    guard max(before.squaredDistance(to: a), behind.squaredDistance(to: b)) < difference else { return nil }

    let covariance = a.covariance(with: b)
    let correlation = covariance / ((a.variance + 4) * (b.variance + 4)).squareRoot()
    guard correlation < 0.8 else { return nil }
    let mean = (a.variance + b.variance) / 2 + 16
    // Half of two mixed scenes has this share of their variance, whatever moves in them.
    let expected = (a.variance + b.variance + 2 * covariance) / 4 / mean
    let blocks = zip(zip(a.blockVariances, b.blockVariances).map { ($0 + $1) / 2 }, x.blockVariances)
    var (detail, mixedDetail, halved) = (16.0, 0.0, 0)
    for (scenes, mixed) in blocks {
      detail += scenes
      mixedDetail += mixed
      if abs(mixed / (scenes + 64) - 0.5) < 0.25 { halved += 1 }
    }
    let toMiddle = Double(x.squaredDistance(to: a))
    let toEnd = Double(x.squaredDistance(to: b))
    let whole = Double(difference)
    let share = (toMiddle - toEnd + whole) / (2 * whole)
    let residual = max(0, toMiddle / whole - share * share).squareRoot()
    let contrast = (whole / 576).squareRoot() / 4
    var sum = -5.55 - 6.93 * min(abs(x.variance / mean - expected), 0.5)
    sum -= 5.67 * min(abs(mixedDetail / detail - expected), 0.5)
    sum -= 6.16 * max(correlation, -0.1) + 2.19 * min(residual, 1) + 3.22 * min(abs(share - 0.5), 0.5)
    sum += 5.54 * Double(halved) / 12 + 9.11 * min(contrast, 60) / 60
    return Int((sum * 1024).rounded())
  }

  /// The pictures from the share of 0.2 to that of 0.8 of the second scene, extended to 0 and 1.
  private func range(_ middle: Int, _ half: Int, in shot: ClosedRange<Int>) -> Range<Int>? {
    let wider = half * 6 / 5
    let (first, last) = (max(shot.lowerBound, middle - wider), min(shot.upperBound, middle + wider))
    let (a, b) = (picture(first), picture(last))
    let whole = Double(a.squaredDistance(to: b))
    guard whole > 0 else { return nil }
    func share(_ number: Int) -> Double {
      let mixed = picture(number)
      return (Double(mixed.squaredDistance(to: a)) - Double(mixed.squaredDistance(to: b)) + whole)
        / (2 * whole)
    }
    var (low, high) = (middle, middle)
    while low > first, share(low) > 0.2 { low -= 1 }
    while high < last, share(high) < 0.8 { high += 1 }
    guard high > low else { return nil }
    var (early, late) = (Double(low), Double(high))
    let (lowShare, nextShare) = (share(low), share(low + 1))
    if lowShare <= 0.2, nextShare != lowShare { early += (0.2 - lowShare) / (nextShare - lowShare) }
    let (highShare, previousShare) = (share(high), share(high - 1))
    if highShare >= 0.8, highShare != previousShare {
      late -= (highShare - 0.8) / (highShare - previousShare)
    }
    let third = max(late - early, 1) / 3
    let start = max(first, Int((early - third + 0.5).rounded()))
    let end = min(last, Int((late + third + 0.5).rounded()))
    return start < end ? start..<end : nil
  }
}

/// A picture in 32 × 18 cells, in quarters of a code, and sums over them.
struct SmallPicture: Sendable {
  static let columns = 32
  static let rows = 18

  private let cells: [Int16]
  private let sum: Int
  private let squares: Int
  /// In sixteenths of a squared code.
  let variance: Double
  /// The variances in each of 4 × 3 blocks.
  let blockVariances: [Double]

  init(_ picture: PictureFeatures) {
    let luma = picture.luma
    var cells: [Int16] = []
    cells.reserveCapacity(Self.columns * Self.rows)
    for row in 0..<Self.rows {
      let (upper, lower) = (2 * row * PictureFeatures.columns, (2 * row + 1) * PictureFeatures.columns)
      for column in 0..<Self.columns {
        let top = Int(luma[upper + 2 * column]) + Int(luma[upper + 2 * column + 1])
        let bottom = Int(luma[lower + 2 * column]) + Int(luma[lower + 2 * column + 1])
        cells.append(Int16(truncatingIfNeeded: (top + bottom + 8) / 16))
      }
    }
    self.cells = cells
    var sums = [Int](repeating: 0, count: 12)
    var squares = sums
    for index in cells.indices {
      let block = index / Self.columns / 6 * 4 + index % Self.columns / 8
      let code = Int(cells[index])
      sums[block] += code
      squares[block] += code * code
    }
    sum = sums.reduce(0, +)
    self.squares = squares.reduce(0, +)
    variance = Self.variance(sum, self.squares, of: cells.count)
    blockVariances = zip(sums, squares).map { Self.variance($0, $1, of: 48) }
  }

  /// The same brightness nearly everywhere, as between the two halves of a fade: less than 4 codes of deviation.
  var isBlank: Bool { variance < 256 }

  func squaredDistance(to other: SmallPicture) -> Int { squares + other.squares - 2 * product(with: other) }

  func covariance(with other: SmallPicture) -> Double {
    let count = cells.count
    return Double(count * product(with: other) - sum * other.sum) / Double(count * count)
  }

  /// At most 576 · 1023², which fits into 32 bits.
  private func product(with other: SmallPicture) -> Int {
    let (a, b) = (cells, other.cells)
    var sum: Int32 = 0
    for index in 0..<min(a.count, b.count) { sum &+= Int32(a[index]) &* Int32(b[index]) }
    return Int(sum)
  }

  private static func variance(_ sum: Int, _ squares: Int, of count: Int) -> Double {
    Double(count * squares - sum * sum) / Double(count * count)
  }
}
