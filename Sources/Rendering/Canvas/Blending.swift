import LibAV

// The inner loops of compositing. Weights are integers, so every CPU produces the same codes; each result is
// the exact blend, rounded to the nearest code. Source and target have the same depth.

/// Composites an opaque plane onto a canvas plane.
func lay(
  _ source: Plane, from origin: (x: Int, y: Int), onto target: MutablePlane, in area: PlaneArea,
  opacity: Double
) {
  precondition(source.isDeep == target.isDeep)
  if target.isDeep {
    lay(source, from: origin, onto: target, in: area, opacity: opacity, UInt16.self)
  } else {
    lay(source, from: origin, onto: target, in: area, opacity: opacity, UInt8.self)
  }
}

private func lay<Sample: PlaneSample>(
  _ source: Plane, from origin: (x: Int, y: Int), onto target: MutablePlane, in area: PlaneArea,
  opacity: Double, _ type: Sample.Type
) {
  let width = min(area.width, target.width - area.x, source.width - origin.x)
  let height = min(area.height, target.height - area.y, source.height - origin.y)
  guard width > 0, height > 0 else { return }
  let weight = UInt32((opacity * 65536).rounded())
  for y in 0..<height {
    let from = UnsafeBufferPointer(
      rebasing: source.row(origin.y + y, of: type)[origin.x..<origin.x + width])
    let to = UnsafeMutableBufferPointer(
      rebasing: target.row(area.y + y, of: type)[area.x..<area.x + width])
    if weight == 65536 {
      _ = to.update(fromContentsOf: from)
    } else {
      mix(from, into: to, weight: weight)
    }
  }
}

private func mix<Sample: PlaneSample>(
  _ source: UnsafeBufferPointer<Sample>, into target: UnsafeMutableBufferPointer<Sample>, weight: UInt32
) {
  let rest = 65536 - weight
  for x in 0..<target.count {
    let sum =
      UInt32(truncatingIfNeeded: source[x]) &* weight
      &+ UInt32(truncatingIfNeeded: target[x]) &* rest &+ 32768
    target[x] = Sample(truncatingIfNeeded: sum >> 16)
  }
}

/// Composites a weighted plane onto a canvas plane.
func lay(_ source: WeightedPlane, onto target: MutablePlane, opacity: Double) {
  if target.isDeep {
    lay(source, onto: target, opacity: opacity, UInt16.self)
  } else {
    lay(source, onto: target, opacity: opacity, UInt8.self)
  }
}

private func lay<Sample: PlaneSample>(
  _ source: WeightedPlane, onto target: MutablePlane, opacity: Double, _ type: Sample.Type
) {
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
            rebasing: target.row(source.y + y, of: type)[source.x..<source.x + width]),
          opacity: opacityWeight)
      }
    }
  }
}

private func mix<Sample: PlaneSample>(
  _ values: UnsafeBufferPointer<UInt16>, weighted weights: UnsafeBufferPointer<UInt16>,
  into target: UnsafeMutableBufferPointer<Sample>, opacity: UInt32
) {
  let shift = Sample.fractionBits
  let half = UInt32(1) << (shift - 1)
  let greatest = Sample.greatest
  var start = 0
  while start < target.count {
    let end = min(start &+ 32, target.count)
    defer { start = end }
    // What is transparent, as most of a text is, changes nothing.
    var touched: UInt16 = 0
    for x in start..<end { touched |= values[x] | weights[x] }
    guard touched != 0 else { continue }
    for x in start..<end {
      // 65535 * 65536 is just below 2^32, and so is the greatest code in its 256ths or 64ths times 32768.
      let value = (UInt32(values[x]) &* opacity) >> 16
      let rest = 32768 &- ((UInt32(weights[x]) &* opacity) >> 16)
      let below = ((UInt32(truncatingIfNeeded: target[x]) &<< shift) &* rest) >> 15
      target[x] = Sample(truncatingIfNeeded: min((value &+ below &+ half) &>> shift, greatest))
    }
  }
}
