/// Finds cuts: changes of the whole picture from one picture to the next that last.
package enum CutFinder {
  /// A picture that starts a new shot, and how clear the cut is, up to 99.
  package struct Cut: Hashable, Sendable {
    package let picture: Int
    package let strength: Int
  }

  /// 0.3: pictures that are more alike than this at the same place are never a cut.
  static let leastResidualToSearch = 307

  /// 2.2, in 1/1024.
  private static let threshold = 2253
  /// A tenth of the blocks, and 8 codes.
  private static let leastLost = 102
  private static let leastLuma = 8 * 16
  /// Pictures on each side that show how restless the shot is, and among which a cut is the strongest one.
  static let restlessReach = 6
  private static let strongestReach = 4

  package static func cuts(in records: [PictureRecord]) -> [Cut] {
    let scores = records.map(score)
    let fades = GradualFinder.fades(in: records)
    return records.indices.compactMap { number in
      let score = scores[number]
      guard score >= threshold else { return nil }
      let before = scores[max(0, number - strongestReach)..<number]
      let behind = scores[number + 1..<min(scores.count, number + 1 + strongestReach)]
      guard before.allSatisfy({ $0 < score }), behind.allSatisfy({ $0 <= score }) else { return nil }
      // A fast fade has steps that are as large as a cut; its first picture may be one, if only one half is a fade.
      guard !fades.contains(where: { $0.range.dropFirst().contains(number) }) else { return nil }
      return Cut(picture: number, strength: min(99, score * 25 / 1024))
    }
  }

  static func isCut(_ record: PictureRecord) -> Bool { score(of: record) >= threshold }

  /// Whether the change reaches the threshold in a shot that is not restless.
  static func canBeCut(_ change: LastingChange) -> Bool {
    change.match.lost >= leastLost && change.luma >= leastLuma && score(of: change) >= threshold
  }

  private static func score(of change: LastingChange) -> Int {
    let match = 2 * change.match.residual + change.match.lost * 5 / 4
    return match + min(change.luma, 60 * 16) * 1024 / 640 + min(change.chroma, 40 * 16) * 1024 / 432
  }

  private static func score(of record: PictureRecord) -> Int {
    guard let change = record.change, canBeCut(change) else { return 0 }
    return score(of: change) - 3 * change.restlessness
  }
}
