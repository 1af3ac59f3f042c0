import LibAV

/// One sample of a plane: a code of eight bits, or one of ten in a word of sixteen.
///
/// Every kernel of compositing is written once for both. Codes that come from outside of a picture (colours,
/// weighted values) are counted in 256ths of an eight-bit code, whatever the depth is.
protocol PlaneSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  /// 256ths of an eight-bit code in one code of this depth, as a shift: 8 for eight bits, 6 for ten.
  static var fractionBits: UInt32 { get }
  /// The greatest code.
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
  /// A code of this depth for one of eight bits, which need not be whole.
  static func code(_ eightBit: Double) -> Self {
    Self(Swift.min(Swift.max((eightBit * scale).rounded(), 0), Double(greatest)))
  }

  /// How many codes of this depth are one of eight bits.
  static var scale: Double { Double(1 << (8 - fractionBits)) }
}

extension MutablePlane {
  /// Whether samples are words of sixteen bits.
  var isDeep: Bool { bytesPerElement > 1 }

  /// Sets every sample to the code nearest to one of eight bits, which need not be whole.
  func fill(withCode eightBit: Double) {
    if isDeep { fill(UInt16.code(eightBit)) } else { fill(UInt8.code(eightBit)) }
  }

  private func fill<Sample: PlaneSample>(_ code: Sample) {
    for y in 0..<height { row(y, of: Sample.self).update(repeating: code) }
  }
}

extension Plane {
  /// Whether samples are words of sixteen bits.
  var isDeep: Bool { bytesPerElement > 1 }
}
