import Composition

/// Pictures that are drawn from numbers, at any size and position.

/// One colour everywhere.
struct ColorField: PictureField {
  let color: PictureSample

  func sample(x: Double, y: Double) -> PictureSample { color }
}

/// A linear or radial gradient.
struct GradientField: PictureField {
  private let colors: [GradientStop]
  private let isRadial: Bool
  private let direction: (x: Double, y: Double)
  private let middle: (x: Double, y: Double)
  /// The distance between the lines of the first and the last colour, or the radius.
  private let length: Double

  init(_ gradient: Gradient, size: ExactSize, in canvas: CanvasColor) {
    colors = gradient.colors.map { GradientStop($0, in: canvas) }
    isRadial = gradient.circle != nil
    if let circle = gradient.circle {
      direction = (x: 0, y: 0)
      middle = (x: circle.x * size.width, y: circle.y * size.height)
      length = circle.length(in: size)
      return
    }
    let turn = Turn(degrees: gradient.degrees)
    direction = (x: turn.sine, y: -turn.cosine)
    middle = (x: size.width / 2, y: size.height / 2)
    // As in CSS, just long enough for the corners to have the first and the last colour.
    length = abs(size.width * turn.sine) + abs(size.height * turn.cosine)
  }

  func sample(x: Double, y: Double) -> PictureSample {
    let share = isRadial ? shareAcrossCircle(x, y) : shareAlongLine(x, y)
    let position = share * Double(colors.count - 1)
    let index = min(Int(position), colors.count - 2)
    return colors[index].mixed(with: colors[index + 1], part: position - Double(index))
  }

  private func shareAlongLine(_ x: Double, _ y: Double) -> Double {
    let way = (x - middle.x) * direction.x + (y - middle.y) * direction.y
    return length > 0 ? min(max(way / length + 0.5, 0), 1) : 0
  }

  private func shareAcrossCircle(_ x: Double, _ y: Double) -> Double {
    let (across, down) = (x - middle.x, y - middle.y)
    let distance = (across * across + down * down).squareRoot()
    return distance < length ? distance / length : 1
  }
}

/// A colour with premultiplied alpha.
private struct GradientStop {
  let values: SIMD4<Double>

  init(_ color: Color, in canvas: CanvasColor) {
    let yuv = YUVColor(color, in: canvas)
    let alpha = Double(color.alpha) / 255
    values = SIMD4(yuv.y * 256 * alpha, yuv.u * 256 * alpha, yuv.v * 256 * alpha, 32768 * alpha)
  }

  func mixed(with other: GradientStop, part: Double) -> PictureSample {
    let sum = values * (1 - part) + other.values * part
    return PictureSample(rounding: sum)
  }
}

extension PictureSample {
  init(_ color: Color, in canvas: CanvasColor) {
    let stop = GradientStop(color, in: canvas).values
    self = PictureSample(rounding: stop)
  }
}

/// A filled or outlined shape.
struct ShapeField: PictureField {
  private let outline: ShapeOutline
  private let fill: PictureSample
  private let stroke: PictureSample
  private let strokeWidth: Double
  private let isLine: Bool
  private let size: ExactSize

  /// `scale` is the magnification of the shape's lengths.
  init(_ shape: DrawnShape, size: ExactSize, scale: Double, in canvas: CanvasColor) {
    self.size = size
    outline = ShapeOutline(shape.outline, size: size, scale: scale)
    fill = shape.fill.map { PictureSample($0, in: canvas) } ?? .nothing
    stroke = shape.stroke.map { PictureSample($0.color, in: canvas) } ?? .nothing
    strokeWidth = (shape.stroke?.width ?? 0) * scale
    isLine = shape.outline == .line
  }

  func sample(x: Double, y: Double) -> PictureSample {
    if isLine { return stroke.weighted(by: coverage(abs(y - size.height / 2) - strokeWidth / 2)) }
    if strokeWidth == 0, let polygon = outline.polygon {
      return fill.weighted(by: polygon.coverage(x: x, y: y, side: 1))
    }
    let distance = outline.distance(x: x, y: y)
    let inner = coverage(distance + strokeWidth)
    let outer = outline.polygon?.coverage(x: x, y: y, side: 1) ?? coverage(distance)
    if strokeWidth == 0 { return fill.weighted(by: outer) }
    return fill.weighted(by: inner) &+ stroke.weighted(by: outer > inner ? outer - inner : 0)
  }
}

/// The covered part of a pixel, from the distance of its centre to the outline, which is negative inside.
func coverage(_ distance: Double) -> UInt32 {
  UInt32((min(max(0.5 - distance, 0), 1) * 32768).rounded())
}

/// The distance of positions from the outline of a shape that fills a box.
struct ShapeOutline {
  private let half: (x: Double, y: Double)
  private let radius: Double
  private let isEllipse: Bool
  /// Nil for other shapes.
  let polygon: PolygonOutline?

  init(_ outline: DrawnShape.Outline, size: ExactSize, scale: Double) {
    half = (x: size.width / 2, y: size.height / 2)
    polygon = if case .polygon(let points) = outline { PolygonOutline(points, size: size) } else { nil }
    switch outline {
    case .rectangle(let radius):
      self.radius = min(radius * scale, half.x, half.y)
      isEllipse = false
    case .ellipse:
      radius = 0
      isEllipse = true
    case .line, .polygon:
      radius = 0
      isEllipse = false
    }
  }

  /// Negative inside.
  func distance(x: Double, y: Double) -> Double {
    if let polygon { return polygon.distance(x: x, y: y) }
    let (dx, dy) = (abs(x - half.x), abs(y - half.y))
    return isEllipse ? distanceToEllipse(dx, dy) : distanceToRectangle(dx, dy)
  }

  private func distanceToRectangle(_ dx: Double, _ dy: Double) -> Double {
    let (x, y) = (dx - half.x + radius, dy - half.y + radius)
    let outside = (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot()
    return outside + min(max(x, y), 0) - radius
  }

  /// The first step of Newton's method, which is exact on the axes and accurate to a hundredth of a pixel
  /// near the edge.
  private func distanceToEllipse(_ dx: Double, _ dy: Double) -> Double {
    guard half.x > 0, half.y > 0 else { return 1 }
    let (x, y) = (dx / half.x, dy / half.y)
    let radius = (x * x + y * y).squareRoot()
    let (slopeX, slopeY) = (x / half.x, y / half.y)
    let slope = (slopeX * slopeX + slopeY * slopeY).squareRoot()
    guard slope > 0 else { return -min(half.x, half.y) }
    return radius * (radius - 1) / slope
  }
}
