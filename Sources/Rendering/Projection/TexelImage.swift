import Composition
import LibAV

/// A picture in memory with interleaved luma, chroma and weight, as projection reads them.
struct TexelImage {
  let size: PixelSize
  let isOpaque: Bool
  private let texels: [SIMD4<UInt16>]

  /// Reads a 4:4:4 picture of eight or ten bits, whose alpha, if any, was premultiplied in RGB before
  /// conversion.
  init(_ frame: VideoFrame) {
    size = frame.size
    (texels, isOpaque) = frame.withPlanes { planes in
      guard planes.count >= 3 else { return ([], true) }
      let texels =
        planes[0].isDeep
        ? interleaved(planes, of: UInt16.self) : interleaved(planes, of: UInt8.self)
      return (texels, planes.count == 3)
    }
  }

  /// Halves an image in both directions, by the mean of four pixels each.
  init(halving image: TexelImage) {
    let size = PixelSize(width: max(1, image.size.width / 2), height: max(1, image.size.height / 2))
    let (lastX, lastY) = (image.size.width - 1, image.size.height - 1)
    var texels: [SIMD4<UInt16>] = []
    texels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (right, below) = (min(2 * x + 1, lastX), min(2 * y + 1, lastY))
        let sum =
          image[min(2 * x, lastX), min(2 * y, lastY)] &+ image[right, min(2 * y, lastY)]
          &+ image[min(2 * x, lastX), below] &+ image[right, below]
        texels.append(SIMD4<UInt16>(truncatingIfNeeded: (sum &+ 2) &>> 2))
      }
    }
    self.size = size
    self.texels = texels
    isOpaque = image.isOpaque
  }

  /// The pixel itself, or nothing outside the picture.
  func texel(x: Int, y: Int) -> PictureSample {
    x >= 0 && y >= 0 && x < size.width && y < size.height ? self[x, y] : .nothing
  }

  private subscript(x: Int, y: Int) -> PictureSample {
    PictureSample(truncatingIfNeeded: texels[y &* size.width &+ x])
  }

  /// The colour at a position in picture pixels, interpolated between the four nearest; edges are repeated
  /// outwards.
  func sample(x: Double, y: Double) -> PictureSample {
    guard !texels.isEmpty else { return .nothing }
    let column = place(x, below: size.width)
    let line = place(y, below: size.height)
    let right = min(column.index &+ 1, size.width &- 1)
    let below = min(line.index &+ 1, size.height &- 1)
    let across = PictureSample(repeating: column.part)
    let notAcross = PictureSample(repeating: 256 &- column.part)
    let upper = self[column.index, line.index] &* notAcross &+ self[right, line.index] &* across
    let lower = self[column.index, below] &* notAcross &+ self[right, below] &* across
    let part = PictureSample(repeating: line.part)
    // Two factors of 256 on numbers below 2^16 fit.
    let sum = upper &* PictureSample(repeating: 256 &- line.part) &+ lower &* part
    return (sum &+ PictureSample(repeating: 32768)) &>> 16
  }

  /// The pixel whose centre precedes a position, and the distance to the next one in 256ths.
  private func place(_ position: Double, below count: Int) -> (index: Int, part: UInt32) {
    let fine = ((position - 0.5) * 256).rounded()
    let bounded = Int(min(max(fine, 0), Double((count - 1) * 256)))
    return (bounded >> 8, UInt32(truncatingIfNeeded: bounded & 255))
  }
}

private func interleaved<Sample: PlaneSample>(_ planes: [Plane], of type: Sample.Type) -> [SIMD4<UInt16>] {
  let (width, height) = (planes[0].width, planes[0].height)
  let shift = type.fractionBits
  let added = planes.count > 3 ? addedColors(greatestAlpha: type.greatest) : []
  var texels = [SIMD4<UInt16>](repeating: .zero, count: width * height)
  for y in 0..<height {
    let rows = planes.map { $0.row(y, of: type) }
    for x in 0..<width {
      var texel = PictureSample(
        UInt32(truncatingIfNeeded: rows[0][x]) &<< shift, UInt32(truncatingIfNeeded: rows[1][x]) &<< shift,
        UInt32(truncatingIfNeeded: rows[2][x]) &<< shift, PictureSample.fullWeight)
      if rows.count > 3 {
        let alpha = Int(truncatingIfNeeded: rows[3][x])
        let color = added[min(alpha, added.count &- 1)]
        texel = pointwiseMax(texel, color) &- color
      }
      texels[y &* width &+ x] = SIMD4<UInt16>(truncatingIfNeeded: texel)
    }
  }
  return texels
}

/// What the conversion to luma and chroma added to a premultiplied colour, by its alpha: the missing part of
/// black's 16 and chroma's 128. The last number is the missing part of the full weight.
private func addedColors(greatestAlpha greatest: UInt32) -> [PictureSample] {
  (0...greatest).map { alpha in
    let missing = PictureSample(repeating: greatest - alpha)
    var color = PictureSample(16 << 8, 128 << 8, 128 << 8, 0) &* missing / PictureSample(repeating: greatest)
    let weight = (alpha * PictureSample.fullWeight + greatest / 2) / greatest
    color.w = PictureSample.fullWeight - weight
    return color
  }
}
