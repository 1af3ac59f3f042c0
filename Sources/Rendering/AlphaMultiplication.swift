import LibAV

extension VideoFrame {
  /// The picture as RGBA with alpha multiplied into the colours.
  ///
  /// Scaling must see it like this: otherwise the colour that happens to lie under transparent pixels bleeds
  /// into the edges.
  func withAlphaMultipliedIn(pool: FramePool) throws(LibAVError) -> VideoFrame {
    let converter = PictureConverter(
      to: PictureTarget(size: size, layout: .rgba, color: .sRGB), pool: pool)
    return try converter.convert(self).copy(pool: pool) { planes in
      for plane in planes {
        for y in 0..<plane.height { multiply(plane.row(y).bindMemory(to: UInt8.self)) }
      }
    }
  }
}

private func multiply(_ row: UnsafeMutableBufferPointer<UInt8>) {
  for start in stride(from: 0, to: row.count - 3, by: 4) {
    let alpha = UInt32(row[start + 3])
    for component in start..<start + 3 {
      row[component] = UInt8((UInt32(row[component]) * alpha + 127) / 255)
    }
  }
}
