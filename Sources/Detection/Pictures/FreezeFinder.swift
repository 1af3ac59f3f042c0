/// Finds the longest run of equal pictures of a film, in order. Differences that only an encoder makes do not count.
package struct FreezeFinder {
  private var first: PictureFeatures?
  private var start: Int64 = 0
  private var frame: Int64 = 0
  /// The first of the longest runs; it has at least two pictures.
  package private(set) var longest: Range<Int64>?

  package init() {}

  /// Takes the next picture. `isMeantToMove` is false if the film shows nothing there that could change.
  package mutating func add(_ picture: PictureFeatures, isMeantToMove: Bool) {
    defer { frame += 1 }
    guard isMeantToMove else {
      first = nil
      return
    }
    guard let first, picture.isLike(first) else {
      self.first = picture
      start = frame
      return
    }
    if Int64(longest?.count ?? 1) < frame + 1 - start { longest = start..<frame + 1 }
  }
}

extension PictureFeatures {
  /// Whether both may be the same picture after lossy encoding, up to half a code in the mean and 3 in a cell. In what
  /// moves, however little, a cell changes more within some seconds.
  fileprivate func isLike(_ other: PictureFeatures) -> Bool {
    var (sum, greatest) = (0 as Int32, 0 as Int32)
    for index in luma.indices {
      let difference = abs(Int32(luma[index]) - Int32(other.luma[index]))
      sum &+= difference
      greatest = max(greatest, difference)
    }
    return Int(sum) * 2 <= luma.count * 16 && greatest <= 3 * 16
  }
}
