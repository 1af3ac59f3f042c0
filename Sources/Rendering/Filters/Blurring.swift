import Composition

// Blurs of whole planes, in 16-bit integers at every depth.

/// A plane's samples in 16 bits, without row padding.
struct BlurredPlane {
  let width: Int
  let height: Int
  var values: [UInt16]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    values = [UInt16](repeating: 0, count: width * height)
  }

  init<Sample>(_ grid: SampleGrid<Sample>, depth: Int) {
    self.init(width: grid.width, height: grid.height)
    let shift = 15 - depth
    values.withUnsafeMutableBufferPointer { values in
      for y in 0..<grid.height {
        let row = grid.row(y)
        let start = y &* grid.width
        for x in 0..<grid.width {
          values[start &+ x] = UInt16(truncatingIfNeeded: UInt32(truncatingIfNeeded: row[x]) << UInt32(shift))
        }
      }
    }
  }

  func write<Sample>(to grid: SampleGrid<Sample>, depth: Int) {
    let shift = UInt32(15 - depth)
    let half = UInt32(1) << (shift - 1)
    values.withUnsafeBufferPointer { values in
      for y in 0..<grid.height {
        let row = grid.row(y)
        let start = y &* grid.width
        for x in 0..<grid.width {
          row[x] = Sample(truncatingIfNeeded: (UInt32(values[start &+ x]) &+ half) >> shift)
        }
      }
    }
  }

  /// Blurs with a Gaussian; edge samples are repeated outwards.
  mutating func blur(horizontal: Double, vertical: Double) {
    switch Blur.window(horizontal) {
    case .nothing: break
    case .weights(let weights): weighRows(weights)
    case .means(let radius, let part): averageRows(radius: radius, part: part)
    }
    switch Blur.window(vertical) {
    case .nothing: break
    case .weights(let weights): weighColumns(weights)
    case .means(let radius, let part):
      var turned = turned()
      turned.averageRows(radius: radius, part: part)
      self = turned.turned()
    }
  }
}

// MARK: - Weights

extension BlurredPlane {
  private mutating func weighRows(_ weights: [Int]) {
    let reach = weights.count - 1
    let weights = weights.map { UInt32($0) }
    var line = [UInt16](repeating: 0, count: width + 2 * reach)
    var sums = [UInt32](repeating: 0, count: width)
    let width = width
    for y in 0..<height {
      values.withUnsafeMutableBufferPointer { values in
        let row = UnsafeMutableBufferPointer(rebasing: values[y * width..<(y + 1) * width])
        for x in 0..<reach {
          line[x] = row[0]
          line[reach + width + x] = row[width - 1]
        }
        for x in 0..<width { line[reach &+ x] = row[x] }
        line.withUnsafeBufferPointer { line in
          sums.withUnsafeMutableBufferPointer { sums in
            for x in 0..<width { sums[x] = UInt32(line[reach &+ x]) &* weights[0] &+ 32768 }
            for tap in 1..<max(1, weights.count) {
              let weight = weights[tap]
              let (left, right) = (reach &- tap, reach &+ tap)
              for x in 0..<width {
                sums[x] = sums[x] &+ (UInt32(line[left &+ x]) &+ UInt32(line[right &+ x])) &* weight
              }
            }
            for x in 0..<width { row[x] = UInt16(truncatingIfNeeded: sums[x] >> 16) }
          }
        }
      }
    }
  }

  private mutating func weighColumns(_ weights: [Int]) {
    let weights = weights.map { UInt32($0) }
    let source = values
    var sums = [UInt32](repeating: 0, count: width)
    let (width, height) = (width, height)
    source.withUnsafeBufferPointer { source in
      sums.withUnsafeMutableBufferPointer { sums in
        values.withUnsafeMutableBufferPointer { values in
          for y in 0..<height {
            let row = y &* width
            for x in 0..<width { sums[x] = UInt32(source[row &+ x]) &* weights[0] &+ 32768 }
            for tap in 1..<max(1, weights.count) {
              let weight = weights[tap]
              let (above, below) = (max(y - tap, 0) &* width, min(y + tap, height - 1) &* width)
              for x in 0..<width {
                sums[x] = sums[x] &+ (UInt32(source[above &+ x]) &+ UInt32(source[below &+ x])) &* weight
              }
            }
            for x in 0..<width { values[row &+ x] = UInt16(truncatingIfNeeded: sums[x] >> 16) }
          }
        }
      }
    }
  }
}

// MARK: - Means

