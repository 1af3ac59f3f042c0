import Basics
import Composition
import LibAV

/// Applies keys and filters to the pictures of layers.
///
/// Not thread-safe.
final class LayerFilters {
  private let composition: Composition
  private let pool: FramePool
  private let filters: PictureFilters
  /// The last frame processed of each layer that has filters with memory.
  private var lastFrames: [Int: Int64] = [:]

  init(_ composition: Composition, pool: FramePool) {
    self.composition = composition
    self.pool = pool
    filters = PictureFilters(composition.luts, pool: pool)
  }

  /// The frame's number if filters alone can make its picture differ from the previous frame's.
  func change(ofLayer index: Int, at number: Int64) -> Int64? {
    let layer = composition.layers[index]
    let moves = layer.filters.contains { filter in
      if case .effect(_, let curve) = filter, curve.constantValue == nil { return true }
      return filter.countsFrames
    }
    return moves || layer.chromaKey?.isMoving == true ? number : nil
  }

  /// The frames to render, in order. Filters with memory need all frames from the layer's first one.
  func frames(ofLayer index: Int, upTo number: Int64) -> ClosedRange<Int64> {
    let layer = composition.layers[index]
    guard layer.filters.contains(where: \.hasMemory) else { return number...number }
    if let last = lastFrames[index], last < number { return (last + 1)...number }
    if lastFrames[index] == number { return number...number }
    filters.forget(layer: index)
    return min(layer.frames.lowerBound, number)...number
  }

  /// Discards the state of layers that do not show in this frame.
  func release(unlessNeededAt number: Int64) {
    for index in lastFrames.keys.sorted() where !composition.layers[index].frames.contains(number) {
      filters.forget(layer: index)
      lastFrames[index] = nil
    }
  }

  /// `picture` has premultiplied alpha, if any, and so does the result, which also has alpha if there is a
  /// key. `pixelScale` is the number of its pixels per pixel of the canvas.
  func apply(
    to picture: VideoFrame, ofLayer index: Int, at moment: FilterMoment, pixelScale: Double = 1
  ) throws(LibAVError) -> VideoFrame {
    let layer = composition.layers[index]
    guard layer.hasFiltersOrKey else { return picture }
    if layer.filters.contains(where: \.hasMemory) {
      lastFrames[index] = layer.frames.lowerBound + moment.frame
    }
    var changed = picture.layout?.hasAlpha == true ? try picture.withAlphaDivided(pool: pool) : picture
    if let key = layer.chromaKey {
      changed = try keyed(changed, key, at: moment.time, pixelScale: pixelScale)
    }
    changed = try filters.apply(
      layer.filters, to: changed, at: moment, layer: index, pixelScale: pixelScale)
    return changed.layout?.hasAlpha == true ? try changed.withAlphaMultiplied(pool: pool) : changed
  }

  /// The time and the number of a frame, counted from the layer's start.
  func moment(ofLayer index: Int, at number: Int64) throws(RenderingError) -> FilterMoment {
    let layer = composition.layers[index]
    do {
      let time = try composition.canvas.rate.start(ofFrame: number) - layer.timelineRange.start
      return FilterMoment(
        time: time, frame: number - layer.frames.lowerBound, rate: composition.canvas.rate)
    } catch { throw .time(layer: layer.label, frame: number) }
  }

  private func keyed(
    _ picture: VideoFrame, _ key: ChromaKey, at time: RationalTime, pixelScale: Double
  ) throws(LibAVError) -> VideoFrame {
    let transparent = try picture.withAlpha(pool: pool)
    let kernel = kernel(of: key, for: picture, at: time)
    let edge = KeyEdge(
      choke: key.choke.value(at: time) * pixelScale, feather: key.feather.value(at: time) * pixelScale)
    let depth = transparent.layout?.sampleDepth ?? 8
    return try transparent.copy(pool: pool) { planes in
      if let grid = PictureGrid<UInt8>(planes, depth: depth) {
        kernel.apply(to: grid)
        edge.apply(to: grid)
      }
      if let grid = PictureGrid<UInt16>(planes, depth: depth) {
        kernel.apply(to: grid)
        edge.apply(to: grid)
      }
    }
  }

  private func kernel(of key: ChromaKey, for picture: VideoFrame, at time: RationalTime) -> any KeyingKernel {
    let weights = LumaWeights(matrix: picture.color.matrix)
    let spill = key.spill.value(at: time)
    if let tolerance = key.tolerance?.value(at: time), let softness = key.softness?.value(at: time) {
      return KeyKernel(color: key.color, tolerance: tolerance, softness: softness, spill: spill, weights)
    }
    return ShareKernel(
      color: key.color, spill: spill,
      isSubsampled: picture.layout == .yuv420p || picture.layout == .yuv420p10,
      weights)
  }
}

/// Makes a colour transparent in a layer's pictures.
protocol KeyingKernel {
  /// `picture` is 4:4:4 with alpha; transparent pixels stay transparent.
  func apply<Sample>(to picture: PictureGrid<Sample>)
}
