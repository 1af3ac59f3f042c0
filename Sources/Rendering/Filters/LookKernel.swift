import Composition

/// A colour table in integers: three-dimensional tables interpolate between four entries, one-dimensional
/// ones between two.
final class LookKernel {
  private let table: CubeTable
  /// Red, green and blue of each entry; empty in one dimension. Sums of products in `Float`, which every CPU
  /// rounds in the same way.
  private let entries: [SIMD4<Float>]
  /// For each 4096th of red, green and blue: the entry below it, times 8192, plus the distance to the next in
  /// 4096ths.
  private let positions: [Int32]
  /// The index steps to the second and third entry, by which of red, green and blue exceeds which.
  private let steps: [(second: Int32, third: Int32)]
  private var kernels: [KernelID: ColorKernel] = [:]

  private struct KernelID: Hashable {
    let weights: LumaWeights
    let depth: Int
  }

  init(_ table: CubeTable) {
    self.table = table
    entries =
      table.isThreeDimensional
      ? stride(from: 0, to: table.values.count - 2, by: 3).map {
        SIMD4(table.values[$0], table.values[$0 + 1], table.values[$0 + 2], 0)
      } : []
    let last = Double(table.size - 1)
    positions = zip(table.first, table.last).flatMap { first, end in
      (0...4096).map { step in
        let part = min(max((Double(step) / 4096 - first) / (end - first), 0), 1)
        let place = Int32((part * last * 4096).rounded())
        let entry = min(place >> 12, Int32(table.size - 2))
        return (entry << 13) + place - (entry << 12)
      }
    }
    steps = Self.steps(size: Int32(table.size))
  }

  func apply<Sample>(to picture: PictureGrid<Sample>, _ weights: LumaWeights) {
    let kernel = kernel(weights, depth: picture.depth)
    guard table.isThreeDimensional else { return kernel.apply(to: picture) }
    let size = table.size
    entries.withUnsafeBufferPointer { entries in
      positions.withUnsafeBufferPointer { positions in
        steps.withUnsafeBufferPointer { steps in
          guard let entries = entries.baseAddress, let positions = positions.baseAddress,
            let steps = steps.baseAddress
          else { return }
          kernel.run(on: picture) { color in
            Self.between(
              entries, size: size, steps, positions[Int(color.red)], positions[4097 &+ Int(color.green)],
              positions[8194 &+ Int(color.blue)])
          }
        }
      }
    }
  }

  private func kernel(_ weights: LumaWeights, depth: Int) -> ColorKernel {
    let id = KernelID(weights: weights, depth: depth)
    if let known = kernels[id] { return known }
    let kernel = ColorKernel(
      ColorChange(tones: table.isThreeDimensional ? nil : table.tones), weights, depth: depth)
    kernels[id] = kernel
    return kernel
  }

  /// Steps along the axis with the greatest distance first, and along the one with the smallest last. If two
  /// are equal, the entry between them has no weight, so either may come first.
  private static func steps(size: Int32) -> [(second: Int32, third: Int32)] {
    let (red, green, blue) = (Int32(1), size, size * size)
    return (0..<8).map { order in
      let (redOverGreen, greenOverBlue, redOverBlue) = (order & 1 != 0, order & 2 != 0, order & 4 != 0)
      let first = redOverGreen && redOverBlue ? red : !redOverGreen && greenOverBlue ? green : blue
      let last = !redOverGreen && !redOverBlue ? red : redOverGreen && !greenOverBlue ? green : blue
      return (first, red + green + blue - last)
    }
  }

  /// Interpolates between the four corners of the tetrahedron around a colour.
  @inline(__always)
  private static func between(
    _ entries: UnsafePointer<SIMD4<Float>>, size: Int, _ steps: UnsafePointer<(second: Int32, third: Int32)>,
    _ red: Int32, _ green: Int32, _ blue: Int32
  ) -> ColorKernel.RGB {
    let (r, g, b) = (red & 8191, green & 8191, blue & 8191)
    let base = Int(red >> 13) &+ size &* (Int(green >> 13) &+ size &* Int(blue >> 13))
    let order = (r >= g ? 1 : 0) | (g >= b ? 2 : 0) | (r >= b ? 4 : 0)
    let step = steps[order]
    let most = max(r, max(g, b))
    let least = min(r, min(g, b))
    let middle = r &+ g &+ b &- most &- least
    let last = base &+ 1 &+ size &+ size &* size
    let near =
      entries[base] * Float(4096 &- most) + entries[base &+ Int(step.second)] * Float(most &- middle)
    let far = entries[base &+ Int(step.third)] * Float(middle &- least) + entries[last] * Float(least)
    let sum = near + far
    return ColorKernel.RGB(red: whole(sum.x), green: whole(sum.y), blue: whole(sum.z))
  }

  @inline(__always)
  private static func whole(_ value: Float) -> Int32 { Int32(min(max(value + 0.5, 0), 4096)) }
}

extension CubeTable {
  /// The curves of a one-dimensional table.
  fileprivate var tones: ColorTones {
    ColorTones(red: tone(0), green: tone(1), blue: tone(2))
  }

  private func tone(_ component: Int) -> ColorTones.Tone {
    let (start, end, last) = (first[component], self.last[component], size - 1)
    let entries = stride(from: component, to: values.count, by: 3).map { Double(values[$0]) }
    return { tone in
      let place = min(max((tone - start) / (end - start), 0), 1) * Double(last)
      let index = min(Int(place), last - 1)
      let part = place - Double(index)
      return entries[index] * (1 - part) + entries[index + 1] * part
    }
  }
}
