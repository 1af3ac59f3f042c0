import Composition
import LibAV

/// Makes pixels as transparent as a colour has a share in them, and takes that share out of them.
///
/// A pixel at an edge is a mixture of what stands before the screen and of the screen. How much of the screen is in it
/// shows in its colour differences: what it has more along the key's direction than across it, relative to the key.
struct ShareKernel: KeyingKernel {
  /// Light that the screen throws on what stands before it: such pixels cover.
  static let spilledShare: Float = 0.1
  /// Screens are lit unevenly: from here on, nothing covers.
  static let screenShare: Float = 0.7
  /// What is left of a pixel is not made brighter than by this.
  private static let leastRest: Float = 0.25

  private let direction: (u: Float, v: Float)
  private let length: Float
  private let luma: Float
  private let spill: Float
  private let isSubsampled: Bool

  /// `isSubsampled` says that four pixels share each colour difference.
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
      // Rows are read before they change.
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

  /// Colour differences between those of four pixels each, as they are spread evenly.
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

/// Takes the edge of what a key leaves back, and softens it on its inner side.
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
      // Nearly nothing of a Gaussian is farther away than twice its deviation.
      soft.blur(horizontal: feather / 2, vertical: feather / 2)
      let scale = UInt32(1) << UInt32(15 - picture.depth)
      for y in 0..<alpha.height {
        let row = alpha.row(y)
        for x in 0..<alpha.width {
          let mean = UInt32(soft.values[y * alpha.width + x]) / scale
          // At an even edge the mean is one half there, which becomes nothing.
          let inner = mean * 2 > full ? min(mean * 2 - full, full) : 0
          row[x] = min(row[x], Sample(truncatingIfNeeded: inner))
        }
      }
    }
  }
}

/// Alpha without gaps between its rows.
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

  /// Each value becomes the least within so many pixels in each direction; beyond the edges is what is at them.
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
