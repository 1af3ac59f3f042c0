import LibAV

// The inner loops of compositing. Weights are integers, so that every CPU gives the same codes; each result
// is the exact blend rounded to the nearest code.

/// Lays an opaque plane over a canvas plane.
func lay(
  _ source: Plane, from origin: (x: Int, y: Int), onto target: MutablePlane, in area: PlaneArea,
  opacity: Double
) {
  let width = min(area.width, target.width - area.x, source.width - origin.x)
  let height = min(area.height, target.height - area.y, source.height - origin.y)
  guard width > 0, height > 0 else { return }
  let weight = UInt32((opacity * 65536).rounded())
  for y in 0..<height {
    let from = UnsafeBufferPointer(
      rebasing: source.row(origin.y + y, of: UInt8.self)[origin.x..<origin.x + width])
    let to = UnsafeMutableBufferPointer(
      rebasing: target.row(area.y + y, of: UInt8.self)[area.x..<area.x + width])
    if weight == 65536 {
      _ = to.update(fromContentsOf: from)
    } else {
      mix(from, into: to, weight: weight)
    }
  }
}

private func mix(
  _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>, weight: UInt32
) {
  let rest = 65536 - weight
  for x in 0..<target.count {
    let sum = UInt32(source[x]) &* weight &+ UInt32(target[x]) &* rest &+ 32768
    target[x] = UInt8(truncatingIfNeeded: sum >> 16)
  }
}

/// Lays a weighted plane over a canvas plane.
func lay(_ source: WeightedPlane, onto target: MutablePlane, opacity: Double) {
  let width = min(source.width, target.width - source.x)
  let height = min(source.height, target.height - source.y)
  guard width > 0, height > 0 else { return }
  let opacityWeight = UInt32((opacity * 65536).rounded())
  source.values.withUnsafeBufferPointer { values in
    source.weights.withUnsafeBufferPointer { weights in
      for y in 0..<height {
        let row = y * source.width
        mix(
          UnsafeBufferPointer(rebasing: values[row..<row + width]),
          weighted: UnsafeBufferPointer(rebasing: weights[row..<row + width]),
          into: UnsafeMutableBufferPointer(
            rebasing: target.row(source.y + y, of: UInt8.self)[source.x..<source.x + width]),
          opacity: opacityWeight)
      }
    }
  }
}

private func mix(
  _ values: UnsafeBufferPointer<UInt16>, weighted weights: UnsafeBufferPointer<UInt16>,
  into target: UnsafeMutableBufferPointer<UInt8>, opacity: UInt32
) {
  for x in 0..<target.count {
    // 65280 * 65536 is just below 2^32.
    let value = (UInt32(values[x]) &* opacity) >> 16
    let rest = 32768 &- ((UInt32(weights[x]) &* opacity) >> 16)
    let below = (UInt32(target[x]) &* 256 &* rest) >> 15
    target[x] = UInt8(truncatingIfNeeded: min((value &+ below &+ 128) >> 8, 255))
  }
}
