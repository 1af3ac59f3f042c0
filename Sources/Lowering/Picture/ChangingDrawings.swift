import Basics
import Composition
import EditScript

extension PictureBuilding {
  /// The changes of an item's drawn picture over time; nil if there are none, or for media.
  mutating func drawnChanges(of item: Item, _ clock: ItemClock) -> DrawnChanges? {
    guard let canvas else { return nil }
    let ruler = Ruler(canvas)
    var changes = DrawnChanges()
    switch item.kind {
    case .color(let color): changes.color = colors(color, clock)
    case .gradient(let gradient):
      let written = gradient.value.colors.map { Located($0, at: gradient.range) }
      if written.contains(where: { $0.value.only == nil }) {
        changes.gradient = written.map { allColors($0, clock) }
      }
      let angle = gradient.value.angle.map { Located($0, at: gradient.range) }
      changes.degrees = changing(angle, clock) { $0.degrees }
      changes.circle = circle(gradient.value, clock)
    case .noise(let noise): changes.amount = changing(noise.value.amount, clock) { $0 }
    case .shape:
      changes.color = colors(item.fill, clock)
      changes.radius = changing(item.radius, clock) { ruler.alongWidth($0) }
      changeStroke(item.stroke, of: &changes, ruler, clock)
    case .text, .counter:
      changes.color = colors(item.style?.color, clock)
      changeStroke(item.style?.stroke, of: &changes, ruler, clock)
      let (box, shadow) = (item.style?.box?.value, item.style?.shadow?.value)
      changes.boxColor = colors(box?.color, clock)
      changes.boxPadding = changing(box?.padding, clock) { ruler.alongHeight($0.vertical) }
      changes.boxSidePadding = changing(box?.padding, clock) { ruler.alongHeight($0.horizontal) }
      changes.radius = changing(box?.radius, clock) { ruler.alongHeight($0) }
      changes.shadowColor = colors(shadow?.color, clock)
      changes.shadowBlur = changing(shadow?.blur, clock) { ruler.alongHeight($0) }
    case .clip, .image, .bars, .credits, .gap, .sequence, .edit, .tone, .silence, .transition, .each,
      .angles, .unsupported:
      return nil
    }
    return changes.isEmpty ? nil : changes
  }

  private mutating func circle(_ gradient: GradientValue, _ clock: ItemClock) -> CircleCurves? {
    guard let radial = gradient.radial else { return nil }
    let isRadiusConstant = gradient.radius.map { $0.value.only != nil } ?? true
    guard radial.value.only == nil || !isRadiusConstant else { return nil }
    let center = curves(radial, clock, numbers: [{ $0.x }, { $0.y }])
    return CircleCurves(
      x: center[0], y: center[1], radius: gradient.radius.map { curve($0, clock) { $0 } } ?? .constant(1))
  }

  private mutating func changeStroke(
    _ stroke: Located<Animated<StrokeValue>>?, of changes: inout DrawnChanges, _ ruler: Ruler,
    _ clock: ItemClock
  ) {
    guard let stroke, stroke.value.only == nil else { return }
    refuseOvershoot(of: stroke.value, channels: Self.channels { $0.color })
    let curves = curves(
      stroke, clock, numbers: [{ ruler.alongHeight($0.width) }] + Self.channels { $0.color })
    changes.strokeWidth = curves[0]
    changes.strokeColor = ColorCurves(red: curves[1], green: curves[2], blue: curves[3], alpha: curves[4])
  }

  /// The curves of a colour that changes; nil for a constant colour.
  private mutating func colors(_ written: Located<Animated<Color>>?, _ clock: ItemClock) -> ColorCurves? {
    guard let written, written.value.only == nil else { return nil }
    return allColors(written, clock)
  }

  private mutating func allColors(_ written: Located<Animated<Color>>, _ clock: ItemClock) -> ColorCurves {
    refuseOvershoot(of: written.value, channels: Self.channels { $0 })
    let curves = curves(written, clock, numbers: Self.channels { $0 })
    return ColorCurves(red: curves[0], green: curves[1], blue: curves[2], alpha: curves[3])
  }

  private mutating func changing<Value: CanonicalValue>(
    _ written: Located<Animated<Value>>?, _ clock: ItemClock, _ number: (Value) -> Double
  ) -> Curve? {
    guard let written, written.value.only == nil else { return nil }
    return curve(written, clock, number: number)
  }

  /// Red, green and blue premultiplied by alpha, and alpha.
  private static func channels<Value>(_ color: @escaping (Value) -> Color) -> [(Value) -> Double] {
    let shares: [(Color) -> Double] = [
      { Double($0.red) * Double($0.alpha) / 255 }, { Double($0.green) * Double($0.alpha) / 255 },
      { Double($0.blue) * Double($0.alpha) / 255 }, { Double($0.alpha) },
    ]
    return shares.map { share in { share(color($0)) } }
  }
}
