package import Basics

/// The properties of a drawn picture that change over the layer's own time; nil ones are constant.
package struct DrawnChanges: Hashable, Sendable, Codable {
  /// The colour of a plain picture, of the inside of a shape, or of letters.
  package var color: ColorCurves?
  /// The colours of a gradient in order; empty if they are constant.
  package var gradient: [ColorCurves] = []
  /// The direction of a gradient, in degrees.
  package var degrees: Curve?
  /// The centre and the radius of a radial gradient.
  package var circle: CircleCurves?
  /// How far noise reaches.
  package var amount: Curve?
  package var strokeWidth: Curve?
  package var strokeColor: ColorCurves?
  /// Of the corners of a shape, or of the box behind words.
  package var radius: Curve?
  package var boxColor: ColorCurves?
  package var boxPadding: Curve?
  package var boxSidePadding: Curve?
  package var shadowColor: ColorCurves?
  package var shadowBlur: Curve?

  package init() {}

  /// Whether nothing changes.
  package var isEmpty: Bool { self == DrawnChanges() }

  package func mapCurves<Failure>(
    _ change: (Curve) throws(Failure) -> Curve
  ) throws(Failure) -> DrawnChanges {
    func changed(_ curve: Curve?) throws(Failure) -> Curve? {
      guard let curve else { return nil }
      return try change(curve)
    }
    func changed(_ color: ColorCurves?) throws(Failure) -> ColorCurves? {
      guard let color else { return nil }
      return try color.mapCurves(change)
    }
    var result = self
    result.color = try changed(color)
    for index in gradient.indices { result.gradient[index] = try gradient[index].mapCurves(change) }
    result.degrees = try changed(degrees)
    if let circle { result.circle = try circle.mapCurves(change) }
    result.amount = try changed(amount)
    result.strokeWidth = try changed(strokeWidth)
    result.strokeColor = try changed(strokeColor)
    result.radius = try changed(radius)
    result.boxColor = try changed(boxColor)
    result.boxPadding = try changed(boxPadding)
    result.boxSidePadding = try changed(boxSidePadding)
    result.shadowColor = try changed(shadowColor)
    result.shadowBlur = try changed(shadowBlur)
    return result
  }
}

/// The circle of a radial gradient over time.
package struct CircleCurves: Hashable, Sendable, Codable {
  package var x: Curve
  package var y: Curve
  package var radius: Curve

  package init(x: Curve, y: Curve, radius: Curve) {
    self.x = x
    self.y = y
    self.radius = radius
  }

  package func circle(at moment: RationalTime) -> GradientCircle {
    GradientCircle(
      x: x.value(at: moment), y: y.value(at: moment), radius: max(0, radius.value(at: moment)))
  }

  package func mapCurves<Failure>(_ change: (Curve) throws(Failure) -> Curve) throws(Failure) -> CircleCurves
  {
    CircleCurves(x: try change(x), y: try change(y), radius: try change(radius))
  }
}

/// A colour over time. The curves are those of alpha and of the channels premultiplied by alpha, as in CSS,
/// so that a colour fades to `transparent` without turning black.
package struct ColorCurves: Hashable, Sendable, Codable {
  package var red: Curve
  package var green: Curve
  package var blue: Curve
  package var alpha: Curve

  package init(red: Curve, green: Curve, blue: Curve, alpha: Curve) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The nearest 8-bit colour; rounding errors do not leave the range of the channels.
  package func color(at time: RationalTime) -> Color {
    let alpha = min(max(self.alpha.value(at: time), 0), 255)
    guard alpha > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
    func channel(_ curve: Curve) -> UInt8 {
      UInt8(min(max(curve.value(at: time) * 255 / alpha, 0), 255).rounded())
    }
    return Color(red: channel(red), green: channel(green), blue: channel(blue), alpha: UInt8(alpha.rounded()))
  }

  package func mapCurves<Failure>(
    _ change: (Curve) throws(Failure) -> Curve
  ) throws(Failure) -> ColorCurves {
    ColorCurves(
      red: try change(red), green: try change(green), blue: try change(blue), alpha: try change(alpha))
  }
}

extension Picture {
  /// The picture at a moment. Text keeps its layout; only its painting changes.
  package func changed(by changes: DrawnChanges, at moment: RationalTime) -> Picture {
    switch self {
    case .color(let color): return .color(changes.color?.color(at: moment) ?? color)
    case .gradient(var gradient):
      if !changes.gradient.isEmpty { gradient.colors = changes.gradient.map { $0.color(at: moment) } }
      if let degrees = changes.degrees { gradient.degrees = degrees.value(at: moment) }
      if let circle = changes.circle { gradient.circle = circle.circle(at: moment) }
      return .gradient(gradient)
    case .shape(var shape):
      if let color = changes.color { shape.fill = color.color(at: moment) }
      if let width = changes.strokeWidth { shape.stroke?.width = max(0, width.value(at: moment)) }
      if let color = changes.strokeColor { shape.stroke?.color = color.color(at: moment) }
      if let radius = changes.radius, case .rectangle = shape.outline {
        shape.outline = .rectangle(radius: max(0, radius.value(at: moment)))
      }
      return .shape(shape)
    case .noise(var noise):
      if let amount = changes.amount { noise.amount = min(max(amount.value(at: moment), 0), 1) }
      return .noise(noise)
    case .moving, .frozen, .film, .frozenFilm, .still, .subtitles, .bars, .text, .credits: return self
    }
  }
}

extension TextPicture {
  /// The text as it is painted at a moment.
  package func changed(by changes: DrawnChanges, at moment: RationalTime) -> TextPicture {
    var changed = self
    if let color = changes.color { changed.color = color.color(at: moment) }
    if let width = changes.strokeWidth { changed.outline?.width = max(0, width.value(at: moment)) }
    if let color = changes.strokeColor { changed.outline?.color = color.color(at: moment) }
    if let radius = changes.radius { changed.box?.radius = max(0, radius.value(at: moment)) }
    if let color = changes.boxColor { changed.box?.color = color.color(at: moment) }
    if let padding = changes.boxPadding { changed.box?.padding = max(0, padding.value(at: moment)) }
    if let padding = changes.boxSidePadding { changed.box?.sidePadding = max(0, padding.value(at: moment)) }
    if let color = changes.shadowColor { changed.shadow?.color = color.color(at: moment) }
    if let blur = changes.shadowBlur { changed.shadow?.blur = max(0, blur.value(at: moment)) }
    return changed
  }
}
