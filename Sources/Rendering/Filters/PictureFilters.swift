package import Basics
package import Composition
package import LibAV

/// The time of a picture, for filters that change over time.
package struct FilterMoment {
  /// In the item's own time.
  package let time: RationalTime
  /// Counted from the item's first frame.
  package let frame: Int64
  package let rate: FrameRate

  package init(time: RationalTime, frame: Int64, rate: FrameRate) {
    self.time = time
    self.frame = frame
    self.rate = rate
  }
}

/// Applies the filters of layers to pictures, and keeps their state between pictures.
///
/// Not thread-safe.
package final class PictureFilters {
  private let tables: [LUT]
  private let pool: FramePool
  private var looks: [Int: LookKernel] = [:]
  private var kernels: [EffectName: (id: KernelID, kernel: ColorKernel)] = [:]
  private var graphs: [GraphID: PictureFilterGraph] = [:]

  private struct KernelID: Hashable {
    let amount: Double
    let weights: LumaWeights
    let depth: Int
  }

  private struct GraphID: Hashable {
    let layer: Int
    let filter: Int
  }

  package init(_ tables: [LUT], pool: FramePool) {
    self.tables = tables
    self.pool = pool
  }

  /// Reads the files of all tables, which are otherwise read when they are needed.
  package func readTables() throws(LibAVError) {
    for index in tables.indices { _ = try look(index) }
  }

  /// Discards the state of a layer's filters.
  package func forget(layer: Int) {
    graphs = graphs.filter { $0.key.layer != layer }
  }

  /// `picture` is planar YUV with straight alpha, if any. `pixelScale` is the number of its pixels per pixel
  /// of the canvas.
  package func apply(
    _ filters: [PictureFilter], to picture: VideoFrame, at moment: FilterMoment, layer: Int,
    pixelScale: Double = 1
  ) throws(LibAVError) -> VideoFrame {
    var picture = picture
    for (index, filter) in filters.enumerated() {
      switch filter {
      case .effect(let name, let curve):
        let amount = curve.value(at: moment.time)
        guard amount.isFinite, amount != name.effect.declaration.neutral else { continue }
        let weights = LumaWeights(matrix: picture.color.matrix)
        picture = try changed(picture) { grid in
          apply(name, amount, to: grid, weights, moment, pixelScale)
        } wide: { grid in
          apply(name, amount, to: grid, weights, moment, pixelScale)
        }
      case .look(let index):
        let look = try look(index)
        let weights = LumaWeights(matrix: picture.color.matrix)
        picture = try changed(picture) {
          look.apply(to: $0, weights)
        } wide: {
          look.apply(to: $0, weights)
        }
      case .ffmpeg(let filter):
        let graph = try graph(
          of: filter, GraphID(layer: layer, filter: index), like: picture, rate: moment.rate)
        picture = try graph.next(picture)
      }
    }
    return picture
  }

  /// Returns a copy of a picture, changed in place by the kernel for its depth.
  private func changed(
    _ picture: VideoFrame, narrow: (PictureGrid<UInt8>) -> Void, wide: (PictureGrid<UInt16>) -> Void
  ) throws(LibAVError) -> VideoFrame {
    let depth = picture.layout?.sampleDepth ?? 8
    return try picture.copy(pool: pool) { planes in
      if let grid = PictureGrid<UInt8>(planes, depth: depth) { narrow(grid) }
      if let grid = PictureGrid<UInt16>(planes, depth: depth) { wide(grid) }
    }
  }

  private func apply<Sample>(
    _ name: EffectName, _ amount: Double, to picture: PictureGrid<Sample>, _ weights: LumaWeights,
    _ moment: FilterMoment, _ pixelScale: Double
  ) {
    switch name.work {
    case .color(let effect):
      kernel(name, effect, amount, weights, depth: picture.depth).apply(to: picture)
    case .space(.blur): blur(picture, deviation: amount * pixelScale)
    case .space(.sharpen): sharpen(picture, amount: amount)
    case .space(.denoise): denoise(picture, amount: amount)
    case .space(.vignette): darkenCorners(picture, amount: amount)
    case .space(.grain): addGrain(picture, amount: amount, frame: moment.frame)
    }
  }

  private func kernel(
    _ name: EffectName, _ effect: any ColorEffect.Type, _ amount: Double, _ weights: LumaWeights, depth: Int
  ) -> ColorKernel {
    let id = KernelID(amount: amount, weights: weights, depth: depth)
    if let known = kernels[name], known.id == id { return known.kernel }
    let kernel = ColorKernel(effect.change(by: amount, weights), weights, depth: depth)
    kernels[name] = (id, kernel)
    return kernel
  }

  private func graph(
    of filter: FFmpegFilter, _ id: GraphID, like picture: VideoFrame, rate: FrameRate
  ) throws(LibAVError) -> PictureFilterGraph {
    if let known = graphs[id] { return known }
    let graph = try PictureFilterGraph(
      filter: filter.name, options: filter.options.map { ($0.name, $0.value) }, size: picture.size,
      layout: picture.layout ?? .yuv420p, color: picture.color, rate: rate)
    graphs[id] = graph
    return graph
  }

  private func look(_ index: Int) throws(LibAVError) -> LookKernel {
    if let known = looks[index] { return known }
    let look = LookKernel(try CubeTable(of: tables[index]))
    looks[index] = look
    return look
  }
}
