/// How much of a picture is not found again in another one, block by block, in 1/1024.
///
/// The residual of a block is the variance of its difference from the best window of the other picture, over
/// the sum of both variances: it ignores brightness, and follows pans and shake.
struct BlockMatch: Hashable, Sendable {
  /// The mean residual, blocks with little detail counting less.
  var residual: Int
  /// The share of blocks without a match: with a residual above 0.4.
  var lost: Int

  /// Windows at the same place, and within 8 cells across and 4 down.
  enum Reach {
    case samePlace
    case search
  }

  /// The mean of both directions.
  static func between(_ a: BlockWindows, _ b: BlockWindows, _ reach: Reach) -> BlockMatch {
    let (there, back) = (oneWay(a, b, reach), oneWay(b, a, reach))
    return BlockMatch(
      residual: (there.residual + back.residual) / 2, lost: (there.lost + back.lost) / 2)
  }

  private static func oneWay(_ a: BlockWindows, _ b: BlockWindows, _ reach: Reach) -> BlockMatch {
    var (weighted, weights, lost, blocks) = (0, 0, 0, 0)
    for top in stride(from: 0, to: BlockWindows.down, by: BlockWindows.height) {
      for left in stride(from: 0, to: BlockWindows.across, by: BlockWindows.width) {
        let place = top * BlockWindows.across + left
        let residual = residual(ofBlockAt: left, top, place, in: a, b, reach)
        // The variance in 1/256 of a squared code, from 4 to 404 codes.
        let variance = Int(a.variances[place]) / (BlockWindows.samples * BlockWindows.samples)
        let weight = min(variance, 400 * 256) + 4 * 256
        weighted += residual * weight
        weights += weight
        lost += residual > 410 ? 1 : 0
        blocks += 1
      }
    }
    return BlockMatch(residual: weighted / weights, lost: lost * 1024 / blocks)
  }

  private static func residual(
    ofBlockAt left: Int, _ top: Int, _ place: Int, in a: BlockWindows, _ b: BlockWindows, _ reach: Reach
  ) -> Int {
    let variance = a.variances[place] + 256 * Int64(BlockWindows.samples * BlockWindows.samples)
    if reach == .samePlace {
      return Int(1024 * a.variance(at: place, minus: b, at: place) / (variance + b.variances[place]))
    }
    var least = Int64.max
    for row in max(0, top - 4)...min(BlockWindows.down - 1, top + 4) {
      for column in max(0, left - 8)...min(BlockWindows.across - 1, left + 8) {
        let other = row * BlockWindows.across + column
        let difference = a.variance(at: place, minus: b, at: other)
        least = min(least, 1024 * difference / (variance + b.variances[other]))
      }
    }
    return Int(least)
  }
}
