package import Composition
internal import Synchronization

/// Converts one colour of red, green and blue, each from 0 to 1.
package func mapped(
  red: Double, green: Double, blue: Double, from source: ColorSpace, to target: ColorSpace
) -> (red: Double, green: Double, blue: Double) {
  guard let mapping = ColorMapping.between(source, target) else { return (red, green, blue) }
  let result = mapping.mapped(SIMD4(Float(red), Float(green), Float(blue), 0))
  return (Double(result.x), Double(result.y), Double(result.z))
}

extension ColorMapping {
  private struct Pair: Hashable {
    let source: ColorSpace
    let target: ColorSpace
  }

  /// A film uses few pairs of colour spaces, each for every frame.
  private static let known = Mutex<[Pair: ColorMapping]>([:])

  /// Nil if both are the same.
  static func between(_ source: ColorSpace, _ target: ColorSpace) -> ColorMapping? {
    guard source != target else { return nil }
    let pair = Pair(source: source, target: target)
    return known.withLock { known in
      if let mapping = known[pair] { return mapping }
      let mapping = ColorMapping(from: source, to: target)
      known[pair] = mapping
      return mapping
    }
  }

  /// Converts a picture of planar float in the order green, blue, red.
  func convert(_ frame: VideoFrame) {
    let planes = frame.mutablePlanes
    guard planes.count >= 3 else { return }
    for y in 0..<planes[0].height {
      var green = planes[0].row(y, of: Float.self).mutableSpan
      var blue = planes[1].row(y, of: Float.self).mutableSpan
      var red = planes[2].row(y, of: Float.self).mutableSpan
      convert(red: &red, green: &green, blue: &blue)
    }
  }
}
