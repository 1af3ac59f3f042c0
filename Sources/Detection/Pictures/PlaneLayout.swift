/// How the samples of a plane lie in memory.
///
/// For one field of an interlaced picture, halve `height` and double `samplesPerRow`.
package struct PlaneLayout: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// The distance from one row to the next, padding included.
  package let samplesPerRow: Int
  /// Bits of a sample that are used: 8 in bytes, 9 to 12 in 16-bit words.
  package let bits: Int

  /// Nil for a plane without samples, with rows that overlap, or with another number of bits.
  package init?(width: Int, height: Int, samplesPerRow: Int, bits: Int = 8) {
    guard width > 0, height > 0, samplesPerRow >= width, (8...12).contains(bits),
      width <= 1 << 16, height <= 1 << 16, samplesPerRow <= 1 << 20
    else { return nil }
    self.width = width
    self.height = height
    self.samplesPerRow = samplesPerRow
    self.bits = bits
  }

  /// The number of samples in memory from the first one of the plane to its last one.
  var sampleCount: Int { (height - 1) * samplesPerRow + width }
}
