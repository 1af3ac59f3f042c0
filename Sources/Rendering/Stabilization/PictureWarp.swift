import Composition
import LibAV

/// Moves, rotates and scales a picture about its centre, with cubic interpolation.
struct PictureWarp {
  /// Maps a position in the result to the source picture, both relative to the centre.
  private let along: Double
  private let across: Double
  private let x: Double
  private let y: Double

  /// Applies as much of the motion as is possible without showing an edge of the picture.
  init(_ motion: CameraMotion, zoom: Double, size: PixelSize) {
    var (most, least) = (1.0, 0.0)
    var warp = PictureWarp(motion, zoom)
    if !warp.covers(size) {
      for _ in 0..<12 {
        let middle = (most + least) / 2
        if PictureWarp(motion.times(middle), zoom).covers(size) { least = middle } else { most = middle }
      }
      warp = PictureWarp(motion.times(least), zoom)
    }
    self = warp
  }

  private init(_ motion: CameraMotion, _ zoom: Double) {
    // The sine and cosine from the tangent of half the angle, which for small angles is half the angle.
    let half = motion.turn / 2
    let (cosine, sine) = ((1 - half * half) / (1 + half * half), 2 * half / (1 + half * half))
    let scale = 1 / (zoom * (1 + motion.growth))
    (along, across) = (scale * cosine, scale * sine)
    // The shift is scaled as well.
    (x, y) = (motion.x * zoom, motion.y * zoom)
  }

  private func covers(_ size: PixelSize) -> Bool {
    let (right, bottom) = (Double(size.width) / 2, Double(size.height) / 2)
    return [(-right, -bottom), (right, -bottom), (-right, bottom), (right, bottom)].allSatisfy { corner in
      let place = source(corner.0, corner.1)
      return abs(place.x) <= right && abs(place.y) <= bottom
    }
  }

  private func source(_ column: Double, _ row: Double) -> (x: Double, y: Double) {
    let (dx, dy) = (column - x, row - y)
    return (along * dx + across * dy, along * dy - across * dx)
  }

  /// The sampling lines of a plane whose samples are each `1 << shift` luma samples wide and high.
  func lines(width: Int, height: Int, shift: (x: Int, y: Int)) -> WarpedLines {
    let (unitX, unitY) = (Double(1 << shift.x), Double(1 << shift.y))
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
    func place(_ column: Double, _ row: Double) -> (x: Double, y: Double) {
      let found = source((column + 0.5 - middleX) * unitX, (row + 0.5 - middleY) * unitY)
      return (found.x / unitX + middleX - 0.5, found.y / unitY + middleY - 0.5)
    }
    let (start, right, down) = (place(0, 0), place(1, 0), place(0, 1))
    return WarpedLines(
      start: (fixed(start.x), fixed(start.y)), right: (fixed(right.x - start.x), fixed(right.y - start.y)),
      down: (fixed(down.x - start.x), fixed(down.y - start.y)))
  }
}

/// A sampling grid in a plane, in samples with 32 fractional bits.
struct WarpedLines {
  let start: (x: Int64, y: Int64)
  let right: (x: Int64, y: Int64)
  let down: (x: Int64, y: Int64)
}

private func fixed(_ value: Double) -> Int64 {
  Int64(exactly: (value * 4_294_967_296).rounded()) ?? 0
}

/// Draws a plane along these lines. Calls `store` with each row.
func draw(
  _ plane: PaddedPlane<UInt8>, _ lines: WarpedLines, store: (_ y: Int, _ row: UnsafePointer<UInt8>) -> Void
) { drawLines(plane, lines, greatest: 255, store) }

func draw(
  _ plane: PaddedPlane<UInt16>, _ lines: WarpedLines, greatest: UInt16,
  store: (_ y: Int, _ row: UnsafePointer<UInt16>) -> Void
) { drawLines(plane, lines, greatest: Int32(greatest), store) }

private func drawLines<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
  _ plane: PaddedPlane<Sample>, _ lines: WarpedLines, greatest: Int32,
  _ store: (_ y: Int, _ row: UnsafePointer<Sample>) -> Void
) {
  let row = UnsafeMutablePointer<Sample>.allocate(capacity: plane.width)
  defer { row.deallocate() }
  let taps = (0..<16).map(cubicTaps)
  taps.withUnsafeBufferPointer { taps in
    for y in 0..<plane.height {
      var (sourceX, sourceY) = (
        lines.start.x &+ Int64(y) &* lines.down.x, lines.start.y &+ Int64(y) &* lines.down.y
      )
      for x in 0..<plane.width {
        // Rounds to the nearest sixteenth.
        let (placeX, placeY) = ((sourceX &+ 1 << 27) >> 28, (sourceY &+ 1 << 27) >> 28)
        let left = min(max(Int(placeX >> 4), -1), plane.width)
        let top = min(max(Int(placeY >> 4), -1), plane.height)
        let (across, down) = (taps[Int(placeX & 15)], taps[Int(placeY & 15)])
        let corner = plane.origin + ((top &- 1) &* plane.stride &+ left &- 1)
        var sum: Int64 = 0
        for line in 0..<4 {
          let from = corner + line &* plane.stride
          let inner =
            Int32(truncatingIfNeeded: from[0]) &* across.x &+ Int32(truncatingIfNeeded: from[1]) &* across.y
          let outer =
            Int32(truncatingIfNeeded: from[2]) &* across.z &+ Int32(truncatingIfNeeded: from[3]) &* across.w
          sum = sum &+ Int64(inner &+ outer) &* Int64(down[line])
        }
        let code = Int32(truncatingIfNeeded: (sum &+ 2048) >> 12)
        row[x] = Sample(truncatingIfNeeded: min(max(code, 0), greatest))
        sourceX = sourceX &+ lines.right.x
        sourceY = sourceY &+ lines.right.y
      }
      store(y, row)
    }
  }
}
