/// Blurs a mask as a shadow, with three successive box filters, which approximate a Gaussian.
///
/// Uses integers, so that every machine gives the same shades.
struct ShadowBlur {
  /// The number of pixels that each box averages, always odd; 1 for a sharp shadow.
  let boxSize: Int

  /// - Parameter length: The blur length as in CSS: twice the standard deviation.
  init(_ length: Double) {
    let deviation = min(max(length, 0), 512) / 2
    // Three boxes with the variance of the Gaussian: n*n - 1 = 4 * deviation squared.
    let exact = (4 * deviation * deviation + 1).squareRoot()
    boxSize = 2 * Int(((exact - 1) / 2).rounded()) + 1
  }

  /// The distance by which the edge moves outwards.
  var reach: Int { 3 * (boxSize / 2) }

  /// Blurs rows, then columns, of one of the channels of a picture of bytes.
  func apply(
    to mask: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, stride: Int, channel: Int = 0,
    of channels: Int = 1
  ) {
    guard boxSize > 1, width > 0, height > 0 else { return }
    var line = [UInt8](repeating: 0, count: max(width, height))
    for _ in 0..<3 {
      for y in 0..<height { average(mask, from: y * stride + channel, count: width, step: channels, &line) }
      for x in 0..<width { average(mask, from: x * channels + channel, count: height, step: stride, &line) }
    }
  }

  /// Averages along one line with a running sum; pixels outside the mask count as 0.
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
