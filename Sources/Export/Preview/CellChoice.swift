/// Chooses the cell that a worker renders next.
///
/// A worker continues with the cell after its last one if it can, because starting elsewhere in a clip means
/// decoding from the previous key frame. So cells that pages wait for come first, unless another worker is
/// about to reach them.
struct CellChoice {
  /// A cell of a film.
  struct Place: Hashable {
    var film: Int
    var cell: Int
  }

  /// Cells that pages wait for and no worker is rendering, in the order of requests, and for how long.
  var wishes: [(place: Place, age: Duration)]
  /// Cells that workers are rendering.
  var busy: [Place]
  /// Whether cells are rendered that no page has requested.
  var makesAll: Bool
  /// For each film that is rendered whole, in this order, the missing runs of cells; the first run of a film
  /// starts at the playhead.
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

  /// Whether a worker is about to reach a cell.
  private func isNear(_ place: Place) -> Bool {
    busy.contains { $0.film == place.film && Self.reach.contains(place.cell - $0.cell) }
  }

  /// The first run that no worker is in; if all have one, the second half of the longest.
  private func beginning(of film: Int, _ runs: [Range<Int>]) -> Place? {
    let isTaken = { (run: Range<Int>) in
      busy.contains(Place(film: film, cell: run.lowerBound - 1))
    }
    if let free = runs.first(where: { !isTaken($0) }) { return Place(film: film, cell: free.lowerBound) }
    guard let longest = runs.max(by: { $0.count < $1.count }) else { return nil }
    return Place(film: film, cell: longest.lowerBound + longest.count / 2)
  }
}
