/// A picture as a function of position, which projection samples.
///
/// Positions are relative to the top left corner of the visible picture, in pixels of the canvas at the
/// picture's current size.
protocol PictureField {
  func sample(x: Double, y: Double) -> PictureSample
}

/// Luma and two chroma values in 256ths of an eight-bit code, premultiplied by the weight; and the weight, 0
/// to 32768.
typealias PictureSample = SIMD4<UInt32>

extension PictureSample {
  static let nothing = PictureSample(repeating: 0)
  static let fullWeight: UInt32 = 32768

  /// The nearest whole values, halves upwards, of values from 0 to 65535. Rounding vectors takes many times as long.
  init(rounding values: SIMD4<Double>) {
    func nearest(_ value: Double) -> UInt32 {
      let whole = UInt32(value)
      return value - Double(whole) >= 0.5 ? whole &+ 1 : whole
    }
    self.init(nearest(values.x), nearest(values.y), nearest(values.z), nearest(values.w))
  }

  /// Returns the sample scaled by `part` / 32768.
  func weighted(by part: UInt32) -> PictureSample {
    part >= Self.fullWeight ? self : (self &* PictureSample(repeating: part)) &>> 15
  }
}

/// A mask as a function of position: the visible share of the picture, from 0 to 32768.
protocol MaskField {
  func weight(x: Double, y: Double) -> UInt32
}

/// A picture behind a mask.
struct MaskedField<Picture: PictureField, Mask: MaskField>: PictureField {
  let picture: Picture
  let mask: Mask

  func sample(x: Double, y: Double) -> PictureSample {
    let weight = mask.weight(x: x, y: y)
    return weight == 0 ? .nothing : picture.sample(x: x, y: y).weighted(by: weight)
  }
}
