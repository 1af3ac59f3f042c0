import Composition
import LibAV

/// A weighted picture, cropped to its layer's box, for blending onto the canvas.
///
/// Values are premultiplied by their weights. Luma has one value and weight per pixel, chroma one per 2x2
/// block of the *canvas*, so odd positions and soft edges are correct.
struct BlendedPicture {
  private(set) var luma: WeightedPlane
  private(set) var u: WeightedPlane
  private(set) var v: WeightedPlane
  /// Its box on the canvas.
  private(set) var box: PixelBox
  let isOpaque: Bool
}

/// Values and weights of a rectangle of one canvas plane.
struct WeightedPlane {
  /// The rectangle's position and size, in samples of the canvas plane.
  let x: Int
  private(set) var y: Int
  let width: Int
  private(set) var height: Int
  /// In 256ths of an eight-bit code at every depth, premultiplied by the weight.
  var values: [UInt16]
  /// 0 to 32768.
  var weights: [UInt16]

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    values = Array(repeating: 0, count: width * height)
    weights = Array(repeating: 0, count: width * height)
  }
}

extension BlendedPicture {
  /// Fills a box with one colour.
  init(color: Color, box: PixelBox, in canvasColor: CanvasColor) {
    let sample = PictureSample(color, in: canvasColor)
    self.init(box: box, isOpaque: color.alpha == 255) { _, _ in sample }
  }

  /// Takes the pixels of a picture that is aligned with the canvas; `offset` is the box's origin in it.
  init(_ image: TexelImage, offset: (x: Int, y: Int), box: PixelBox) {
    self.init(box: box, isOpaque: image.isOpaque) { x, y in image.texel(x: x + offset.x, y: y + offset.y) }
  }

  /// Samples every pixel of the box once, at coordinates relative to its corner.
  init(box: PixelBox, isOpaque: Bool = false, sample: (_ x: Int, _ y: Int) -> PictureSample) {
    var luma = WeightedPlane(x: box.x, y: box.y, width: box.width, height: box.height)
    let (left, top) = (box.x / 2, box.y / 2)
    let blocks = PixelBox(
      x: left, y: top, width: (box.x + box.width + 1) / 2 - left, height: (box.y + box.height + 1) / 2 - top)
    var sums = [PictureSample](repeating: .nothing, count: blocks.width * blocks.height)
    for y in 0..<box.height {
      let line = y * box.width
      let blockLine = ((box.y + y) / 2 - top) * blocks.width
      for x in 0..<box.width {
        let value = sample(x, y)
        guard value != .nothing else { continue }
        luma.set(line + x, value: value.x, weight: value.w)
        sums[blockLine + (box.x + x) / 2 - left] &+= value
      }
    }
    var u = WeightedPlane(x: left, y: top, width: blocks.width, height: blocks.height)
    var v = u
    for (index, sum) in sums.enumerated() {
      let mean = (sum &+ 2) &>> 2
      u.set(index, value: mean.y, weight: mean.w)
      v.set(index, value: mean.z, weight: mean.w)
    }
    self.init(luma: luma, u: u, v: v, box: box, isOpaque: isOpaque)
  }
}

extension BlendedPicture {
  /// The same pixels further down by an even distance, as far as they are on a canvas of this height; nil if
  /// none of them is. Without an edge of the canvas in it, the picture shares its values.
  func moved(down distance: Int, onCanvasOfHeight height: Int) -> BlendedPicture? {
    var moved = self
    moved.box.y += distance
    moved.box = moved.box.intersection(PixelBox(x: box.x, y: 0, width: box.width, height: height))
    guard !moved.box.isEmpty else { return nil }
    moved.luma.move(down: distance, onCanvasOfHeight: height)
    moved.u.move(down: distance / 2, onCanvasOfHeight: (height + 1) / 2)
    moved.v.move(down: distance / 2, onCanvasOfHeight: (height + 1) / 2)
    return moved
  }
}

extension WeightedPlane {
  fileprivate mutating func move(down distance: Int, onCanvasOfHeight canvas: Int) {
    y += distance
    let rows = max(0, -y)..<max(max(0, -y), min(height, canvas - y))
    guard rows != 0..<height else { return }
    values = Array(values[rows.lowerBound * width..<rows.upperBound * width])
    weights = Array(weights[rows.lowerBound * width..<rows.upperBound * width])
    y += rows.lowerBound
    height = rows.count
  }

  mutating func set(_ index: Int, value: UInt32, weight: UInt32) {
    values[index] = UInt16(truncatingIfNeeded: min(value, 65280))
    weights[index] = UInt16(truncatingIfNeeded: min(weight, PictureSample.fullWeight))
  }
}

/// A layer's contribution to a frame, in the canvas's pixels.
enum LayerPicture {
  /// A 4:2:0 picture without alpha whose pixels and chroma samples align with the canvas; `offset` is the
  /// origin of the layer's box in it, in even pixels.
  case aligned(VideoFrame, offset: (x: Int, y: Int))
  /// Any other picture: with alpha, or at odd positions.
  case blended(BlendedPicture)
  /// Pictures that are laid one after the other.
  case several([BlendedPicture])

  var isOpaque: Bool {
    switch self {
    case .aligned: true
    case .blended(let picture): picture.isOpaque
    case .several: false
    }
  }
}
