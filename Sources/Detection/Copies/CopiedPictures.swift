/// What is kept of a picture of a copy: its sums, and those with the pictures of the master around its place.
package struct CopiedPicture: Hashable, Sendable, Codable {
  /// Whether the copy has no picture for this frame, so that players still show the one before.
  package var isHeld: Bool
  /// The difference of the master's frame in the middle of `products` from the copy's frame.
  package var shift: Int
  package var sum: Int64
  package var squares: Int64
  /// The sums of products with seven frames of the master; 0 for those that it does not have.
  package var products: [Int64]
}

/// What is kept of a picture of a master.
package struct MasterPicture: Hashable, Sendable, Codable {
  package var sum: Int64
  package var squares: Int64
  /// The sums of products with the three pictures before, the last one first; fewer at the beginning.
  package var products: [Int64]
}

/// Compares small pictures of a copy with those of its master, frame by frame.
///
/// Each frame is compared with the master's from three before to three after its place. Where frames are lost or added,
/// the place follows. Only sums are kept: the copy can have another brightness and contrast, which are known in the end.
package struct CopyTracker {
  /// The small pictures.
  package static let columns = 160
  package static let rows = 90
  static let count = columns * rows

  /// The frames on each side of the place.
  package static let reach = 3
  /// The frames on each side in which a lost place is searched.
  private static let farReach = 90
  /// The frames that must agree on another place.
  private static let agreeing = 4

  package private(set) var pictures: [CopiedPicture] = []
  package private(set) var master: [MasterPicture] = []
  /// The last pictures of the master, as bytes.
  private var kept: [[UInt8]] = []
  private var shift = 0
  private var fit = CopyFit()
  private var lastVote = 0
  private var votes = 0
  private var foreign = 0
  /// The last frames of the copy that fit nowhere near their place, as bytes.
  private var unplaced: [[UInt8]] = []

  package init() {}

  /// How many pictures of the master the next frame needs.
  package var neededMasterCount: Int { max(0, pictures.count + shift + Self.farReach + 1) }

  /// Adds the next picture of the master.
  package mutating func addMaster(_ luma: [UInt8]) {
    let (sum, squares) = sums(luma)
    let last = kept.suffix(Self.reach).reversed()
    master.append(MasterPicture(sum: sum, squares: squares, products: last.map { product($0, luma) }))
    kept.append(luma)
    if kept.count > 2 * Self.farReach + Self.reach + 2 { kept.removeFirst() }
  }

  /// Adds the next frame of the copy.
  package mutating func add(_ luma: [UInt8], isHeld: Bool) {
    let frame = pictures.count
    let (sum, squares) = sums(luma)
    var picture = CopiedPicture(isHeld: isHeld, shift: shift, sum: sum, squares: squares, products: [])
    picture.products = products(luma, around: frame + shift)
    if let found = followed(picture, luma, frame) {
      shift = found
      picture.shift = shift
      picture.products = products(luma, around: frame + shift)
      if foreign > 0 { moveUnplaced() }
      (votes, foreign) = (0, 0)
    }
    if foreign == 0 { unplaced = [] } else { unplaced = unplaced.suffix(Self.agreeing - 2) + [luma] }
    pictures.append(picture)
    if pictures.count.isMultiple(of: 50) { fit = CopyFit(pictures, master, last: 500) }
  }

  /// Compares the frames before with the place that was found only now, if they fit there.
  private mutating func moveUnplaced() {
    for (index, luma) in zip(pictures.indices.suffix(unplaced.count), unplaced) {
      var moved = pictures[index]
      moved.shift = shift
      moved.products = products(luma, around: index + shift)
      let errors = fit.errors(of: moved, frame: index, master)
      if let best = errors.map(\.error).min(), !fit.isForeign(best) { pictures[index] = moved }
    }
  }

  private func products(_ luma: [UInt8], around place: Int) -> [Int64] {
    (place - Self.reach...place + Self.reach).map { number in
      masterLuma(number).map { product($0, luma) } ?? 0
    }
  }

  private func masterLuma(_ number: Int) -> [UInt8]? {
    let index = number - (master.count - kept.count)
    return kept.indices.contains(index) ? kept[index] : nil
  }

  /// The new shift, if frames are at another place for some time.
  private mutating func followed(_ picture: CopiedPicture, _ luma: [UInt8], _ frame: Int) -> Int? {
    let errors = fit.errors(of: picture, frame: frame, master)
    guard let best = errors.min(by: { $0.error < $1.error }) else { return nil }
    let own = errors.first { $0.shift == shift }?.error ?? .infinity
    if fit.isForeign(best.error) {
      foreign += 1
      guard foreign.isMultiple(of: Self.agreeing) else { return nil }
      return farShift(picture, luma, frame)
    }
    foreign = 0
    if fit.isBetter(best.error, than: own) {
      votes = best.shift == lastVote ? votes + 1 : 1
      lastVote = best.shift
      return votes >= Self.agreeing ? best.shift : nil
    }
    if errors.contains(where: { $0.shift != shift && fit.isBetter(own, than: $0.error) }) { votes = 0 }
    return nil
  }

  /// The best place among all pictures that are kept, if it fits.
  private func farShift(_ picture: CopiedPicture, _ luma: [UInt8], _ frame: Int) -> Int? {
    var best: (shift: Int, error: Double)?
    for index in kept.indices {
      let number = master.count - kept.count + index
      let error = fit.error(picture, master[number], product(kept[index], luma))
      if error < best?.error ?? .infinity { best = (number - frame, error) }
    }
    guard let best, !fit.isForeign(best.error) else { return nil }
    return best.shift
  }
}

private func sums(_ luma: [UInt8]) -> (sum: Int64, squares: Int64) {
  var (sum, squares) = (0 as UInt32, 0 as UInt32)
  for code in luma {
    sum &+= UInt32(code)
    squares &+= UInt32(code) &* UInt32(code)
  }
  return (Int64(sum), Int64(squares))
}

/// Fits into 32 bits for the small pictures.
private func product(_ a: [UInt8], _ b: [UInt8]) -> Int64 {
  let count = min(a.count, b.count)
  var sum = 0 as UInt32
  for index in 0..<count { sum &+= UInt32(a[index]) &* UInt32(b[index]) }
  return Int64(sum)
}
