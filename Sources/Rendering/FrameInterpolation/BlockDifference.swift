/// Compares blocks of 16 x 16 samples, at any position, of two planes of the same size.
struct BlockDifference {
  private let first: UnsafeMutablePointer<UInt8>
  private let second: UnsafeMutablePointer<UInt8>
  private let stride: Int
  private let lastX: Int
  private let lastY: Int

  static let side = 16
  /// How far outside the plane blocks are read; beyond that, all samples are equal.
  private static let reach = PaddedPlane<UInt8>.margin - 2

  /// Both planes must outlive this value.
  init(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>) {
    self.first = first.origin
    self.second = second.origin
    stride = first.stride
    lastX = first.width + Self.reach - Self.side
    lastY = first.height + Self.reach - Self.side
  }

  /// The sum of absolute differences between two blocks, each given by its top left sample.
  @inline(__always)
  func between(_ x: Int, _ y: Int, and otherX: Int, _ otherY: Int) -> Int32 {
    let a = first + place(x, y)
    let b = second + place(otherX, otherY)
    return blockDifference(a, b, stride)
  }

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> Int {
    min(max(y, -Self.reach), lastY) &* stride &+ min(max(x, -Self.reach), lastX)
  }
}

/// The result is below 2^16.
@inline(__always)
private func blockDifference(
  _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>, _ stride: Int
) -> Int32 {
  var sum: Int32 = 0
  for y in 0..<16 {
    let (p, q) = (a + y &* stride, b + y &* stride)
    var line: Int32 = 0
    for x in 0..<16 {
      let difference = Int32(p[x]) &- Int32(q[x])
      line = line &+ max(difference, 0 &- difference)
    }
    sum = sum &+ line
  }
  return sum
}
