import PictureEffects

/// A table of colours in whole numbers: in three dimensions between the four nearest entries, in one between two.
final class LookKernel {
  private let table: CubeTable
  /// Red, green and blue of each entry; empty in one dimension. Sums of products in `Float`, which every CPU
  /// rounds in the same way.
  private let entries: [SIMD4<Float>]
  /// For each 4096th of red, green and blue the entry below it and the 4096ths of the way to the next one.
  private let positions: [Int32]
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
        return Int32((part * last * 4096).rounded())
      }
    }
  }

  func apply<Sample>(to picture: PictureGrid<Sample>, _ weights: LumaWeights) {
    let kernel = kernel(weights, depth: picture.depth)
    guard table.isThreeDimensional else { return kernel.apply(to: picture) }
    let size = table.size
    entries.withUnsafeBufferPointer { entries in
      positions.withUnsafeBufferPointer { positions in
        guard let entries = entries.baseAddress, let positions = positions.baseAddress else { return }
        kernel.run(on: picture) { color in
          Self.between(
            entries, size: size, positions[Int(color.red)], positions[4097 &+ Int(color.green)],
            positions[8194 &+ Int(color.blue)])
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

  /// Steps from the entry below to the one above along the axis that is farthest on its way, then the next one,
  /// then the last: four entries of a tetrahedron.
  @inline(__always)
  private static func between(
    _ entries: UnsafePointer<SIMD4<Float>>, size: Int, _ red: Int32, _ green: Int32, _ blue: Int32
  ) -> ColorKernel.RGB {
    let (r, g, b) = (red & 4095, green & 4095, blue & 4095)
    let (ri, gi, bi) = (Int(red >> 12), Int(green >> 12), Int(blue >> 12))
    let base = ri &+ size &* (gi &+ size &* bi)
    // At the last entry nothing of a next one counts, which is then never looked at.
    let rs = ri &+ 1 < size ? 1 : 0
    let gs = gi &+ 1 < size ? size : 0
    let bs = bi &+ 1 < size ? size &* size : 0
    let most = max(r, max(g, b))
    let least = min(r, min(g, b))
    let middle = r &+ g &+ b &- most &- least
    // Where two are equally far the entry between them counts nothing, so either will do.
    let firstStep = r == most ? rs : g == most ? gs : bs
    let lastStep = r == least ? rs : g == least ? gs : bs
    let all = rs &+ gs &+ bs
    let near = entries[base] * Float(4096 &- most) + entries[base &+ firstStep] * Float(most &- middle)
    let far =
      entries[base &+ all &- lastStep] * Float(middle &- least) + entries[base &+ all] * Float(least)
    let sum = near + far
    return ColorKernel.RGB(red: whole(sum.x), green: whole(sum.y), blue: whole(sum.z))
  }

  @inline(__always)
  private static func whole(_ value: Float) -> Int32 { Int32(min(max(value + 0.5, 0), 4096)) }
}

extension CubeTable {
  /// The curves of a table of one dimension.
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
