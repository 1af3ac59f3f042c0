import LibAV

/// A sample of a plane: an eight-bit code, or a ten-bit code in a 16-bit word.
///
/// Every compositing kernel is written once for both. Codes from outside a picture (colours, weighted values)
/// are in 256ths of an eight-bit code at every depth.
protocol PlaneSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  /// 256ths of an eight-bit code in one code of this depth, as a shift: 8 for eight bits, 6 for ten.
  static var fractionBits: UInt32 { get }
  static var greatest: UInt32 { get }
}

extension UInt8: PlaneSample {
  static var fractionBits: UInt32 { 8 }
  static var greatest: UInt32 { 255 }
}

extension UInt16: PlaneSample {
  static var fractionBits: UInt32 { 6 }
  static var greatest: UInt32 { 1023 }
}

extension PlaneSample {
  /// Converts an eight-bit code, which may be fractional.
  static func code(_ eightBit: Double) -> Self {
    Self(Swift.min(Swift.max((eightBit * scale).rounded(), 0), Double(greatest)))
  }

  /// Codes of this depth per eight-bit code.
  static var scale: Double { Double(1 << (8 - fractionBits)) }
}

extension MutablePlane {
  /// Whether samples are 16-bit words.
  var isDeep: Bool { bytesPerElement > 1 }

  /// Sets every sample to the code nearest to an eight-bit code, which may be fractional.
  func fill(withCode eightBit: Double) {
    if isDeep { fill(UInt16.code(eightBit)) } else { fill(UInt8.code(eightBit)) }
  }

  private func fill<Sample: PlaneSample>(_ code: Sample) {
    for y in 0..<height { row(y, of: Sample.self).update(repeating: code) }
  }
}

extension Plane {
  /// Whether samples are 16-bit words.
  var isDeep: Bool { bytesPerElement > 1 }
}
