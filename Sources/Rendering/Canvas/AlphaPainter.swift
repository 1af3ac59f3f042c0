import Composition
import LibAV
import MediaFacts
import Vocabulary

/// Lays the shown layers of one frame over each other and a transparent background.
struct AlphaPainter {
  private let canvas: Canvas
  /// Luma and two chromas, as large as those planes of the canvas.
  private var planes: [WeightedPlane]

  init(_ canvas: Canvas) {
    self.canvas = canvas
    let size = canvas.size
    let background = PictureSample(canvas.background, in: canvas.color)
    planes = [background.x, background.y, background.z].enumerated().map { index, value in
      let step = index == 0 ? 1 : 2
      var plane = WeightedPlane(
        x: 0, y: 0, width: (size.width + step - 1) / step, height: (size.height + step - 1) / step)
      plane.fill(value: value, weight: background.w)
      return plane
    }
  }

  mutating func lay(_ layer: ShownLayer) {
    let opacity = UInt32((layer.opacity * 65536).rounded())
    switch layer.picture {
    case .aligned(let frame, let offset):
      frame.withPlanes { sources in
        for index in planes.indices where sources.indices.contains(index) {
          let step = index == 0 ? 1 : 2
          let area = PlaneArea(
            x: layer.box.x / step, y: layer.box.y / step,
            width: (layer.box.width + step - 1) / step, height: (layer.box.height + step - 1) / step)
          let origin = (x: offset.x / step, y: offset.y / step)
          if sources[index].isDeep {
            planes[index].lay(sources[index], from: origin, in: area, opacity: opacity, UInt16.self)
          } else {
            planes[index].lay(sources[index], from: origin, in: area, opacity: opacity, UInt8.self)
          }
        }
      }
    case .blended(let picture):
      for (index, source) in [picture.luma, picture.u, picture.v].enumerated() {
        planes[index].lay(source, opacity: opacity)
      }
    }
  }

  func frame(pool: FramePool) throws(LibAVError) -> VideoFrame {
    try DrawnRaster(size: canvas.size, canvas: canvas, pool: pool).frame(
      of: AlphaField(luma: planes[0], u: planes[1], v: planes[2]), hasAlpha: true)
  }

  /// The canvas as an encoder of luma, chroma and alpha is given it: alpha is not multiplied in, and samples of a block of
  /// pixels are weighted with their alpha.
  func straightFrame(depth: CanvasDepth, pool: FramePool) throws(LibAVError) -> VideoFrame {
    // Black, where nothing is near.
    let straight = planes.enumerated().map { index, plane in
      plane.straight(without: (index == 0 ? 16 : 128) << 8)
    }
    return try VideoFrame.allocate(
      size: canvas.size, layout: depth == .eight ? .yuva420p : .yuva420p10, color: canvas.color.tags,
      pool: pool
    ) { target in
      guard target.count == 4 else { return }
      for (index, codes) in (straight + [planes[0].weights]).enumerated() {
        if depth == .eight {
          write(codes, to: target[index], isAlpha: index == 3, UInt8.self)
        } else {
          write(codes, to: target[index], isAlpha: index == 3, UInt16.self)
        }
      }
    }
  }

  private func write<Sample: PlaneSample>(
    _ codes: [UInt16], to plane: MutablePlane, isAlpha: Bool, _ type: Sample.Type
  ) {
    let shift = type.fractionBits
    for y in 0..<plane.height {
      let row = plane.row(y, of: type)
      for x in 0..<plane.width {
        let code = UInt32(codes[y * plane.width + x])
        row[x] = Sample(
          truncatingIfNeeded: isAlpha
            ? (code &* type.greatest &+ 16384) &>> 15
            : min((code &+ 1 &<< (shift &- 1)) &>> shift, type.greatest))
      }
    }
  }
}

/// The samples of a painted canvas; the chroma of a block is that of each of its pixels.
private struct AlphaField: PictureField {
  let luma: WeightedPlane
  let u: WeightedPlane
  let v: WeightedPlane

  func sample(x: Double, y: Double) -> PictureSample {
    let (x, y) = (Int(x), Int(y))
    let index = y * luma.width + x
    let block = (y / 2) * u.width + x / 2
    let weight = UInt32(luma.weights[index])
    return PictureSample(
      UInt32(luma.values[index]), u.value(block, weighted: weight), v.value(block, weighted: weight), weight)
  }
}

