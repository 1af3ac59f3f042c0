internal import CFFmpeg

/// Changes what the colours of a picture of planar floating-point green, blue and red mean, in place.
struct ColorStep {
  let mapping: ColorMapping

  /// Nobody else has seen the picture yet.
  func run(_ frame: VideoFrame) {
    let planes = frame.mutablePlanes
    guard planes.count >= 3 else { return }
    for y in 0..<planes[0].height {
      let rows = planes.map { $0.row(y, of: Float.self) }
      run(green: rows[0], blue: rows[1], red: rows[2])
    }
  }

  private func run(
    green: UnsafeMutableBufferPointer<Float>, blue: UnsafeMutableBufferPointer<Float>,
    red: UnsafeMutableBufferPointer<Float>
  ) {
    for x in 0..<green.count {
      let color = mapping.mapped(SIMD4(red[x], green[x], blue[x], 0))
      red[x] = color.x
      green[x] = color.y
      blue[x] = color.z
    }
  }
}
