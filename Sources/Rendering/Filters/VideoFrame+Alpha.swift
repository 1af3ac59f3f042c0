import LibAV

// Premultiplied and straight alpha of planar pictures.

extension VideoFrame {
  /// The same picture with an opaque alpha plane, if it had none. 4:2:0 becomes 4:4:4 by repeating each
  /// chroma sample for the pixels that share it.
  func withAlpha(pool: FramePool) throws(LibAVError) -> VideoFrame {
    guard let layout, !layout.hasAlpha else { return self }
    let source = self
    let deep = layout.sampleDepth > 8
    return try VideoFrame.allocate(
      size: size, layout: deep ? .yuva444p10 : .yuva444p, color: color, pool: pool
    ) { targets in
      source.withPlanes { planes in
        for (index, target) in targets.enumerated() {
          if deep {
            fill(target, from: index < 3 ? planes[index] : nil, covering: UInt16(1023))
          } else {
            fill(target, from: index < 3 ? planes[index] : nil, covering: UInt8(255))
          }
        }
      }
    }
  }

  /// With alpha multiplied into the distances of luma and chroma from black.
  func withAlphaMultiplied(pool: FramePool) throws(LibAVError) -> VideoFrame {
    try scalingColors(pool: pool) { distance, alpha, full in
      let product = distance &* alpha
      return (product &+ (product < 0 ? 0 &- full : full) / 2) / full
    }
  }

  /// With straight alpha; black where alpha is zero.
  func withAlphaDivided(pool: FramePool) throws(LibAVError) -> VideoFrame {
    try scalingColors(pool: pool) { distance, alpha, full in
      guard alpha > 0 else { return 0 }
      let product = distance &* full
      return (product &+ (product < 0 ? 0 &- alpha : alpha) / 2) / alpha
    }
  }

  /// Changes each sample's distance from black by its alpha.
  private func scalingColors(
    pool: FramePool, _ change: (Int32, _ alpha: Int32, _ full: Int32) -> Int32
  ) throws(LibAVError) -> VideoFrame {
    let depth = layout?.sampleDepth ?? 8
    return try copy(pool: pool) { planes in
      if let grid = PictureGrid<UInt8>(planes, depth: depth) { scale(grid, change) }
      if let grid = PictureGrid<UInt16>(planes, depth: depth) { scale(grid, change) }
    }
  }
}

private func fill<Sample: FixedWidthInteger>(
  _ target: MutablePlane, from source: Plane?, covering full: Sample
) {
  for y in 0..<target.height {
    let row = target.row(y, of: Sample.self)
    guard let source else {
      for x in 0..<row.count { row[x] = full }
      continue
    }
    let from = source.row(source.height < target.height ? y / 2 : y, of: Sample.self)
    if source.width < target.width {
      for x in 0..<row.count { row[x] = from[x >> 1] }
    } else {
      for x in 0..<row.count { row[x] = from[x] }
    }
  }
}

@inline(__always)
private func scale<Sample>(
  _ picture: PictureGrid<Sample>, _ change: (Int32, Int32, Int32) -> Int32
) {
  guard let alpha = picture.alpha, picture.u.width == picture.luma.width else { return }
  let step = Int32(1) << Int32(picture.depth - 8)
  let full = Int32(1) << Int32(picture.depth) - 1
  for (grid, black) in [(picture.luma, 16 * step), (picture.u, 128 * step), (picture.v, 128 * step)] {
    for y in 0..<grid.height {
      let (row, weights) = (grid.row(y), alpha.row(y))
      for x in 0..<grid.width {
        let weight = Int32(weights[x])
        if weight == full { continue }
        row[x] = Sample(
          truncatingIfNeeded: min(max(black &+ change(Int32(row[x]) &- black, weight, full), 0), full))
      }
    }
  }
}