extension WeightedPlane {
  /// The values without their weights. What has no weight takes on the values around it, some samples far, and
  /// beyond them `nothing`: encoders and scalers mix neighbours, and the colour at an edge must not change by it.
  fileprivate func straight(without nothing: UInt16) -> [UInt16] {
    var codes = values
    var isKnown = [Bool](repeating: false, count: values.count)
    for index in values.indices where weights[index] > 0 {
      let weight = UInt32(weights[index])
      codes[index] = UInt16(
        truncatingIfNeeded: min((UInt32(values[index]) &* 32768 &+ weight / 2) / weight, 65280))
      isKnown[index] = true
    }
    var edge = (0..<height).flatMap { y in unknown(besideKnown: isKnown, inRow: y) }
    for _ in 0..<Self.reach {
      let means = edge.map { index in mean(around: index, codes, isKnown) }
      for (index, mean) in zip(edge, means) { codes[index] = mean }
      for index in edge { isKnown[index] = true }
      var next: [Int] = []
      var isListed = Set<Int>()
      for index in edge {
        forEachNeighbour(of: index) { neighbour in
          if !isKnown[neighbour], isListed.insert(neighbour).inserted { next.append(neighbour) }
        }
      }
      edge = next
    }
    for index in codes.indices where !isKnown[index] { codes[index] = nothing }
    return codes
  }

  /// How far colours go on beyond the edge of what is visible, in samples.
  private static var reach: Int { 4 }

  private func unknown(besideKnown isKnown: [Bool], inRow y: Int) -> [Int] {
    let rows = max(0, y - 1)..<min(height, y + 2)
    guard isKnown[(rows.lowerBound * width)..<(rows.upperBound * width)].contains(true) else { return [] }
    return (y * width..<(y + 1) * width).filter { index in
      guard !isKnown[index] else { return false }
      var hasKnown = false
      forEachNeighbour(of: index) { if isKnown[$0] { hasKnown = true } }
      return hasKnown
    }
  }

  private func mean(around index: Int, _ codes: [UInt16], _ isKnown: [Bool]) -> UInt16 {
    var (sum, count): (UInt32, UInt32) = (0, 0)
    forEachNeighbour(of: index) { neighbour in
      guard isKnown[neighbour] else { return }
      sum &+= UInt32(codes[neighbour])
      count &+= 1
    }
    return UInt16(truncatingIfNeeded: (sum &+ count / 2) / max(1, count))
  }

  private func forEachNeighbour(of index: Int, _ body: (Int) -> Void) {
    let (x, y) = (index % width, index / width)
    for line in max(0, y - 1)...min(height - 1, y + 1) {
      for column in max(0, x - 1)...min(width - 1, x + 1) where line != y || column != x {
        body(line * width + column)
      }
    }
  }

  fileprivate mutating func fill(value: UInt32, weight: UInt32) {
    for index in values.indices { set(index, value: value, weight: weight) }
  }

  /// A value as it would be with another weight.
  fileprivate func value(_ index: Int, weighted weight: UInt32) -> UInt32 {
    let own = UInt32(weights[index])
    if own == weight || own == 0 { return UInt32(values[index]) }
    return min((UInt32(values[index]) &* weight &+ own / 2) / own, 65280)
  }

  /// Lays a value over the one that is there.
  private mutating func lay(value: UInt32, weight: UInt32, opacity: UInt32, at index: Int) {
    let (value, weight) = ((value &* opacity) >> 16, (weight &* opacity) >> 16)
    let rest = PictureSample.fullWeight &- weight
    set(
      index, value: value &+ (UInt32(values[index]) &* rest &+ 16384) >> 15,
      weight: weight &+ (UInt32(weights[index]) &* rest &+ 16384) >> 15)
  }

  fileprivate mutating func lay(_ source: WeightedPlane, opacity: UInt32) {
    for line in 0..<max(0, min(source.height, height - source.y)) {
      for column in 0..<max(0, min(source.width, width - source.x)) {
        let from = line * source.width + column
        lay(
          value: UInt32(source.values[from]), weight: UInt32(source.weights[from]), opacity: opacity,
          at: (source.y + line) * width + source.x + column)
      }
    }
  }

  /// The same with an opaque picture.
  fileprivate mutating func lay<Sample: PlaneSample>(
    _ source: Plane, from origin: (x: Int, y: Int), in area: PlaneArea, opacity: UInt32, _ type: Sample.Type
  ) {
    let shown = min(area.width, width - area.x, source.width - origin.x)
    guard shown > 0 else { return }
    for line in 0..<max(0, min(area.height, height - area.y, source.height - origin.y)) {
      let row = source.row(origin.y + line, of: type)
      for column in 0..<shown {
        lay(
          value: UInt32(truncatingIfNeeded: row[origin.x + column]) &<< type.fractionBits,
          weight: PictureSample.fullWeight, opacity: opacity,
          at: (area.y + line) * width + area.x + column)
      }
    }
  }
}
