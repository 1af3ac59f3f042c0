import Basics

/// Energies as whole numbers: the logarithm to base 2 in 1/256, from 2^-64 on.
///
/// An energy is the mean square of samples, where full scale is 1.
enum LevelCode {
  static let zero: UInt16 = 0

  /// Energies of at most 2^-64 have code 0, others at least 1; from 2^128 on, none is the sound of a recording.
  static func code(of energy: Double) -> UInt16 {
    guard energy > 0x1p-64, energy < 0x1p128 else { return zero }
    let position = Int((energy.significand - 1) * 4096)
    return UInt16(truncatingIfNeeded: (Int(energy.exponent) + 64) * 256 + logarithms[min(position, 4095)])
  }

  static func energy(of code: UInt16) -> Double {
    code == zero
      ? 0 : powers[Int(code & 255)] * Double(sign: .plus, exponent: Int(code >> 8) - 64, significand: 1)
  }

  /// The natural logarithm of a positive number, to about 0.0002.
  static func naturalLogarithm(_ number: Double) -> Double {
    let position = Int((number.significand - 1) * 4096)
    return (Double(number.exponent) + fineLogarithms[min(position, 4095)]) * 0.6931471805599453
  }

  private static let fineLogarithms = (0..<4096).map { logarithm2(1 + (Double($0) + 0.5) / 4096) }
  private static let logarithms = fineLogarithms.map { Int(($0 * 256).rounded()) }
  private static let powers = (0..<256).map { powerOf2(Double($0) / 256) }
}
