import LibAV

// The effects of transitions on single planes, in integers.

/// Covers a plane with a colour, exact to the nearest code.
///
/// `code` is an eight-bit code at every depth of the plane, and may be fractional.
func cover(_ plane: MutablePlane, with code: Double, share: Double) {
  if plane.isDeep {
    cover(plane, with: code, share: share, UInt16.self)
  } else {
    cover(plane, with: code, share: share, UInt8.self)
  }
}

private func cover<Sample: PlaneSample>(
  _ plane: MutablePlane, with code: Double, share: Double, _ type: Sample.Type
) {
  let weight = UInt32((share * 65536).rounded())
  let added = UInt32((code * Sample.scale * Double(weight)).rounded()) &+ 32768
  let rest = 65536 - weight
  for y in 0..<plane.height {
    let row = plane.row(y, of: type)
    for x in 0..<row.count {
      row[x] = Sample(truncatingIfNeeded: (UInt32(truncatingIfNeeded: row[x]) &* rest &+ added) >> 16)
    }
  }
}

/// Draws a plane onto another, shifted by `offset` 256ths of a sample; samples at its edge show a part of
/// both.
func shift(_ source: Plane, _ offset: Int, _ isHorizontal: Bool, onto target: MutablePlane) {
  precondition(source.isDeep == target.isDeep)
  if target.isDeep {
    shift(source, offset, isHorizontal, onto: target, UInt16.self)
  } else {
    shift(source, offset, isHorizontal, onto: target, UInt8.self)
  }
}

private func shift<Sample: PlaneSample>(
  _ source: Plane, _ offset: Int, _ isHorizontal: Bool, onto target: MutablePlane, _ type: Sample.Type
) {
  let whole = offset >> 8
  let part = offset & 255
  if isHorizontal {
    for y in 0..<target.height {
      shift(source.row(y, of: type), whole, part, onto: target.row(y, of: type))
    }
  } else {
    for y in 0..<target.height {
      let to = target.row(y, of: type)
      let first = y - whole
      let (near, far) = (row(first, of: source, type), row(first - 1, of: source, type))
      if near == nil && far == nil { continue }
      blend(near ?? UnsafeBufferPointer(to), far ?? UnsafeBufferPointer(to), part, into: to)
    }
  }
}

private func row<Sample: PlaneSample>(
  _ y: Int, of plane: Plane, _ type: Sample.Type
) -> UnsafeBufferPointer<Sample>? {
  y >= 0 && y < plane.height ? plane.row(y, of: type) : nil
}

/// Mixes `part` 256ths of the far samples with the rest of the near ones.
private func blend<Sample: PlaneSample>(
  _ near: UnsafeBufferPointer<Sample>, _ far: UnsafeBufferPointer<Sample>, _ part: Int,
  into target: UnsafeMutableBufferPointer<Sample>
) {
  for x in 0..<target.count { target[x] = mixed(near[x], far[x], part) }
}

private func shift<Sample: PlaneSample>(
  _ source: UnsafeBufferPointer<Sample>, _ whole: Int, _ part: Int,
  onto target: UnsafeMutableBufferPointer<Sample>
) {
  // The sample at x shows source sample x - whole and, for the fraction, the one before it.
  let first = max(0, whole)
  let last = min(target.count, source.count + whole + (part == 0 ? 0 : 1))
  guard first < last else { return }
  for x in first..<last {
    let place = x - whole
    let near = place < source.count ? source[place] : target[x]
    let far = place > 0 ? source[place - 1] : target[x]
    target[x] = mixed(near, far, part)
  }
}

private func mixed<Sample: PlaneSample>(_ near: Sample, _ far: Sample, _ part: Int) -> Sample {
  let sum =
    Int(truncatingIfNeeded: near) &* (256 &- part) &+ Int(truncatingIfNeeded: far) &* part &+ 128
  return Sample(truncatingIfNeeded: sum >> 8)
}

/// Replaces each square block of a plane by its mean.
func average(_ plane: MutablePlane, side: Int) {
  guard side > 1 else { return }
  if plane.isDeep { average(plane, side: side, UInt16.self) } else { average(plane, side: side, UInt8.self) }
}

private func average<Sample: PlaneSample>(_ plane: MutablePlane, side: Int, _ type: Sample.Type) {
  for top in stride(from: 0, to: plane.height, by: side) {
    let rows = (top..<min(top + side, plane.height)).map { plane.row($0, of: type) }
    for left in stride(from: 0, to: plane.width, by: side) {
      let columns = left..<min(left + side, plane.width)
      var sum = 0
      for row in rows { for x in columns { sum &+= Int(truncatingIfNeeded: row[x]) } }
      let count = rows.count * columns.count
      let mean = Sample(truncatingIfNeeded: (sum + count / 2) / count)
      for row in rows { for x in columns { row[x] = mean } }
    }
  }
}

