import Composition
import LibAV

/// Paints the picture of a transition from two whole pictures.
///
/// All weights and positions are integers, so every CPU produces the same codes.
final class TransitionPainter {
  private let pool: FramePool
  private let canvas: Canvas
  private let sources: PictureSources
  /// The map of the last transition, which the next frame nearly always needs again.
  private var lastMap: (kind: TransitionKind<TransitionPicture>, map: RevealMap)?

  init(_ canvas: Canvas, _ sources: PictureSources, pool: FramePool) {
    self.canvas = canvas
    self.sources = sources
    self.pool = pool
  }

  /// Both pictures are 4:2:0 with the same depth and the size of the canvas; `progress` is the completed
  /// share.
  func picture(
    from outgoing: VideoFrame, to incoming: VideoFrame, _ kind: TransitionKind<TransitionPicture>,
    progress: Double
  ) throws(RenderingError) -> VideoFrame {
    try picture(from: outgoing, to: incoming, kind, progress) { color in
      let yuv = YUVColor(color, in: canvas.color)
      return [yuv.y, yuv.u, yuv.v]
    }
  }

  /// The same for pictures whose ten-bit codes are coverage; colours cover fully.
  func coverage(
    from outgoing: VideoFrame, to incoming: VideoFrame, _ kind: TransitionKind<TransitionPicture>,
    progress: Double
  ) throws(RenderingError) -> VideoFrame {
    let full = Double(UInt16.greatest) / UInt16.scale
    return try picture(from: outgoing, to: incoming, kind, progress) { _ in [full, full, full] }
  }

  private func picture(
    from outgoing: VideoFrame, to incoming: VideoFrame, _ kind: TransitionKind<TransitionPicture>,
    _ progress: Double, codes: (Color) -> [Double]
  ) throws(RenderingError) -> VideoFrame {
    if progress <= 0 { return outgoing }
    if progress >= 1 { return incoming }
    switch kind {
    case .plain(.dissolve): return try dissolve(outgoing, incoming, progress)
    case .plain(.clock): return try uncover(outgoing, incoming, map(of: kind, .clock), progress)
    case .plain(.barnDoor): return try uncover(outgoing, incoming, map(of: kind, .doors), progress)
    case .plain(.circleOpen):
      return try uncover(outgoing, incoming, map(of: kind, .circle(isOpening: true)), progress)
    case .plain(.circleClose):
      return try uncover(outgoing, incoming, map(of: kind, .circle(isOpening: false)), progress)
    case .plain(.pixelate): return try pixelate(outgoing, incoming, progress)
    case .plain(.blur): return try blur(outgoing, incoming, progress)
    case .plain(.zoom):
      let grown = try combine(outgoing, outgoing) { target, source, _ in
        enlarge(source, by: 1 + progress, into: target)
      }
      return try dissolve(grown, incoming, progress)
    case .directed(.wipe, let heading):
      return try uncover(outgoing, incoming, map(of: kind, .wipe(heading)), progress)
    case .directed(.slide, let heading):
      return try move(outgoing, incoming, Movement(heading, outgoing: progress / 2, incoming: progress - 1))
    case .directed(.push, let heading):
      return try move(outgoing, incoming, Movement(heading, outgoing: progress, incoming: progress - 1))
    case .directed(.cover, let heading):
      return try move(outgoing, incoming, Movement(heading, outgoing: 0, incoming: progress - 1))
    case .directed(.reveal, let heading):
      return try move(incoming, outgoing, Movement(heading, outgoing: 0, incoming: progress))
    case .colored(.fadeThrough, let color):
      return progress < 0.5
        ? try fade(outgoing, codes(color), covering: 2 * progress)
        : try fade(incoming, codes(color), covering: 2 - 2 * progress)
    case .pictured(.luma, let picture):
      return try uncover(outgoing, incoming, map(of: kind, picture), progress)
    }
  }

  // MARK: Edges

  private func uncover(
    _ outgoing: VideoFrame, _ incoming: VideoFrame, _ map: RevealMap, _ progress: Double
  ) throws(RenderingError) -> VideoFrame {
    try combine(outgoing, incoming) { map.uncover($1, in: $0, plane: $2, progress: progress) }
  }

  private func map(of kind: TransitionKind<TransitionPicture>, _ shape: RevealShape) -> RevealMap {
    if let lastMap, lastMap.kind == kind { return lastMap.map }
    let map = RevealMap(shape, size: canvas.size)
    lastMap = (kind, map)
    return map
  }

  private func map(
    of kind: TransitionKind<TransitionPicture>, _ picture: TransitionPicture
  ) throws(RenderingError) -> RevealMap {
    if let lastMap, lastMap.kind == kind { return lastMap.map }
    let map = RevealMap(
      try sources.stillImage(ofMedia: picture.media, stream: picture.stream, size: canvas.size))
    lastMap = (kind, map)
    return map
  }

