/// Compares two texts line by line.
///
/// Equal lines at both ends are cut off. Lines that occur once in each text are the anchors. Between anchors,
/// Myers' search finds the fewest changes, up to a limit beyond which people could not read them one by one;
/// then the whole stretch is replaced. Time therefore grows with the length of the texts.
struct LineMatching {
  /// The most changes that are searched for between two anchors.
  private static let mostChanges = 400

  private let old: [Int]
  private let new: [Int]
  private var changes: [LineChange] = []

  /// The changes that turn one list of lines into the other, in order; no two touch.
  static func changes(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [LineChange] {
    var matching = LineMatching(old, new)
    matching.compareWhole()
    return matching.changes
  }

  /// Numbers the lines, equal lines equally, because numbers are cheaper to compare.
  private init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      let next = numbers.count
      let number = numbers[line] ?? next
      if number == next { numbers[line] = next }
      return number
    }
    self.old = old.map(number)
    self.new = new.map(number)
  }

  private mutating func compareWhole() {
    let (old, new) = withoutEqualEnds(old.indices, new.indices)
    var position = (old: old.lowerBound, new: new.lowerBound)
    for anchor in anchors(old, new) {
      compare(position.old..<anchor.old, position.new..<anchor.new)
      position = (anchor.old + 1, anchor.new + 1)
    }
    compare(position.old..<old.upperBound, position.new..<new.upperBound)
  }

  private mutating func compare(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
    let (oldRest, newRest) = withoutEqualEnds(oldPart, newPart)
    if oldRest.isEmpty || newRest.isEmpty {
      add(oldRest, newRest)
    } else if let path = ShortestEdit(old[oldRest], new[newRest], limit: Self.mostChanges) {
      for change in path.changes { add(change.old, change.new) }
    } else {
      add(oldRest, newRest)
    }
  }

  private mutating func add(_ old: Range<Int>, _ new: Range<Int>) {
    guard !old.isEmpty || !new.isEmpty else { return }
    if let last = changes.last, last.old.upperBound == old.lowerBound, last.new.upperBound == new.lowerBound {
      changes[changes.count - 1] = LineChange(
        old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
    } else {
      changes.append(LineChange(old: old, new: new))
    }
  }

  private func withoutEqualEnds(_ a: Range<Int>, _ b: Range<Int>) -> (old: Range<Int>, new: Range<Int>) {
    let start = zip(old[a], new[b]).prefix { $0 == $1 }.count
    let end = zip(old[a].dropFirst(start).reversed(), new[b].dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    return (
      a.lowerBound + start..<a.upperBound - end, b.lowerBound + start..<b.upperBound - end
    )
  }
}

// MARK: - Lines that occur once in each text

extension LineMatching {
  private typealias Anchor = (old: Int, new: Int)

  /// The longest list of unique lines that appear in the same order in both texts.
  private func anchors(_ oldPart: Range<Int>, _ newPart: Range<Int>) -> [Anchor] {
    let oldPlaces = placesOfUniqueLines(old[oldPart])
    let newPlaces = placesOfUniqueLines(new[newPart])
    let pairs = oldPart.compactMap { place -> Anchor? in
      guard oldPlaces[old[place]] == place, let other = newPlaces[old[place]] else { return nil }
      return (place, other)
    }
    return pairs.longestRisingSubsequence(by: \.new)
  }

  private func placesOfUniqueLines(_ lines: ArraySlice<Int>) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for line in lines { counts[line, default: 0] += 1 }
    var places: [Int: Int] = [:]
    for place in lines.indices where counts[lines[place]] == 1 { places[lines[place]] = place }
    return places
  }
}
