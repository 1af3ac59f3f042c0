import Composition
import LibAV

/// Composites a picture with a blend mode, in RGB as the W3C defines it.
///
/// Each pixel is computed with the chroma of its block; the block's new chroma is the mean over its pixels.
struct BlendPainter {
  private let mode: BlendMode
  private let matrix: ColorMatrix

  init(_ mode: BlendMode, in canvasColor: CanvasColor) {
    self.mode = mode
    matrix = ColorMatrix(canvasColor)
  }

  func lay(_ picture: BlendedPicture, onto canvas: [MutablePlane], opacity: Double) {
    guard canvas.count == 3 else { return }
    if canvas[0].isDeep {
      lay(picture, onto: canvas, opacity, UInt16.self)
    } else {
      lay(picture, onto: canvas, opacity, UInt8.self)
    }
  }

  private func lay<Sample: PlaneSample>(
    _ picture: BlendedPicture, onto canvas: [MutablePlane], _ opacity: Double, _ type: Sample.Type
  ) {
    let chroma = picture.u
    for line in 0..<min(chroma.height, canvas[1].height - chroma.y) {
      let uRow = canvas[1].row(chroma.y + line, of: type)
      let vRow = canvas[2].row(chroma.y + line, of: type)
      for column in 0..<min(chroma.width, canvas[1].width - chroma.x) {
        let index = line * chroma.width + column
        guard chroma.weights[index] > 0 else { continue }
        let x = chroma.x + column
        let below = (u: Double(uRow[x]) / type.scale, v: Double(vRow[x]) / type.scale)
        let weight = Double(chroma.weights[index]) / 32768 * 256
        let own = (u: Double(chroma.values[index]) / weight, v: Double(picture.v.values[index]) / weight)
        let change = layBlock(
          of: picture, atBlock: (x, chroma.y + line), onto: canvas[0], below, own, opacity, type)
        uRow[x] = type.code(below.u + change.u)
        vRow[x] = type.code(below.v + change.v)
      }
    }
  }

  /// Blends the luma of a block, and returns the change of its chroma.
  private func layBlock<Sample: PlaneSample>(
    of picture: BlendedPicture, atBlock block: (x: Int, y: Int), onto plane: MutablePlane,
    _ below: (u: Double, v: Double), _ own: (u: Double, v: Double), _ opacity: Double, _ type: Sample.Type
  ) -> (u: Double, v: Double) {
    let (luma, box) = (picture.luma, picture.box)
    var change = (u: 0.0, v: 0.0)
    for y in max(2 * block.y, box.y)..<min(2 * block.y + 2, box.y + box.height, plane.height) {
      let row = plane.row(y, of: type)
      for x in max(2 * block.x, box.x)..<min(2 * block.x + 2, box.x + box.width, plane.width) {
        let index = (y - box.y) * luma.width + x - box.x
        guard luma.weights[index] > 0 else { continue }
        let weight = Double(luma.weights[index]) / 32768
        let lumaBelow = Double(row[x]) / type.scale
        let lumaOwn = Double(luma.values[index]) / 256 / weight
        let result = matrix.yuv(
          mode.mixed(
            matrix.rgb(SIMD3(lumaBelow, below.u, below.v)), matrix.rgb(SIMD3(lumaOwn, own.u, own.v))))
        row[x] = type.code(lumaBelow + (result.x - lumaBelow) * weight * opacity)
        change.u += (result.y - below.u) * weight * opacity / 4
        change.v += (result.z - below.v) * weight * opacity / 4
      }
    }
    return change
  }

  /// Returns the picture with blended colours, for a canvas that is partly transparent: with its own colours
  /// where nothing is below. Normal compositing of the result gives what the W3C defines.
  func mixed(
    _ picture: BlendedPicture, over canvas: (luma: WeightedPlane, u: WeightedPlane, v: WeightedPlane)
  ) -> BlendedPicture {
    var (luma, u, v) = (picture.luma, picture.u, picture.v)
    let box = picture.box
    for line in 0..<min(u.height, canvas.u.height - u.y) {
      for column in 0..<min(u.width, canvas.u.width - u.x) {
        let index = line * u.width + column
        let block = (y: u.y + line, x: u.x + column)
        let place = block.y * canvas.u.width + block.x
        guard u.weights[index] > 0, canvas.u.weights[place] > 0 else { continue }
        let own = (u: u.code(index), v: v.code(index))
        let below = (u: canvas.u.code(place), v: canvas.v.code(place))
        var change = (u: 0.0, v: 0.0)
        for y in max(2 * block.y, box.y)..<min(2 * block.y + 2, box.y + box.height, canvas.luma.height) {
          for x in max(2 * block.x, box.x)..<min(2 * block.x + 2, box.x + box.width, canvas.luma.width) {
            let (pixel, pixelBelow) = ((y - box.y) * luma.width + x - box.x, y * canvas.luma.width + x)
            let covered = Double(canvas.luma.weights[pixelBelow]) / 32768
            guard luma.weights[pixel] > 0, covered > 0 else { continue }
            let (weight, lumaOwn) = (Double(luma.weights[pixel]) / 32768, luma.code(pixel))
            let result = matrix.yuv(
              mode.mixed(
                matrix.rgb(SIMD3(canvas.luma.code(pixelBelow), below.u, below.v)),
                matrix.rgb(SIMD3(lumaOwn, own.u, own.v))))
            luma.set(pixel, code: lumaOwn + (result.x - lumaOwn) * covered)
            change.u += (result.y - own.u) * covered * weight / 4
            change.v += (result.z - own.v) * covered * weight / 4
          }
        }
        let weight = Double(u.weights[index]) / 32768
        u.set(index, code: own.u + change.u / weight)
        v.set(index, code: own.v + change.v / weight)
      }
    }
    return BlendedPicture(luma: luma, u: u, v: v, box: box, isOpaque: picture.isOpaque)
  }
}

extension WeightedPlane {
  /// A sample as an eight-bit code, without its weight.
  fileprivate func code(_ index: Int) -> Double {
    Double(values[index]) / Double(weights[index]) * 128
  }

  fileprivate mutating func set(_ index: Int, code: Double) {
    let value = max(0, code) * Double(weights[index]) / 128
    set(index, value: UInt32(min(value, 65280).rounded()), weight: UInt32(weights[index]))
  }
}

/// Converts between a canvas's luma and chroma and RGB.
struct ColorMatrix {
  private let red: Double
  private let blue: Double

  init(_ color: CanvasColor) {
    switch color {
    case .bt709: (red, blue) = (0.2126, 0.0722)
    case .bt601: (red, blue) = (0.299, 0.114)
    case .bt2020, .hlg, .pq: (red, blue) = (0.2627, 0.0593)
    }
  }

  /// Maps eight-bit codes to 0...1; colours out of range are clamped.
  func rgb(_ yuv: SIMD3<Double>) -> SIMD3<Double> {
    let luma = (yuv.x - 16) / 219
    let r = luma + (yuv.z - 128) / 224 * 2 * (1 - red)
    let b = luma + (yuv.y - 128) / 224 * 2 * (1 - blue)
    let g = (luma - red * r - blue * b) / (1 - red - blue)
    return SIMD3(r, g, b).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
  }

  func yuv(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let luma = red * rgb.x + (1 - red - blue) * rgb.y + blue * rgb.z
    return SIMD3(
      16 + 219 * luma, 128 + 224 * (rgb.z - luma) / (2 * (1 - blue)),
      128 + 224 * (rgb.x - luma) / (2 * (1 - red)))
  }
}