extension BlurredPlane {
  /// Applies four box blurs along each row, each a sliding sum plus fractions of the samples at its ends. The
  /// row is padded with its edge samples for all four passes, each of which consumes its share.
  private mutating func averageRows(radius: Int, part: Int) {
    let (width, height, margin) = (width, height, radius + 1)
    var line = [Int32](repeating: 0, count: width + 8 * margin)
    let (share, scale) = (Float(part) / 65536, 1 / (Float(2 * radius + 1) + Float(part) / 32768))
    values.withUnsafeMutableBufferPointer { values in
      line.withUnsafeMutableBufferPointer { line in
        for y in 0..<height {
          let row = y &* width
          for x in 0..<4 * margin {
            line[x] = Int32(values[row])
            line[4 &* margin &+ width &+ x] = Int32(values[row &+ width &- 1])
          }
          for x in 0..<width { line[4 &* margin &+ x] = Int32(values[row &+ x]) }
          for pass in 1...4 {
            var sum: Int32 = 0
            for x in 1...(2 * radius + 1) { sum = sum &+ line[x] }
            for x in 0..<width + (8 - 2 * pass) * margin {
              let (before, after) = (line[x], line[x &+ 2 &* margin])
              let mean = (Float(sum) + Float(before &+ after) * share) * scale + 0.5
              sum = sum &+ after &- line[x &+ 1]
              line[x] = Int32(mean)
            }
          }
          for x in 0..<width { values[row &+ x] = UInt16(truncatingIfNeeded: line[x]) }
        }
      }
    }
  }

  /// Transposes the plane, in tiles that fit in the cache.
  private func turned() -> BlurredPlane {
    var turned = BlurredPlane(width: height, height: width)
    let (width, height, side) = (width, height, 32)
    values.withUnsafeBufferPointer { source in
      turned.values.withUnsafeMutableBufferPointer { target in
        for top in stride(from: 0, to: height, by: side) {
          for left in stride(from: 0, to: width, by: side) {
            for y in top..<min(top + side, height) {
              for x in left..<min(left + side, width) {
                target[x &* height &+ y] = source[y &* width &+ x]
              }
            }
          }
        }
      }
    }
    return turned
  }
}

// MARK: - Pictures

/// Blurs a picture by a standard deviation in pixels. With alpha, samples are weighted by their coverage, so
/// the colours of transparent pixels do not show.
func blur<Sample>(_ picture: PictureGrid<Sample>, deviation: Double) {
  let shift = picture.chromaShift
  let chroma = (
    horizontal: deviation / Double(1 << shift.horizontal), vertical: deviation / Double(1 << shift.vertical)
  )
  if let alpha = picture.alpha, shift == (0, 0) {
    return blur(picture, alpha, deviation: deviation)
  }
  for (grid, along, across) in [
    (picture.luma, deviation, deviation), (picture.u, chroma.horizontal, chroma.vertical),
    (picture.v, chroma.horizontal, chroma.vertical),
  ] {
    var plane = BlurredPlane(grid, depth: picture.depth)
    plane.blur(horizontal: along, vertical: across)
    plane.write(to: grid, depth: picture.depth)
  }
}

private func blur<Sample>(
  _ picture: PictureGrid<Sample>, _ alpha: SampleGrid<Sample>, deviation: Double
) {
  let depth = picture.depth
  let full = UInt32(1) << UInt32(depth) - 1
  var coverage = BlurredPlane(alpha, depth: depth)
  coverage.blur(horizontal: deviation, vertical: deviation)
  for grid in [picture.luma, picture.u, picture.v] {
    var plane = BlurredPlane(width: grid.width, height: grid.height)
    for y in 0..<grid.height {
      let (row, weights) = (grid.row(y), alpha.row(y))
      for x in 0..<grid.width {
        let product = UInt32(truncatingIfNeeded: row[x]) &* UInt32(truncatingIfNeeded: weights[x])
        plane.values[y &* grid.width &+ x] = UInt16(
          truncatingIfNeeded: ((product << UInt32(15 - depth)) &+ full / 2) / full)
      }
    }
    plane.blur(horizontal: deviation, vertical: deviation)
    for y in 0..<grid.height {
      let row = grid.row(y)
      for x in 0..<grid.width {
        let weight = UInt32(coverage.values[y &* grid.width &+ x])
        guard weight > 0 else { continue }
        let sum = UInt32(plane.values[y &* grid.width &+ x]) &* full &+ weight / 2
        row[x] = Sample(truncatingIfNeeded: min(sum / weight, full))
      }
    }
  }
  coverage.write(to: alpha, depth: depth)
}
