/// Every window of the size of a block in a picture's luma, ready to be compared.
struct BlockWindows {
  static let width = 8
  static let height = 6
  static let samples = width * height
  /// Places of a window from left to right and from top to bottom.
  static let across = PictureFeatures.columns - width + 1
  static let down = PictureFeatures.rows - height + 1

  /// For each row of cells and each place across, the eight cells from there on.
  let strips: [SIMD8<Int16>]
  /// 48² times the variance of each window, in 1/256 of a squared code.
  let variances: [Int64]

  init(_ picture: PictureFeatures) {
    let luma = picture.luma
    var strips: [SIMD8<Int16>] = []
    strips.reserveCapacity(Self.across * PictureFeatures.rows)
    var sums: [Int32] = []
    var squares: [Int32] = []
    for row in 0..<PictureFeatures.rows {
      let start = row * PictureFeatures.columns
      for column in start..<start + Self.across {
        let strip = SIMD8<Int16>(
          luma[column], luma[column + 1], luma[column + 2], luma[column + 3], luma[column + 4],
          luma[column + 5], luma[column + 6], luma[column + 7])
        strips.append(strip)
        let wide = SIMD8<Int32>(truncatingIfNeeded: strip)
        sums.append(wide.wrappedSum())
        squares.append((wide &* wide).wrappedSum())
      }
    }
    self.strips = strips
    variances = (0..<Self.across * Self.down).map { place in
      var (sum, square) = (0 as Int64, 0 as Int64)
      for row in 0..<Self.height {
        sum += Int64(sums[place + row * Self.across])
        square += Int64(squares[place + row * Self.across])
      }
      return Int64(Self.samples) * square - sum * sum
    }
  }

  /// 48² times the variance of the difference of a window here and one in another picture.
  func variance(at place: Int, minus other: BlockWindows, at otherPlace: Int) -> Int64 {
    var (sums, squares) = (SIMD8<Int16>(), SIMD8<Int32>())
    for row in 0..<Self.height {
      let difference = strips[place + row * Self.across] &- other.strips[otherPlace + row * Self.across]
      sums &+= difference
      let wide = SIMD8<Int32>(truncatingIfNeeded: difference)
      squares &+= wide &* wide
    }
    let sum = Int64(SIMD8<Int32>(truncatingIfNeeded: sums).wrappedSum())
    var square: Int64 = 0
    for lane in 0..<8 { square += Int64(squares[lane]) }
    return Int64(Self.samples) * square - sum * sum
  }
}