/// Blurs a plane with two box blurs of `2 * radius + 1` samples in each direction; edge samples are repeated
/// outwards.
func blurTwice(_ plane: MutablePlane, radius: Int) {
  guard radius > 0 else { return }
  if plane.isDeep {
    blurTwice(plane, radius: radius, UInt16.self)
  } else {
    blurTwice(plane, radius: radius, UInt8.self)
  }
}

private func blurTwice<Sample: PlaneSample>(_ plane: MutablePlane, radius: Int, _ type: Sample.Type) {
  var line = [Sample](repeating: 0, count: max(plane.width, plane.height))
  for _ in 0..<2 {
    for y in 0..<plane.height { blur(plane.row(y, of: type), &line, radius) }
  }
  // All columns at once, row by row, so that memory is accessed in order.
  for _ in 0..<2 { blurColumns(plane, radius, type) }
}

private func blur<Sample: PlaneSample>(
  _ row: UnsafeMutableBufferPointer<Sample>, _ line: inout [Sample], _ radius: Int
) {
  let count = row.count
  for x in 0..<count { line[x] = row[x] }
  let width = 2 * radius + 1
  var sum = Int(truncatingIfNeeded: line[0]) * radius
  for x in 0...radius { sum += Int(truncatingIfNeeded: line[min(x, count - 1)]) }
  for x in 0..<count {
    row[x] = Sample(truncatingIfNeeded: (sum &+ radius) / width)
    let entering = Int(truncatingIfNeeded: line[min(x &+ radius &+ 1, count &- 1)])
    sum &+= entering &- Int(truncatingIfNeeded: line[max(x &- radius, 0)])
  }
}

private func blurColumns<Sample: PlaneSample>(_ plane: MutablePlane, _ radius: Int, _ type: Sample.Type) {
  let (width, height) = (plane.width, plane.height)
  let window = 2 * radius + 1
  var copy = [Sample](repeating: 0, count: width * height)
  for y in 0..<height {
    let row = plane.row(y, of: type)
    for x in 0..<width { copy[y &* width &+ x] = row[x] }
  }
  var sums = [Int](repeating: 0, count: width)
  copy.withUnsafeBufferPointer { copy in
    func line(_ y: Int) -> Int { min(max(y, 0), height - 1) * width }
    for y in -radius...radius {
      for x in 0..<width { sums[x] &+= Int(truncatingIfNeeded: copy[line(y) &+ x]) }
    }
    for y in 0..<height {
      let row = plane.row(y, of: type)
      let (entering, leaving) = (line(y + radius + 1), line(y - radius))
      for x in 0..<width {
        row[x] = Sample(truncatingIfNeeded: (sums[x] &+ radius) / window)
        sums[x] &+= Int(truncatingIfNeeded: copy[entering &+ x])
        sums[x] &-= Int(truncatingIfNeeded: copy[leaving &+ x])
      }
    }
  }
}

/// Enlarges a plane around its centre, with linear interpolation.
func enlarge(_ source: Plane, by factor: Double, into target: MutablePlane) {
  precondition(source.isDeep == target.isDeep)
  if target.isDeep {
    enlarge(source, by: factor, into: target, UInt16.self)
  } else {
    enlarge(source, by: factor, into: target, UInt8.self)
  }
}

private func enlarge<Sample: PlaneSample>(
  _ source: Plane, by factor: Double, into target: MutablePlane, _ type: Sample.Type
) {
  let columns = Taps(count: target.width, factor: factor)
  let lines = Taps(count: target.height, factor: factor)
  for y in 0..<target.height {
    let upper = source.row(lines.first[y], of: type)
    let lower = source.row(min(lines.first[y] + 1, source.height - 1), of: type)
    let part = lines.part[y]
    let row = target.row(y, of: type)
    for x in 0..<target.width {
      let left = columns.first[x]
      let right = min(left &+ 1, source.width &- 1)
      let share = columns.part[x]
      let above = between(upper[left], upper[right], share)
      let below = between(lower[left], lower[right], share)
      row[x] = Sample(truncatingIfNeeded: (above &* (256 &- part) &+ below &* part &+ 32768) >> 16)
    }
  }
}

/// Interpolates at `share` 256ths from one sample to the next, times 256.
private func between<Sample: PlaneSample>(_ first: Sample, _ second: Sample, _ share: Int) -> Int {
  Int(truncatingIfNeeded: first) &* (256 &- share) &+ Int(truncatingIfNeeded: second) &* share
}

/// For each sample of an enlarged line: its first source sample, and the share of the next one in 256ths.
private struct Taps {
  var first: [Int] = []
  var part: [Int] = []

  init(count: Int, factor: Double) {
    let middle = Double(count) / 2
    for index in 0..<count {
      let place = (middle + (Double(index) + 0.5 - middle) / factor - 0.5) * 256
      let clamped = min(max(Int(place.rounded()), 0), (count - 1) * 256)
      first.append(clamped >> 8)
      part.append(clamped & 255)
    }
  }
}
