import CPangoCairo
import Composition

/// The units of a text in a moment in which some of them move.
struct MovingText {
  let units: TextUnits
  /// Nil if more than outlines must be drawn.
  let outlines: UnitOutlines?
  /// Nil at rest.
  let looks: [UnitLook?]
  /// Whether the box and the shadow belong to the only unit.
  let isWhole: Bool
  /// The share of a still box that is visible: it fades with the first unit and the last one.
  let boxOpacity: Double

  init(
    _ motion: TextMotion, _ times: TextMotionTimes, at moment: TextMotionTimes.Moment, _ layout: TextLayout,
    isMarkup: Bool
  ) {
    units = TextUnits(layout, by: motion.unit)
    outlines = isMarkup ? nil : UnitOutlines(of: units, in: layout)
    looks = motion.order.ranks(of: units.count).map { motion.look(ofRank: $0, at: moment, times) }
    isWhole = motion.unit == .all
    let passed = [moment.appeared, moment.left].compactMap { $0 }.min() ?? 0
    boxOpacity = passed < times.length ? passed / times.length : 1
  }
}

extension TextPainter {
  /// Draws the text in a moment in which some of its units move.
  func draw(_ moving: MovingText, on cairo: OpaquePointer) throws(TextFailure) {
    guard !moving.isWhole else {
      guard let look = moving.looks.first ?? nil else { return try drawAtRest(on: cairo) }
      // Its shadow, and letters that extend beyond their boxes, are within this.
      let space = placedBox.enlarged(by: 2 * words.text.size + (words.text.outline?.width ?? 0))
      return try draw(with: look, of: placedBox, in: space, on: cairo) { cairo throws(TextFailure) in
        try drawAtRest(on: cairo)
      }
    }
    if var box = picture.box {
      box.color.alpha = UInt8((Double(box.color.alpha) * moving.boxOpacity).rounded())
      draw(box, on: cairo)
    }
    if let shadow = picture.shadow {
      try draw(shadow, on: cairo) { mask, origin throws(TextFailure) in
        try drawWords(moving, on: mask, at: origin)
      }
    }
    try drawWords(moving, on: cairo, at: origin)
  }

  private func drawWords(
    _ moving: MovingText, on cairo: OpaquePointer, at origin: (x: Double, y: Double)
  ) throws(TextFailure) {
    let (units, looks) = (moving.units, moving.looks)
    let resting = units.boxes.indices.filter { looks[$0] == nil }
    guard resting.count < units.count else { return drawWords(on: cairo, at: origin) }
    drawWords(resting, of: units, on: cairo, at: origin)
    for (number, box) in units.boxes.enumerated() {
      guard let look = looks[number], look.opacity > 0 else { continue }
      // A font that is made bolder extends beyond what it says.
      let margin = (words.text.outline?.width ?? 0) + words.text.size / 10 + 2
      let space = units.inked[number].moved(by: origin).enlarged(by: margin)
      let box = box.moved(by: origin)
      if let run = moving.outlines?.only(of: number), (picture.outline?.width ?? 0) == 0 {
        try drawOutlines(run, with: look, of: box, in: space, on: cairo, at: origin)
      } else {
        try draw(with: look, of: box, in: space, on: cairo) { cairo in
          drawWords([number], of: units, on: cairo, at: origin)
        }
      }
    }
  }

  private func drawWords(
    _ numbers: [Int], of units: TextUnits, on cairo: OpaquePointer, at origin: (x: Double, y: Double)
  ) {
    guard !numbers.isEmpty else { return }
    let shown = Set(numbers)
    layout.showing(units, where: shown.contains) {
      // Decorations do not belong to glyphs.
      drawWords(on: cairo, at: origin, decorated: numbers.map { units.boxes[$0].moved(by: origin) })
    }
  }

