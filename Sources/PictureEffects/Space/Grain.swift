package enum Grain: Effect {
  package static let declaration = EffectDeclaration(
    look: "Adds film grain.", example: "0.3", synonyms: ["noise"],
    definition:
      "luma plus a number drawn by frame and place, the same in each rendering, of a standard deviation of 20 levels times the value"
  )

  /// 20 levels over the deviation of the sum of four bytes, in 65536ths.
  package static func factor(_ amount: Double, depth: Int) -> Int {
    // Four evenly drawn bytes have the variance 4 * (65536 - 1) / 12.
    let deviation = (4.0 * 65535 / 12).squareRoot()
    return Int((min(max(amount, 0), 1) * 20 / deviation * Double(65536 << (depth - 8))).rounded())
  }

  /// What begins a line of a frame.
  package static func seed(frame: Int64, line: Int) -> UInt32 {
    let number = UInt64(bitPattern: frame) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: line)
    let mixed = (number ^ (number >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return UInt32(truncatingIfNeeded: mixed ^ (mixed >> 32))
  }

  /// A number from -510 to 510 that looks drawn, mostly near 0.
  @inline(__always)
  package static func number(_ seed: UInt32, _ column: Int) -> Int32 {
    var mixed = seed &+ UInt32(truncatingIfNeeded: column) &* 0x9E37_79B1
    mixed = (mixed ^ (mixed >> 16)) &* 0x85EB_CA6B
    mixed = (mixed ^ (mixed >> 13)) &* 0xC2B2_AE35
    mixed ^= mixed >> 16
    let pairs = (mixed & 0x00FF_00FF) &+ ((mixed >> 8) & 0x00FF_00FF)
    return Int32(bitPattern: (pairs & 0xFFFF) &+ (pairs >> 16)) &- 510
  }
}
