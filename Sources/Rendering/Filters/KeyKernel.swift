import Composition
import LibAV

/// Makes the pixels of one colour transparent, by the distance of their colour differences from the key's.
struct KeyKernel: KeyingKernel {
  private let key: (u: Float, v: Float)
  private let direction: (u: Float, v: Float)
  private let tolerance: Float
  private let slope: Float
  /// The squared distances up to which pixels are transparent, and from which they are opaque.
  private let nearSquare: Float
  private let farSquare: Float
  private let spill: Float

  init(color: Color, tolerance: Double, softness: Double, spill: Double, _ weights: LumaWeights) {
    let toYUV = ColorSums.toYUV(weights)
    let (red, green, blue) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let u = toYUV.second.a * red + toYUV.second.b * green + toYUV.second.c * blue
    let v = toYUV.third.a * red + toYUV.third.b * green + toYUV.third.c * blue
    let length = max((u * u + v * v).squareRoot(), 1e-6)
    key = (Float(u), Float(v))
    direction = (Float(u / length), Float(v / length))
    self.tolerance = Float(min(max(tolerance, 0), 2))
    nearSquare = self.tolerance * self.tolerance
    let far = self.tolerance + Float(max(softness, 1.0 / 4096))
    farSquare = far * far
    slope = Float(1 / max(softness, 1.0 / 4096))
    self.spill = Float(min(max(spill, 0), 1))
  }

  func apply<Sample>(to picture: PictureGrid<Sample>) {
    guard let alpha = picture.alpha, picture.u.width == picture.luma.width else { return }
    let step = Float(1 << (picture.depth - 8))
    let (unit, middle) = (1 / (224 * step), 128 * step)
    let full = Float(1 << picture.depth) - 1
    for y in 0..<picture.luma.height {
      let (uRow, vRow, weights) = (picture.u.row(y), picture.v.row(y), alpha.row(y))
      for x in 0..<picture.luma.width {
        let u = (Float(uRow[x]) - middle) * unit
        let v = (Float(vRow[x]) - middle) * unit
        let (du, dv) = (u - key.u, v - key.v)
        let square = du * du + dv * dv
        // Nearly all pixels are clearly on one side, which needs no square root.
        if square < farSquare {
          let covered =
            square <= nearSquare ? 0 : min(max((square.squareRoot() - tolerance) * slope, 0), 1)
          weights[x] = Sample(truncatingIfNeeded: Int32(Float(weights[x]) * covered + 0.5))
        }
        // A component along the key's colour that exceeds the one across it is spill.
        let along = u * direction.u + v * direction.v
        let across = u * direction.v - v * direction.u
        let excess = along - max(across, -across)
        guard excess > 0 else { continue }
        let taken = excess * spill
        uRow[x] = code(u - taken * direction.u, unit: 224 * step, middle, full)
        vRow[x] = code(v - taken * direction.v, unit: 224 * step, middle, full)
      }
    }
  }

  @inline(__always)
  private func code<Sample: FixedWidthInteger>(
    _ value: Float, unit: Float, _ middle: Float, _ full: Float
  ) -> Sample {
    Sample(truncatingIfNeeded: Int32(min(max(value * unit + middle + 0.5, 0), full)))
  }
}
