import Composition
import LibAV
import MediaFacts

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
