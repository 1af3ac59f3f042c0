/// Which cell a worker is to make next.
///
/// A worker goes on with the cell after its last one where it can, because to begin elsewhere in a clip means to decode from
/// the key frame before. So what pages wait for comes first, but not where another worker is about to come to it.
struct CellChoice {
  /// A cell of a film.
  struct Place: Hashable {
    var film: Int
    var cell: Int
  }

  /// What pages wait for and no worker is making, in the order in which it was asked for, and for how long.
  var wishes: [(place: Place, age: Duration)]
  /// What workers are making.
  var busy: [Place]
  /// Whether cells are made that no page asked for.
  var makesAll: Bool
  /// For each film that is to be made whole, in this order, the runs of cells that are missing; the first run of a film
  /// begins where the playhead is.
  var missing: [(film: Int, runs: [Range<Int>])]

  /// How many cells ahead of a worker others leave to it, and how long.
  private static let reach = 1...3
  private static let patience = Duration.seconds(1)

  func next(after last: Place?) -> Place? {
    let following = last.map { Place(film: $0.film, cell: $0.cell + 1) }
    let waitedFor = wishes.map(\.place)
    if let following, waitedFor.contains(following) { return following }
    if let wish = wishes.first(where: { !isNear($0.place) || $0.age > Self.patience }) { return wish.place }
    guard makesAll else { return nil }
    if let following, !isNear(following),
      missing.contains(where: { film, runs in
        film == following.film && runs.contains { $0.contains(following.cell) }
      })
    {
      return following
    }
    return missing.lazy.compactMap { film, runs in beginning(of: film, runs) }.first
  }

  /// Whether a worker is about to come to it.
  private func isNear(_ place: Place) -> Bool {
    busy.contains { $0.film == place.film && Self.reach.contains(place.cell - $0.cell) }
  }

  /// The first run that no worker is in; where all have one, the second half of the longest.
  private func beginning(of film: Int, _ runs: [Range<Int>]) -> Place? {
    let isTaken = { (run: Range<Int>) in
      busy.contains(Place(film: film, cell: run.lowerBound - 1))
    }
    if let free = runs.first(where: { !isTaken($0) }) { return Place(film: film, cell: free.lowerBound) }
    guard let longest = runs.max(by: { $0.count < $1.count }) else { return nil }
    return Place(film: film, cell: longest.lowerBound + longest.count / 2)
  }
}
