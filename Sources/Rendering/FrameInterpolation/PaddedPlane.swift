/// A plane with its edges repeated into a margin, so that blocks near the edges need no bounds checks.
final class PaddedPlane<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable> {
  let width: Int
  let height: Int
  /// Samples from one row to the next.
  let stride: Int
  /// The sample at the top left of the plane itself.
  let origin: UnsafeMutablePointer<Sample>
  private let memory: UnsafeMutablePointer<Sample>

  /// Samples on each side.
  static var margin: Int { 32 }

  /// Calls `fill` to write each row; `extendEdges` repeats the edges outwards.
  init(width: Int, height: Int, fill: (_ y: Int, _ row: UnsafeMutablePointer<Sample>) -> Void) {
    self.width = width
    self.height = height
    let margin = Self.margin
    stride = width + 2 * margin
    let count = stride * (height + 2 * margin)
    memory = UnsafeMutablePointer<Sample>.allocate(capacity: count)
    origin = memory + margin * stride + margin
    for y in 0..<height { fill(y, origin + y * stride) }
    extendEdges()
  }

  deinit { memory.deallocate() }

  private func extendEdges() {
    let margin = Self.margin
    for y in 0..<height {
      let row = origin + y * stride
      (row - margin).update(repeating: row[0], count: margin)
      (row + width).update(repeating: row[width - 1], count: margin)
    }
    for y in 1...margin {
      (origin - margin - y * stride).update(from: origin - margin, count: stride)
      let last = origin - margin + (height - 1) * stride
      (last + y * stride).update(from: last, count: stride)
    }
  }
}

extension PaddedPlane<UInt8> {
  /// Returns the plane at half size, smoothed so that fine patterns blur instead of aliasing.
  func halved() -> PaddedPlane<UInt8> {
    let (wide, tall) = (max(1, width / 2), max(1, height / 2))
    let lines = UnsafeMutablePointer<UInt16>.allocate(capacity: 2 * wide + 2)
    defer { lines.deallocate() }
    return PaddedPlane<UInt8>(width: wide, height: tall) { y, row in
      // Four rows, then four columns, with weights 1, 3, 3 and 1; those outside come from the margin.
      let second = origin + (2 * y * stride - 1)
      let (first, third, fourth) = (second - stride, second + stride, second + 2 * stride)
      for x in 0..<2 &* wide &+ 2 {
        let inner = UInt16(second[x]) &+ UInt16(third[x])
        lines[x] = inner &* 3 &+ UInt16(first[x]) &+ UInt16(fourth[x])
      }
      for x in 0..<wide {
        let inner = lines[2 &* x &+ 1] &+ lines[2 &* x &+ 2]
        let sum = inner &* 3 &+ lines[2 &* x] &+ lines[2 &* x &+ 3]
        row[x] = UInt8(truncatingIfNeeded: (sum &+ 32) >> 6)
      }
    }
  }
}
