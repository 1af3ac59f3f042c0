import LibAV

extension VideoFrame {
  /// Mixes two pictures of the same size and layout. `weight` is the share of the second, in 32768ths.
  func mixed(
    with other: VideoFrame, _ layout: PixelLayout, weight: Int32, pool: FramePool
  ) throws(LibAVError) -> VideoFrame {
    try copy(pool: pool) { targets in
      other.withPlanes { planes in
        for (target, plane) in zip(targets, planes) {
          for y in 0..<target.height {
            let (row, from) = (target.row(y), plane.row(y))
            if layout.greatestCode > 255 {
              mix(from.bindMemory(to: UInt16.self), into: row.bindMemory(to: UInt16.self), weight)
            } else {
              mix(from.bindMemory(to: UInt8.self), into: row.bindMemory(to: UInt8.self), weight)
            }
          }
        }
      }
    }
  }
}

/// Mixes exactly, rounded to the nearest code. Differences have at most 16 bits and weights 15.
@inline(__always)
private func mix<Sample: FixedWidthInteger>(
  _ source: UnsafeBufferPointer<Sample>, into target: UnsafeMutableBufferPointer<Sample>, _ weight: Int32
) {
  for x in 0..<target.count {
    let code = Int32(truncatingIfNeeded: target[x])
    let change = ((Int32(truncatingIfNeeded: source[x]) &- code) &* weight &+ 16384) >> 15
    target[x] = Sample(truncatingIfNeeded: code &+ change)
  }
}
