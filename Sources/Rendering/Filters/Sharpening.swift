import Composition

/// Amplifies the difference of each luma sample from the weighted mean of its 5 by 5 neighbourhood.
func sharpen<Sample>(_ picture: PictureGrid<Sample>, amount: Double) {
  let factor = Int32(Sharpen.factor(amount))
  guard factor > 0 else { return }
  let grid = picture.luma
  let (width, height) = (grid.width, grid.height)
  let largest = Int32(1) << Int32(picture.depth) &- 1
  // Horizontal sums, in 16ths of a code; each is used five times.
  var summed = [UInt16](repeating: 0, count: width * height)
  summed.withUnsafeMutableBufferPointer { summed in
    var line = [UInt16](repeating: 0, count: width + 4)
    for y in 0..<height {
      let row = grid.row(y)
      for x in 0..<width { line[x &+ 2] = UInt16(truncatingIfNeeded: row[x]) }
      (line[0], line[1]) = (line[2], line[2])
      (line[width + 2], line[width + 3]) = (line[width + 1], line[width + 1])
      line.withUnsafeBufferPointer { line in
        let start = y &* width
        for x in 0..<width {
          summed[start &+ x] =
            line[x] &+ line[x &+ 4] &+ 4 &* (line[x &+ 1] &+ line[x &+ 3]) &+ 6 &* line[x &+ 2]
        }
      }
    }
    for y in 0..<height {
      let lines = (-2...2).map { min(max(y + $0, 0), height - 1) * width }
      let (a, b, c, d, e) = (lines[0], lines[1], lines[2], lines[3], lines[4])
      let row = grid.row(y)
      for x in 0..<width {
        let ends = Int32(summed[a &+ x]) &+ Int32(summed[e &+ x])
        let near = Int32(summed[b &+ x]) &+ Int32(summed[d &+ x])
        let sum = ends &+ 4 &* near &+ 6 &* Int32(summed[c &+ x])
        let code = Int32(truncatingIfNeeded: row[x])
        // The difference is in 256ths of a code, the factor in 256ths.
        let change = ((code &* 256 &- sum) >> 2) &* factor
        row[x] = Sample(truncatingIfNeeded: min(max(code &+ ((change &+ 8192) >> 14), 0), largest))
      }
    }
  }
}
