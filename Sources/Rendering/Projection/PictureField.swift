/// A picture as a function of the place, which projection samples.
///
/// Places count from the upper left corner of the visible picture, in pixels of the canvas at the picture's current
/// size.
protocol PictureField {
  func sample(x: Double, y: Double) -> PictureSample
}

/// Luma, two chromas in 256ths of an eight-bit code, multiplied by the weight; the weight from 0 to 32768.
typealias PictureSample = SIMD4<UInt32>

extension PictureSample {
  static let nothing = PictureSample(repeating: 0)
  static let fullWeight: UInt32 = 32768

  /// A part of the sample, from 0 to 32768.
  func weighted(by part: UInt32) -> PictureSample {
    part >= Self.fullWeight ? self : (self &* PictureSample(repeating: part)) &>> 15
  }
}

/// How much of a picture is let through at a place, from 0 to 32768.
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
