/// A picture of words: red, green, blue and alpha, eight bits each, alpha multiplied in.
package struct DrawnText: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Row by row without gaps.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
