/// Finds dissolves and fades.
package enum GradualFinder {
  package enum Kind: Hashable, Sendable {
    case dissolve
    case fade
  }

  package struct Gradual: Hashable, Sendable {
    package let kind: Kind
    /// The first picture that differs from the first scene, to the first one of the second scene alone.
    package let range: Range<Int>
    /// How clear it is, up to 99.
    package let strength: Int
  }

  package static func graduals(in records: [PictureRecord]) -> [Gradual] {
    let fades = fades(in: records)
    let dissolves = dissolves(in: records).filter { dissolve in
      !fades.contains { $0.range.overlaps(dissolve.range) }
    }
    return (fades + dissolves).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  // MARK: - Dissolves

  /// The likeliest ones first, each apart from the others.
  private static func dissolves(in records: [PictureRecord]) -> [Gradual] {
    let middles = records.indices.compactMap { number in records[number].gradual.map { (number, $0) } }
    var found: [(middle: Int, change: GradualChange)] = []
    for (middle, change) in middles.sorted(by: { ($0.1.score, $1.0) > ($1.1.score, $0.0) }) {
      let around = middle - change.half / 2..<middle + change.half / 2 + 1
      let isFree = found.allSatisfy { other in
        !other.change.range.overlaps(around) && !other.change.range.overlaps(change.range)
      }
      if isFree { found.append((middle, change)) }
    }
    return found.map {
      Gradual(kind: .dissolve, range: $0.change.range, strength: min(99, 40 + $0.change.score / 128))
    }
  }

  // MARK: - Fades

  /// 4 codes of deviation, below 26 codes or above 225.
  private static let blankDeviation = 4 * 16
  private static let blackMean = 26 * 16
  private static let whiteMean = 225 * 16
  /// A scene has more than this: 10 codes.
  private static let sceneDeviation = 10 * 16
  /// Fewer pictures are a cut.
  private static let shortestSide = 3

  static func fades(in records: [PictureRecord]) -> [Gradual] {
    var (fades, number) = ([Gradual](), 0)
    while number < records.count {
      guard isBlank(records[number]) else {
        number += 1
        continue
      }
      let start = number
      while number < records.count, isBlank(records[number]) { number += 1 }
      let first = edge(from: start, in: records, by: -1)
      let last = edge(from: number - 1, in: records, by: 1)
      let out = start - first >= shortestSide && records[first].deviation > sceneDeviation
      let into = last - (number - 1) >= shortestSide && records[last].deviation > sceneDeviation
      if out || into {
        let range = (out ? first + 1 : start)..<(into ? last : number)
        fades.append(Gradual(kind: .fade, range: range, strength: out && into ? 99 : 80))
      }
    }
    return fades
  }

  private static func isBlank(_ record: PictureRecord) -> Bool {
    record.deviation < blankDeviation && (record.mean < blackMean || record.mean > whiteMean)
  }

  /// The last picture up to which the deviation rises, by 3 % for each picture or for two of them.
  private static func edge(from start: Int, in records: [PictureRecord], by step: Int) -> Int {
    func rises(_ number: Int, _ distance: Int) -> Bool {
      let other = number + distance * step
      guard records.indices.contains(other) else { return false }
      return records[other].deviation * 100 >= records[number].deviation * (100 + 3 * distance)
        && records[other].deviation > records[number].deviation
    }
    var number = start
    while true {
      if rises(number, 1) {
        number += step
      } else if rises(number, 2) {
        number += 2 * step
      } else {
        return number
      }
    }
  }
}
