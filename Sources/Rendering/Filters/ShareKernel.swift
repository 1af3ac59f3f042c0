import Composition
import LibAV

/// Makes pixels transparent by the share that a colour has in them, and removes that share.
///
/// A pixel at an edge mixes the screen with what is in front of it. The screen's share appears in the colour
/// differences: it is the component along the key's direction minus the one across it, relative to the key.
struct ShareKernel: KeyingKernel {
  /// Smaller shares are light that the screen throws on what is in front of it: such pixels are opaque.
  static let spilledShare: Float = 0.1
  /// Screens are lit unevenly: from this share on, pixels are fully transparent.
  static let screenShare: Float = 0.7
  /// The rest of a pixel is divided by no less than this, which limits how much brighter it becomes.
  private static let leastRest: Float = 0.25

  private let direction: (u: Float, v: Float)
  private let length: Float
  private let luma: Float
  private let spill: Float
  private let isSubsampled: Bool

  /// With `isSubsampled`, four pixels share each colour difference.
  init(color: Color, spill: Double, isSubsampled: Bool, _ weights: LumaWeights) {
    let toYUV = ColorSums.toYUV(weights)
    let (red, green, blue) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let u = toYUV.second.a * red + toYUV.second.b * green + toYUV.second.c * blue
    let v = toYUV.third.a * red + toYUV.third.b * green + toYUV.third.c * blue
    let length = max((u * u + v * v).squareRoot(), 1e-6)
    direction = (Float(u / length), Float(v / length))
    self.length = Float(length)
    luma = Float(toYUV.first.a * red + toYUV.first.b * green + toYUV.first.c * blue)
    self.spill = Float(min(max(spill, 0), 1))
    self.isSubsampled = isSubsampled
  }

  func apply<Sample>(to picture: PictureGrid<Sample>) {
    guard let alpha = picture.alpha, picture.u.width == picture.luma.width else { return }
    let (width, height) = (picture.luma.width, picture.luma.height)
    let step = Float(1 << (picture.depth - 8))
    let (middle, full) = (128 * step, Float(1 << picture.depth) - 1)
    let (black, white) = (16 * step, 219 * step)
    var (above, row, below) = (Differences(width), Differences(width), Differences(width))
    row.read(picture, 0)
    above = row
    for y in 0..<height {
      // Rows are read before they are changed.
      if y + 1 < height { below.read(picture, y + 1) } else { below = row }
      let (lumaRow, uRow, vRow, weights) = (
        picture.luma.row(y), picture.u.row(y), picture.v.row(y), alpha.row(y)
      )
      for x in 0..<width {
        let (codeU, codeV) = isSubsampled ? smooth(above, row, below, x) : (row.u[x], row.v[x])
        let u = (codeU - middle) / (224 * step)
        let v = (codeV - middle) / (224 * step)
        let along = u * direction.u + v * direction.v
        let across = u * direction.v - v * direction.u
        let excess = along - max(across, -across)
        guard excess > 0 else { continue }
        let share = min(excess / length, 1)
        let covered = min(
          max((Self.screenShare - share) / (Self.screenShare - Self.spilledShare), 0), 1)
        weights[x] = Sample(truncatingIfNeeded: Int32(Float(weights[x]) * covered + 0.5))
        let taken = share * spill
        let rest = max(1 - taken, Self.leastRest)
        let y = ((Float(lumaRow[x]) - black) / white - taken * luma) / rest
        lumaRow[x] = code(max(y, 0), unit: white, black, full)
        uRow[x] = code((u - excess * spill * direction.u) / rest, unit: 224 * step, middle, full)
        vRow[x] = code((v - excess * spill * direction.v) / rest, unit: 224 * step, middle, full)
      }
      swap(&above, &row)
      swap(&row, &below)
    }
  }

  /// Interpolates subsampled colour differences, which were repeated for the pixels that share them.
  @inline(__always)
  private func smooth(
    _ above: Differences, _ row: Differences, _ below: Differences, _ x: Int
  ) -> (u: Float, v: Float) {
    let (left, right) = (max(x - 1, 0), min(x + 1, row.u.count - 1))
    func mean(_ values: [Float]) -> Float { values[left] + 2 * values[x] + values[right] }
    let u = mean(above.u) + 2 * mean(row.u) + mean(below.u)
    let v = mean(above.v) + 2 * mean(row.v) + mean(below.v)
    return (u / 16, v / 16)
  }

