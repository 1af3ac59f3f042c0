import Composition
import LibAV

extension VideoFrame {
  /// The picture as RGBA in the film's colours, with premultiplied alpha.
  ///
  /// Scaling needs this form: otherwise the colour of transparent pixels bleeds into the edges. `isDeep`
  /// preserves more than eight bits. `keepsSamples` leaves samples that already have this form as they are; otherwise they
  /// are divided and multiplied again, which rounds them as the first edition did.
  func withAlphaMultipliedIn(
    color: ColorTags, isPremultiplied: Bool, keepsSamples: Bool = false, isDeep: Bool, pool: FramePool
  ) throws(LibAVError) -> VideoFrame {
    let target = PictureTarget(size: size, layout: isDeep ? .rgba16 : .rgba, color: color.asRGB)
    let converter = PictureConverter(to: target, pool: pool)
    if isPremultiplied, keepsSamples, try converter.changesOnlyTags(of: self) {
      return try converter.convert(self)
    }
    let straight = isPremultiplied ? try dividedByAlpha(pool: pool) : self
    return try converter.convert(straight).copy(pool: pool) { planes in
      for plane in planes {
        for y in 0..<plane.height {
          if isDeep {
            multiply(plane.row(y).bindMemory(to: UInt16.self))
          } else {
            multiply(plane.row(y).bindMemory(to: UInt8.self))
          }
        }
      }
    }
  }

  /// The picture with straight alpha, in sixteen bits for precision.
  func dividedByAlpha(pool: FramePool) throws(LibAVError) -> VideoFrame {
    let target = PictureTarget(size: size, layout: .rgba16, color: color.asRGB)
    return try PictureConverter(to: target, pool: pool).convert(self).copy(pool: pool) { planes in
      for plane in planes {
        for y in 0..<plane.height { divide(plane.row(y).bindMemory(to: UInt16.self)) }
      }
    }
  }
}

extension ColorTags {
  /// The same primaries and transfer curve, as full-range RGB.
  var asRGB: ColorTags {
    ColorTags(primaries: primaries, transfer: transfer, matrix: "gbr", isFullRange: true)
  }
}

private func multiply<Sample: FixedWidthInteger>(_ row: UnsafeMutableBufferPointer<Sample>) {
  let full = UInt64(Sample.max)
  for start in stride(from: 0, to: row.count - 3, by: 4) {
    let alpha = UInt64(row[start + 3])
    for component in start..<start + 3 {
      row[component] = Sample(truncatingIfNeeded: (UInt64(row[component]) * alpha + full / 2) / full)
    }
  }
}

private func divide(_ row: UnsafeMutableBufferPointer<UInt16>) {
  for start in stride(from: 0, to: row.count - 3, by: 4) {
    let alpha = UInt32(row[start + 3])
    guard alpha > 0 else { continue }
    for component in start..<start + 3 {
      row[component] = UInt16(min((UInt32(row[component]) * 65535 + alpha / 2) / alpha, 65535))
    }
  }
}
