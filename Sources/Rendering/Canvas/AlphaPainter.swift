import Composition
import LibAV

/// Composites the visible layers of a frame over a transparent background.
struct AlphaPainter {
  private let canvas: Canvas
  /// Luma and two chroma planes, with the sizes of the canvas's planes.
  private var planes: [WeightedPlane]

  init(_ canvas: Canvas) {
    self.canvas = canvas
    let size = canvas.size
    let background = PictureSample(canvas.background, in: canvas.color)
    planes = [background.x, background.y, background.z].enumerated().map { index, value in
      let step = index == 0 ? 1 : 2
      var plane = WeightedPlane(
        x: 0, y: 0, width: (size.width + step - 1) / step, height: (size.height + step - 1) / step)
      if background.w > 0 { plane.fill(value: value, weight: background.w) }
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
    case .blended(let picture): lay(picture, blend: layer.blend, opacity: opacity)
    case .several(let pictures):
      for picture in pictures { lay(picture, blend: layer.blend, opacity: opacity) }
    }
  }

  private mutating func lay(_ picture: BlendedPicture, blend: BlendMode, opacity: UInt32) {
    var picture = picture
    if blend != .normal {
      picture = BlendPainter(blend, in: canvas.color).mixed(
        picture, over: (luma: planes[0], u: planes[1], v: planes[2]))
    }
    for (index, source) in [picture.luma, picture.u, picture.v].enumerated() {
      planes[index].lay(source, opacity: opacity)
    }
  }

  /// The result, for a canvas of the same size and colours.
  var picture: BlendedPicture {
    let box = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    return BlendedPicture(luma: planes[0], u: planes[1], v: planes[2], box: box, isOpaque: false)
  }

  // MARK: Colours and coverage

  /// Creates a canvas from its colours over black and its weights as codes: both 4:2:0 in ten bits.
  init(_ canvas: Canvas, overBlack: VideoFrame, coverage: VideoFrame) {
    self.init(canvas)
    overBlack.withPlanes { colors in
      coverage.withPlanes { weights in
        for index in planes.indices where colors.indices.contains(index) && weights.indices.contains(index) {
          planes[index].read(colors[index], weights: weights[index], black: Self.black(ofPlane: index))
        }
      }
    }
  }

  func overBlack(pool: FramePool) throws(LibAVError) -> VideoFrame {
    try deepFrame(pool: pool) { index, value, weight in
      value &+ (Self.black(ofPlane: index) &* (PictureSample.fullWeight &- weight)) >> 15
    }
  }

  /// Returns the weight of each sample as a code.
  func coverage(pool: FramePool) throws(LibAVError) -> VideoFrame {
    try deepFrame(pool: pool) { _, _, weight in Self.value(ofWeight: weight) }
  }

  /// In 256ths of an eight-bit code.
  private static func black(ofPlane index: Int) -> UInt32 { (index == 0 ? 16 : 128) << 8 }

  /// Maps full weight to the greatest ten-bit code.
  private static func value(ofWeight weight: UInt32) -> UInt32 {
    ((weight &* UInt32(UInt16.greatest) &+ 16384) >> 15) << UInt16.fractionBits
  }

  private func deepFrame(
    pool: FramePool, _ value: (_ plane: Int, _ value: UInt32, _ weight: UInt32) -> UInt32
  ) throws(LibAVError) -> VideoFrame {
    try VideoFrame.allocate(size: canvas.size, layout: .yuv420p10, color: canvas.color.tags, pool: pool) {
      targets in
      for (index, (target, plane)) in zip(targets, planes).enumerated() {
        for y in 0..<target.height {
          let row = target.row(y, of: UInt16.self)
          for x in 0..<target.width {
            let place = y * plane.width + x
            let code = value(index, UInt32(plane.values[place]), UInt32(plane.weights[place]))
            row[x] = UInt16(
              truncatingIfNeeded: min(
                (code &+ 1 << (UInt16.fractionBits - 1)) >> UInt16.fractionBits, UInt16.greatest))
          }
        }
      }
    }
  }

  // MARK: Frames

  func frame(pool: FramePool) throws(LibAVError) -> VideoFrame {
    try DrawnRaster(size: canvas.size, canvas: canvas, pool: pool).frame(
      of: AlphaField(luma: planes[0], u: planes[1], v: planes[2]), hasAlpha: true)
  }