  @inline(__always)
  private func code<Sample: FixedWidthInteger>(
    _ value: Float, unit: Float, _ middle: Float, _ full: Float
  ) -> Sample {
    Sample(truncatingIfNeeded: Int32(min(max(value * unit + middle + 0.5, 0), full)))
  }
}

/// The codes of a row's colour differences.
private struct Differences {
  var u: [Float]
  var v: [Float]

  init(_ width: Int) {
    u = [Float](repeating: 0, count: width)
    v = u
  }

  mutating func read<Sample>(_ picture: PictureGrid<Sample>, _ y: Int) {
    let (uRow, vRow) = (picture.u.row(y), picture.v.row(y))
    for x in 0..<u.count {
      u[x] = Float(uRow[x])
      v[x] = Float(vRow[x])
    }
  }
}

/// Shrinks the matte of a key, and softens its edge inwards.
struct KeyEdge {
  /// In pixels of the picture.
  let choke: Double
  let feather: Double

  func apply<Sample>(to picture: PictureGrid<Sample>) {
    guard choke > 0 || feather > 0, let alpha = picture.alpha else { return }
    if choke > 0 {
      let whole = Int(choke)
      let part = Float(choke - Double(whole))
      var near = Coverage(alpha)
      near.shrink(by: whole)
      var far = near
      if part > 0 { far.shrink(by: 1) }
      near.write(to: alpha, mixedWith: far, part: part)
    }
    if feather > 0 {
      let full = UInt32(1) << UInt32(picture.depth) - 1
      var soft = BlurredPlane(alpha, depth: picture.depth)
      // Nearly all of a Gaussian lies within twice its deviation.
      soft.blur(horizontal: feather / 2, vertical: feather / 2)
      let scale = UInt32(1) << UInt32(15 - picture.depth)
      for y in 0..<alpha.height {
        let row = alpha.row(y)
        for x in 0..<alpha.width {
          let mean = UInt32(soft.values[y * alpha.width + x]) / scale
          // At a straight edge the mean is one half, which becomes zero.
          let inner = mean * 2 > full ? min(mean * 2 - full, full) : 0
          row[x] = min(row[x], Sample(truncatingIfNeeded: inner))
        }
      }
    }
  }
}

/// Alpha without row padding.
private struct Coverage<Sample: FixedWidthInteger & UnsignedInteger & Sendable> {
  private let width: Int
  private let height: Int
  private var values: [Sample]

  init(_ grid: SampleGrid<Sample>) {
    (width, height) = (grid.width, grid.height)
    values = []
    values.reserveCapacity(width * height)
    for y in 0..<height { values += UnsafeBufferPointer(start: grid.row(y), count: width) }
  }

  /// Replaces each value by the minimum within `radius` pixels in each direction; edge values are repeated
  /// outwards.
  mutating func shrink(by radius: Int) {
    for _ in 0..<max(radius, 0) {
      var source = values
      for y in 0..<height {
        for x in 0..<width {
          let row = y * width
          values[row + x] = min(
            source[row + max(x - 1, 0)], source[row + x], source[row + min(x + 1, width - 1)])
        }
      }
      source = values
      for y in 0..<height {
        let (above, row, below) = (max(y - 1, 0) * width, y * width, min(y + 1, height - 1) * width)
        for x in 0..<width {
          values[row + x] = min(source[above + x], source[row + x], source[below + x])
        }
      }
    }
  }

  func write(to grid: SampleGrid<Sample>, mixedWith other: Coverage, part: Float) {
    for y in 0..<height {
      let row = grid.row(y)
      for x in 0..<width {
        let (near, far) = (Float(values[y * width + x]), Float(other.values[y * width + x]))
        row[x] = Sample(truncatingIfNeeded: Int32(near + (far - near) * part + 0.5))
      }
    }
  }
}
