/// Spreads a mask as a shadow: three boxes one after the other, which come near a bell curve.
///
/// In whole numbers, so that every machine gives the same shades.
struct ShadowBlur {
  /// How many pixels each box averages, an odd number; 1 for a sharp shadow.
  let boxSize: Int

  /// The length as CSS counts it: twice the standard deviation.
  init(_ length: Double) {
    let deviation = min(max(length, 0), 512) / 2
    // The width of three boxes with the variance of the bell curve: n*n - 1 = 4 * deviation squared.
    let exact = (4 * deviation * deviation + 1).squareRoot()
    boxSize = 2 * Int(((exact - 1) / 2).rounded()) + 1
  }

  /// How far the edge moves out.
  var reach: Int { 3 * (boxSize / 2) }

  /// Blurs rows, then columns, of a mask of bytes.
  func apply(to mask: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, stride: Int) {
    guard boxSize > 1, width > 0, height > 0 else { return }
    var line = [UInt8](repeating: 0, count: max(width, height))
    for _ in 0..<3 {
      for y in 0..<height { average(mask, from: y * stride, count: width, step: 1, &line) }
      for x in 0..<width { average(mask, from: x, count: height, step: stride, &line) }
    }
  }

  /// A running sum along one line; outside of the mask there is nothing.
  private func average(
    _ mask: UnsafeMutableBufferPointer<UInt8>, from start: Int, count: Int, step: Int, _ line: inout [UInt8]
  ) {
    let half = boxSize / 2
    var sum = 0
    for index in 0..<count { line[index] = mask[start + index * step] }
    for index in 0..<min(half, count) { sum += Int(line[index]) }
    for index in 0..<count {
      if index + half < count { sum += Int(line[index + half]) }
      if index - half - 1 >= 0 { sum -= Int(line[index - half - 1]) }
      mask[start + index * step] = UInt8((sum + half) / boxSize)
    }
  }
}