  /// Draws a unit, whose box is in the picture and which touches nothing outside of a space, with a look.
  private func draw(
    with look: UnitLook, of box: TextGeometry.Box, in space: TextGeometry.Box, on cairo: OpaquePointer,
    _ body: (OpaquePointer) throws(TextFailure) -> Void
  ) throws(TextFailure) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    place(look, of: box, in: space, on: cairo)
    if look.blur > 0 { return try drawBlurred(look, in: space, on: cairo, body) }
    guard look.opacity < 1 else { return try body(cairo) }
    cairo.clip(space.inWholePixels)
    cairo_push_group(cairo)
    try body(cairo)
    cairo_pop_group_to_source(cairo)
    cairo_paint_with_alpha(cairo, look.opacity)
  }

  /// The same for a unit that is one fill in one colour: it is drawn without an intermediate picture.
  private func drawOutlines(
    _ run: OutlineRun, with look: UnitLook, of box: TextGeometry.Box, in space: TextGeometry.Box,
    on cairo: OpaquePointer, at origin: (x: Double, y: Double)
  ) throws(TextFailure) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    place(look, of: box, in: space, on: cairo)
    let color = run.color(over: picture.color)
    guard look.blur > 0 else {
      run.addScaledPath(to: cairo, from: origin)
      cairo.setSource(color, opacity: look.opacity)
      return cairo_fill(cairo)
    }
    guard let blurred = try BlurredSurface(look, in: space, of: self, CAIRO_FORMAT_A8) else { return }
    run.addPath(to: blurred.cairo, from: origin)
    cairo_fill(blurred.cairo)
    blurred.blur(channels: 1)
    cairo.setSource(color, opacity: look.opacity)
    withExtendedLifetime(blurred) {
      cairo_mask_surface(cairo, blurred.surface.surface, blurred.left, blurred.top)
    }
  }

  /// Sets where a unit with a look is drawn.
  private func place(
    _ look: UnitLook, of box: TextGeometry.Box, in space: TextGeometry.Box, on cairo: OpaquePointer
  ) {
    let size = words.text.size
    switch look.clip {
    case nil: break
    case .line(let away):
      let edge = box.bottom + (words.text.outline?.width ?? 0)
      let above = TextGeometry.Box(
        left: space.left, top: space.top - size, right: space.right, bottom: edge)
      cairo.clip(above.inWholePixels)
      cairo_translate(cairo, 0, away * (box.bottom - box.top))
    case .part(let x, let y):
      cairo.clip(
        TextGeometry.Box(
          left: x.lowerBound > 0 ? box.left + x.lowerBound * (box.right - box.left) : space.left,
          top: y.lowerBound > 0 ? box.top + y.lowerBound * (box.bottom - box.top) : space.top,
          right: x.upperBound < 1 ? box.left + x.upperBound * (box.right - box.left) : space.right,
          bottom: y.upperBound < 1 ? box.top + y.upperBound * (box.bottom - box.top) : space.bottom))
    }
    cairo_translate(cairo, look.x * size, look.y * size)
    if look.scale != 1 {
      let center = (x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2)
      cairo_translate(cairo, center.x, center.y)
      cairo_scale(cairo, look.scale, look.scale)
      cairo_translate(cairo, -center.x, -center.y)
    }
  }

  private func drawBlurred(
    _ look: UnitLook, in space: TextGeometry.Box, on cairo: OpaquePointer,
    _ body: (OpaquePointer) throws(TextFailure) -> Void
  ) throws(TextFailure) {
    guard let blurred = try BlurredSurface(look, in: space, of: self, CAIRO_FORMAT_ARGB32) else { return }
    try body(blurred.cairo)
    blurred.blur(channels: 4)
    cairo_set_source_surface(cairo, blurred.surface.surface, blurred.left, blurred.top)
    withExtendedLifetime(blurred) { cairo_paint_with_alpha(cairo, look.opacity) }
  }
}

/// The part of a picture in which a unit is drawn and then blurred.
private struct BlurredSurface {
  let surface: Surface
  /// Its corner in the picture.
  let left: Double
  let top: Double
  private let blur: ShadowBlur
  private let columns: Int
  private let rows: Int

  var cairo: OpaquePointer { surface.cairo }

  /// Nil if nothing of it is in the picture.
  init?(
    _ look: UnitLook, in space: TextGeometry.Box, of painter: TextPainter, _ format: cairo_format_t
  ) throws(TextFailure) {
    blur = ShadowBlur(look.blur)
    let area = space.enlarged(by: Double(blur.reach))
    left = max(0, area.left.rounded(.down))
    top = max(0, area.top.rounded(.down))
    let right = min(Double(painter.width), area.right.rounded(.up))
    let bottom = min(Double(painter.height), area.bottom.rounded(.up))
    guard right > left, bottom > top else { return nil }
    (columns, rows) = (Int(right - left), Int(bottom - top))
    surface = try Surface(format, width: columns, height: rows)
    cairo_translate(surface.cairo, -left, -top)
  }

  func blur(channels: Int) {
    surface.withBytes { bytes, stride in
      for channel in 0..<channels {
        blur.apply(
          to: bytes, width: columns, height: rows, stride: stride, channel: channel, of: channels)
      }
    }
  }
}

extension TextGeometry.Box {
  func moved(by distance: (x: Double, y: Double)) -> TextGeometry.Box {
    TextGeometry.Box(
      left: left + distance.x, top: top + distance.y, right: right + distance.x, bottom: bottom + distance.y)
  }

  func enlarged(by distance: Double) -> TextGeometry.Box {
    TextGeometry.Box(
      left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance)
  }
}

extension TextGeometry.Box {
  /// Cairo clips at whole pixels without a mask.
  fileprivate var inWholePixels: TextGeometry.Box {
    TextGeometry.Box(
      left: left.rounded(.down), top: top.rounded(.down), right: right.rounded(.up),
      bottom: bottom.rounded(.up))
  }
}

extension OpaquePointer {
  fileprivate func clip(_ box: TextGeometry.Box) {
    cairo_rectangle(self, box.left, box.top, max(0, box.right - box.left), max(0, box.bottom - box.top))
    cairo_clip(self)
  }
}