  /// Returns the canvas for an encoder of luma, chroma and alpha: with straight alpha, and with chroma
  /// weighted by the alpha of the pixels in its block.
  func straightFrame(depth: CanvasDepth, pool: FramePool) throws(LibAVError) -> VideoFrame {
    // Black if no visible sample is near.
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

/// The samples of a painted canvas; all pixels of a block have its chroma.
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
  /// Returns the values without their weights. Samples without weight take the mean of their neighbours, up
  /// to `reach` samples from the edge, and `nothing` beyond: encoders and scalers mix neighbours, which must
  /// not change the colour at an edge.
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

  /// How far colours extend beyond the visible edge, in samples.
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

  /// Reads colours over black and their weights, both as ten-bit codes.
  fileprivate mutating func read(_ colors: Plane, weights: Plane, black: UInt32) {
    for y in 0..<min(height, colors.height, weights.height) {
      let (colorRow, weightRow) = (colors.row(y, of: UInt16.self), weights.row(y, of: UInt16.self))
      for x in 0..<min(width, colors.width, weights.width) {
        let greatest = UInt32(UInt16.greatest)
        let weight =
          (UInt32(weightRow[x]) &* PictureSample.fullWeight &+ greatest / 2) / greatest
        let missing = (black &* (PictureSample.fullWeight &- min(weight, PictureSample.fullWeight))) >> 15
        let value = UInt32(colorRow[x]) << UInt16.fractionBits
        set(y * width + x, value: value > missing ? value &- missing : 0, weight: weight)
      }
    }
  }

  /// Returns a value rescaled to another weight.
  fileprivate func value(_ index: Int, weighted weight: UInt32) -> UInt32 {
    let own = UInt32(weights[index])
    if own == weight || own == 0 { return UInt32(values[index]) }
    return min((UInt32(values[index]) &* weight &+ own / 2) / own, 65280)
  }

  fileprivate mutating func lay(_ source: WeightedPlane, opacity: UInt32) {
    let columns = max(0, min(source.width, width - source.x))
    for line in 0..<max(0, min(source.height, height - source.y)) {
      let (from, to) = (line * source.width, (source.y + line) * width + source.x)
      source.values.withUnsafeBufferPointer { sourceValues in
        source.weights.withUnsafeBufferPointer { sourceWeights in
          layRow(at: to, count: columns, opacity: opacity) { column in
            (UInt32(sourceValues[from &+ column]), UInt32(sourceWeights[from &+ column]))
          }
        }
      }
    }
  }

  /// Composites an opaque picture.
  fileprivate mutating func lay<Sample: PlaneSample>(
    _ source: Plane, from origin: (x: Int, y: Int), in area: PlaneArea, opacity: UInt32, _ type: Sample.Type
  ) {
    let columns = min(area.width, width - area.x, source.width - origin.x)
    guard columns > 0 else { return }
    let (shift, full) = (type.fractionBits, PictureSample.fullWeight)
    for line in 0..<max(0, min(area.height, height - area.y, source.height - origin.y)) {
      let row = source.row(origin.y + line, of: type)
      layRow(at: (area.y + line) * width + area.x, count: columns, opacity: opacity) { column in
        (UInt32(truncatingIfNeeded: row[origin.x &+ column]) &<< shift, full)
      }
    }
  }

  /// Composites weighted values over the existing ones.
  @inline(__always)
  private mutating func layRow(
    at start: Int, count: Int, opacity: UInt32, _ sample: (Int) -> (value: UInt32, weight: UInt32)
  ) {
    let full = PictureSample.fullWeight
    values.withUnsafeMutableBufferPointer { values in
      weights.withUnsafeMutableBufferPointer { weights in
        for column in 0..<count {
          let (sourceValue, sourceWeight) = sample(column)
          let (value, weight) = ((sourceValue &* opacity) >> 16, (sourceWeight &* opacity) >> 16)
          let (index, rest) = (start &+ column, full &- weight)
          values[index] = UInt16(
            truncatingIfNeeded: min(value &+ (UInt32(values[index]) &* rest &+ 16384) >> 15, 65280))
          weights[index] = UInt16(
            truncatingIfNeeded: min(weight &+ (UInt32(weights[index]) &* rest &+ 16384) >> 15, full))
        }
      }
    }
  }
}
