import Composition
import LibAV

/// A picture with weights, cut to its layer's box: what is laid over the canvas where a plain copy is not enough.
///
/// Values are multiplied by their weight already. Luma has one value and weight a pixel; chroma one for each
/// 2x2 block of the *canvas*, which is what makes odd positions and soft edges come out right.
struct BlendedPicture {
  let luma: WeightedPlane
  let u: WeightedPlane
  let v: WeightedPlane
  let isOpaque: Bool
}

/// Values and weights of a rectangle of one canvas plane.
struct WeightedPlane {
  /// Where it begins in the canvas plane, and its size, in samples of that plane.
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  /// In 256ths of an eight-bit code at every depth, multiplied by the weight.
  var values: [UInt16]
  /// 0 to 32768.
  var weights: [UInt16]

  static let fullWeight = 32768.0

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    values = Array(repeating: 0, count: width * height)
    weights = Array(repeating: 0, count: width * height)
  }
}

extension BlendedPicture {
  /// One colour over a whole box.
  init(color: Color, box: PixelBox, in canvasColor: CanvasColor) {
    let yuv = YUVColor(color, in: canvasColor)
    let alpha = Double(color.alpha) / 255
    self.init(box: box, isOpaque: color.alpha == 255) { _, _ in
      Sample(y: yuv.y * alpha, u: yuv.u * alpha, v: yuv.v * alpha, weight: alpha)
    }
  }

  /// A 4:4:4 picture of eight or ten bits whose alpha, if it has any, was multiplied into red, green and blue
  /// before conversion.
  init(_ frame: VideoFrame, offset: (x: Int, y: Int), box: PixelBox) {
    self = frame.withPlanes { planes in
      let rows = planes.map { PlaneReader($0) }
      let hasAlpha = rows.count > 3
      return BlendedPicture(box: box, isOpaque: !hasAlpha) { x, y in
        let place = (x: x + offset.x, y: y + offset.y)
        let weight = hasAlpha ? rows[3].share(place) : 1
        // The conversion added black's 16 and chroma's 128 to colours that were multiplied by alpha.
        let missing = 1 - weight
        return Sample(
          y: rows[0].value(place) - 16 * missing, u: rows[1].value(place) - 128 * missing,
          v: rows[2].value(place) - 128 * missing, weight: weight)
      }
    }
  }

  private struct Sample {
    var y: Double
    var u: Double
    var v: Double
    var weight: Double
  }

  /// Samples every pixel of the box once; coordinates count from the box's corner.
  private init(box: PixelBox, isOpaque: Bool, sample: (Int, Int) -> Sample) {
    var luma = WeightedPlane(x: box.x, y: box.y, width: box.width, height: box.height)
    let left = box.x / 2
    let top = box.y / 2
    let blocks = PixelBox(
      x: left, y: top, width: (box.x + box.width + 1) / 2 - left, height: (box.y + box.height + 1) / 2 - top)
    var sums = Array(repeating: (u: 0.0, v: 0.0, weight: 0.0), count: blocks.width * blocks.height)
    for y in 0..<box.height {
      for x in 0..<box.width {
        let value = sample(x, y)
        luma.set(y * box.width + x, value: value.y, weight: value.weight)
        let block = ((box.y + y) / 2 - top) * blocks.width + (box.x + x) / 2 - left
        sums[block].u += value.u / 4
        sums[block].v += value.v / 4
        sums[block].weight += value.weight / 4
      }
    }
    var u = WeightedPlane(x: left, y: top, width: blocks.width, height: blocks.height)
    var v = u
    for (index, sum) in sums.enumerated() {
      u.set(index, value: sum.u, weight: sum.weight)
      v.set(index, value: sum.v, weight: sum.weight)
    }
    self.init(luma: luma, u: u, v: v, isOpaque: isOpaque)
  }
}

extension WeightedPlane {
  fileprivate mutating func set(_ index: Int, value: Double, weight: Double) {
    values[index] = UInt16(min(max((value * 256).rounded(), 0), 65280))
    weights[index] = UInt16(min(max((weight * Self.fullWeight).rounded(), 0), Self.fullWeight))
  }
}

/// Samples of a plane as codes of eight bits, which need not be whole.
private struct PlaneReader {
  private let rows: [UnsafeRawBufferPointer]
  private let isDeep: Bool

  init(_ plane: Plane) {
    rows = (0..<plane.height).map { plane.row($0) }
    isDeep = plane.isDeep
  }

  func value(_ place: (x: Int, y: Int)) -> Double {
    isDeep
      ? Double(rows[place.y].load(fromByteOffset: 2 * place.x, as: UInt16.self)) / UInt16.scale
      : Double(rows[place.y][place.x])
  }

  /// A sample of alpha, of which all codes are used: 0 to 1.
  func share(_ place: (x: Int, y: Int)) -> Double {
    isDeep ? value(place) * UInt16.scale / Double(UInt16.greatest) : value(place) / 255
  }
}
