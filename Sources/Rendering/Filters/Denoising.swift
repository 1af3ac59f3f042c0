import Composition

/// Removes noise within one picture: each sample becomes the mean of the similar samples around it.
func denoise<Sample>(_ picture: PictureGrid<Sample>, amount: Double) {
  let tolerance = Denoise.tolerance(amount, depth: picture.depth)
  guard tolerance > 0 else { return }
  smooth(picture.luma, reach: 2, tolerance: tolerance)
  smooth(picture.u, reach: 1, tolerance: tolerance)
  smooth(picture.v, reach: 1, tolerance: tolerance)
}

/// The weight of a neighbour is `tolerance` minus its difference, if that is positive.
private func smooth<Sample>(_ grid: SampleGrid<Sample>, reach: Int, tolerance: Int) {
  let (width, height) = (grid.width, grid.height)
  let wide = width + 2 * reach
  var padded = [Int16](repeating: 0, count: wide * (height + 2 * reach))
  padded.withUnsafeMutableBufferPointer { padded in
    for y in 0..<height + 2 * reach {
      let row = grid.row(min(max(y - reach, 0), height - 1))
      let start = y &* wide
      for x in 0..<width { padded[start &+ reach &+ x] = Int16(truncatingIfNeeded: row[x]) }
      for x in 0..<reach {
        padded[start &+ x] = Int16(truncatingIfNeeded: row[0])
        padded[start &+ reach &+ width &+ x] = Int16(truncatingIfNeeded: row[width - 1])
      }
    }
  }
  // Differences and weights stay below 2^10 and the sums of their products below 2^24, which a Float
  // represents exactly.
  let most = Int16(tolerance)
  var sums = [Int32](repeating: 0, count: width)
  var weights = [Int16](repeating: 0, count: width)
  padded.withUnsafeBufferPointer { padded in
    sums.withUnsafeMutableBufferPointer { sums in
      weights.withUnsafeMutableBufferPointer { weights in
        for y in 0..<height {
          let middle = (y &+ reach) &* wide &+ reach
          for x in 0..<width {
            sums[x] = 0
            weights[x] = 0
          }
          for dy in -reach...reach {
            for dx in -reach...reach {
              let start = middle &+ dy &* wide &+ dx
              for x in 0..<width {
                let difference = padded[start &+ x] &- padded[middle &+ x]
                let weight = max(most &- max(difference, 0 &- difference), 0)
                sums[x] = sums[x] &+ Int32(difference) &* Int32(weight)
                weights[x] = weights[x] &+ weight
              }
            }
          }
          let row = grid.row(y)
          for x in 0..<width {
            // The sample itself always counts, so the divisor is never zero.
            let change = Float(sums[x]) / Float(weights[x])
            let code = Float(padded[middle &+ x]) + change + 0.5
            row[x] = Sample(truncatingIfNeeded: Int32(code))
          }
        }
      }
    }
  }
}
