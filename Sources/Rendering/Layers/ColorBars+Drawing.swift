import Composition
import LibAV

extension ColorBars {
  /// Returns the colour of the bars at a position: exact codes, independent of the canvas's colours.
  func sample(x: Double, y: Double, size: ExactSize, in color: CanvasColor) -> PictureSample {
    let across = min(max(x / max(size.width, 1), 0), 0.999999)
    let down = min(max(y / max(size.height, 1), 0), 0.999999)
    switch self {
    case .ebu: return Self.ebuColors[Int(across * 8)].sample(in: color)
    case .smpte:
      if down < 2.0 / 3 { return Self.smpteColors[Int(across * 7)].sample(in: color) }
      if down < 0.75 { return Self.smpteReversed[Int(across * 7)].sample(in: color) }
      return Self.foot(across).sample(in: color)
    }
  }

  private static let ebuColors: [BarColor] = [
    .gray(1), .of(1, 1, 0), .of(0, 1, 1), .of(0, 1, 0), .of(1, 0, 1), .of(1, 0, 0), .of(0, 0, 1), .gray(0),
  ]
  private static let smpteColors: [BarColor] = [
    .of(1, 1, 1), .of(1, 1, 0), .of(0, 1, 1), .of(0, 1, 0), .of(1, 0, 1), .of(1, 0, 0), .of(0, 0, 1),
  ]
  private static let smpteReversed: [BarColor] = [
    .of(0, 0, 1), .gray(0), .of(1, 0, 1), .gray(0), .of(0, 1, 1), .gray(0), .of(1, 1, 1),
  ]

  /// -I, white, +Q, black, and the PLUGE bars: blacker than black, black, lighter than black.
  private static func foot(_ across: Double) -> BarColor {
    let quarter = 5.0 / 28
    switch across {
    case ..<quarter: return .codes(y: 57, u: 156, v: 97)
    case ..<(2 * quarter): return .gray(1)
    case ..<(3 * quarter): return .codes(y: 44, u: 171, v: 147)
    case ..<(5.0 / 7): return .gray(0)
    case ..<(16.0 / 21): return .codes(y: 7, u: 128, v: 128)
    case ..<(17.0 / 21): return .gray(0)
    case ..<(18.0 / 21): return .codes(y: 25, u: 128, v: 128)
    default: return .gray(0)
    }
  }
}

private enum BarColor {
  /// A colour of 75 %.
  case of(Double, Double, Double)
  case gray(Double)
  /// Eight-bit codes.
  case codes(y: Double, u: Double, v: Double)

  func sample(in color: CanvasColor) -> PictureSample {
    switch self {
    case .of(let red, let green, let blue):
      return opaque(ColorMatrix(color).yuv(SIMD3(red, green, blue) * 0.75))
    case .gray(let level): return opaque(SIMD3(16 + 219 * level, 128, 128))
    case .codes(let y, let u, let v): return opaque(SIMD3(y, u, v))
    }
  }

  private func opaque(_ yuv: SIMD3<Double>) -> PictureSample {
    let values = (yuv * 256).rounded(.toNearestOrAwayFromZero)
    return PictureSample(UInt32(values.x), UInt32(values.y), UInt32(values.z), PictureSample.fullWeight)
  }
}

/// Bars that fill their picture.
struct BarsField: PictureField {
  let bars: ColorBars
  let size: ExactSize
  let color: CanvasColor

  func sample(x: Double, y: Double) -> PictureSample { bars.sample(x: x, y: y, size: size, in: color) }
}