  // MARK: Blends

  private func dissolve(
    _ outgoing: VideoFrame, _ incoming: VideoFrame, _ progress: Double
  ) throws(RenderingError) -> VideoFrame {
    try combine(outgoing, incoming) { target, source, _ in
      lay(source, from: (0, 0), onto: target, in: PlaneArea(target), opacity: progress)
    }
  }

  private func fade(
    _ picture: VideoFrame, _ codes: [Double], covering share: Double
  ) throws(RenderingError) -> VideoFrame {
    try copy(picture) { planes in
      for (plane, code) in zip(planes, codes) { cover(plane, with: code, share: share) }
    }
  }

  // MARK: Movements

  private func move(
    _ below: VideoFrame, _ above: VideoFrame, _ movement: Movement
  ) throws(RenderingError) -> VideoFrame {
    try copy(below) { planes in
      below.withPlanes { sources in
        for (target, source) in zip(planes, sources) where movement.outgoing != 0 {
          shift(source, movement.offset(movement.outgoing, in: target), movement.isHorizontal, onto: target)
        }
      }
      above.withPlanes { sources in
        for (target, source) in zip(planes, sources) {
          shift(source, movement.offset(movement.incoming, in: target), movement.isHorizontal, onto: target)
        }
      }
    }
  }

  // MARK: Distortions

  /// Blocks grow until the middle of the transition and then shrink; around the middle, the pictures
  /// dissolve.
  private func pixelate(
    _ outgoing: VideoFrame, _ incoming: VideoFrame, _ progress: Double
  ) throws(RenderingError) -> VideoFrame {
    let changed = min(max((progress - 0.4) / 0.2, 0), 1)
    let mixed = changed == 0 ? outgoing : changed == 1 ? incoming : try dissolve(outgoing, incoming, changed)
    let halfSide = Int((Double(shorterSide(of: mixed)) / 20 * midpointWeight(progress)).rounded())
    guard halfSide > 0 else { return mixed }
    return try copy(mixed) { planes in
      for (index, plane) in planes.enumerated() { average(plane, side: index == 0 ? 2 * halfSide : halfSide) }
    }
  }

  private func blur(
    _ outgoing: VideoFrame, _ incoming: VideoFrame, _ progress: Double
  ) throws(RenderingError) -> VideoFrame {
    let halfRadius = Int((Double(shorterSide(of: outgoing)) / 60 * midpointWeight(progress)).rounded())
    let mixed = try dissolve(outgoing, incoming, progress)
    guard halfRadius > 0 else { return mixed }
    return try copy(mixed) { planes in
      for (index, plane) in planes.enumerated() {
        blurTwice(plane, radius: index == 0 ? 2 * halfRadius : halfRadius)
      }
    }
  }

  private func shorterSide(of picture: VideoFrame) -> Int { min(picture.size.width, picture.size.height) }

  /// 0 at both ends of the change, 1 in its middle.
  private func midpointWeight(_ progress: Double) -> Double { 1 - abs(2 * progress - 1) }

  // MARK: Planes

  private func copy(
    _ picture: VideoFrame, _ change: ([MutablePlane]) -> Void
  ) throws(RenderingError) -> VideoFrame {
    do throws(LibAVError) { return try picture.copy(pool: pool, changing: change) } catch {
      throw .media(error)
    }
  }

  /// Returns a copy of the first picture, with each plane changed by the second one's.
  private func combine(
    _ first: VideoFrame, _ second: VideoFrame,
    _ change: (_ target: MutablePlane, _ source: Plane, _ index: Int) -> Void
  ) throws(RenderingError) -> VideoFrame {
    try copy(first) { planes in
      second.withPlanes { sources in
        for (index, (target, source)) in zip(planes, sources).enumerated() { change(target, source, index) }
      }
    }
  }
}

/// The displacements of the lower and the upper picture, as fractions of the canvas.
private struct Movement {
  let isHorizontal: Bool
  let outgoing: Double
  let incoming: Double

  init(_ heading: Heading, outgoing: Double, incoming: Double) {
    isHorizontal = heading.x != 0
    let sign = Double(isHorizontal ? heading.x : heading.y)
    self.outgoing = sign * outgoing
    self.incoming = sign * incoming
  }

  /// In 256ths of a sample of the plane.
  func offset(_ share: Double, in plane: MutablePlane) -> Int {
    Int((share * Double(isHorizontal ? plane.width : plane.height) * 256).rounded())
  }
}

extension PlaneArea {
  init(_ plane: MutablePlane) {
    self.init(x: 0, y: 0, width: plane.width, height: plane.height)
  }
}
