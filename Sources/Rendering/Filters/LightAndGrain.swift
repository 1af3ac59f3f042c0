import Composition

/// Darkens a picture towards its corners.
func darkenCorners<Sample>(_ picture: PictureGrid<Sample>, amount: Double) {
  let strength = Vignette.strength(amount)
  guard strength > 0 else { return }
  let step = 1 << (picture.depth - 8)
  darken(picture.luma, towards: 16 * step, strength)
  darken(picture.u, towards: 128 * step, strength)
  darken(picture.v, towards: 128 * step, strength)
}

private func darken<Sample>(_ grid: SampleGrid<Sample>, towards black: Int, _ strength: Int) {
  let columns = Vignette.squares(count: grid.width).map { Int32($0) }
  let lines = Vignette.squares(count: grid.height)
  let (black, strength) = (Int32(black), Int32(strength))
  columns.withUnsafeBufferPointer { columns in
    for y in 0..<grid.height {
      let row = grid.row(y)
      let line = Int32(lines[y])
      for x in 0..<grid.width {
        // 15 bits, so that the square fits in 32.
        let square = (columns[x] &+ line) >> 1
        let gain = 65536 &- ((((square &* square) >> 15) &* (strength >> 1)) >> 14)
        let distance = Int32(truncatingIfNeeded: row[x]) &- black
        row[x] = Sample(truncatingIfNeeded: black &+ ((distance &* gain &+ 32768) >> 16))
      }
    }
  }
}

/// Adds grain to luma: the same numbers for the same frame of an item, wherever and whenever it is rendered.
func addGrain<Sample>(_ picture: PictureGrid<Sample>, amount: Double, frame: Int64) {
  let factor = Int32(Grain.factor(amount, depth: picture.depth))
  guard factor > 0 else { return }
  let largest = Int32(1) << Int32(picture.depth) &- 1
  for y in 0..<picture.luma.height {
    let row = picture.luma.row(y)
    let seed = Grain.seed(frame: frame, line: y)
    for x in 0..<picture.luma.width {
      let change = (Grain.number(seed, x) &* factor &+ 32768) >> 16
      row[x] = Sample(truncatingIfNeeded: min(max(Int32(truncatingIfNeeded: row[x]) &+ change, 0), largest))
    }
  }
}
