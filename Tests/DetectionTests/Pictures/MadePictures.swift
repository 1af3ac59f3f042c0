import TestSupport

@testable import Detection

func records(_ pictures: [PictureFeatures]) -> [PictureRecord] {
  var analysis = PictureAnalysis()
  for picture in pictures { analysis.append(picture) }
  return analysis.finish()
}

/// A scene with detail of several sizes, another one for each number; it goes on beyond its edges.
func textured(_ scene: Int, movedBy shift: Int = 0, brighterBy offset: Int16 = 0) -> PictureFeatures {
  let luma = (0..<36 * 64).map { index -> Int16 in
    let (x, y) = (index % 64 + shift, index / 64)
    var code = 1800
    for size in [3, 5, 11] {
      var random = SeededRandom(seed: UInt64(((scene * 100 + size) * 1000 + x / size) * 1000 + y / size))
      code += .random(in: -512..<512, using: &random)
    }
    return Int16(code) + offset
  }
  return PictureFeatures(luma: luma)
}

/// A picture of one brightness, in codes.
func plain(_ code: Int16) -> PictureFeatures {
  PictureFeatures(luma: [Int16](repeating: code * 16, count: 64 * 36))
}

/// A mixture of two pictures with a share of the second one.
func mixed(_ a: PictureFeatures, _ b: PictureFeatures, _ share: Double) -> PictureFeatures {
  PictureFeatures(
    luma: zip(a.luma, b.luma).map { Int16((Double($0) * (1 - share) + Double($1) * share).rounded()) })
}
