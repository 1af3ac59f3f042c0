import CPangoCairo
import Composition

/// Draws laid-out text: the box, the shadow, the outline and the letters, in this order.
struct TextPainter {
  let words: ShownWords
  /// The appearance of the text; `words` contains its layout.
  let picture: TextPicture
  let layout: TextLayout
  /// The origin of the layout in the picture.
  let origin: (x: Double, y: Double)

  var width: Int { words.pictureSize.width }
  var height: Int { words.pictureSize.height }

  /// - Parameter origin: The origin of the layout in the placed box.
  init(
    words: ShownWords, look: TextPicture, layout: TextLayout, origin: (x: Double, y: Double)
  ) {
    self.words = words
    picture = look
    self.layout = layout
    self.origin = (x: origin.x + Double(words.reach.left), y: origin.y + Double(words.reach.top))
  }

  /// - Parameter moving: Its units, if they move; nil at rest.
  func drawn(_ moving: MovingText? = nil) throws(TextFailure) -> DrawnText {
    let surface = try Surface(CAIRO_FORMAT_ARGB32, width: width, height: height)
    if let moving { try draw(moving, on: surface.cairo) } else { try drawAtRest(on: surface.cairo) }
    return try surface.picture()
  }

  func drawAtRest(on cairo: OpaquePointer) throws(TextFailure) {
    if let box = picture.box { draw(box, on: cairo) }
    if let shadow = picture.shadow {
      try draw(shadow, on: cairo) { mask, origin in drawWords(on: mask, at: origin) }
    }
    drawWords(on: cairo, at: origin)
  }

  /// The box of the placed text in the picture.
  var placedBox: TextGeometry.Box {
    let (left, top) = (Double(words.reach.left), Double(words.reach.top))
    return TextGeometry.Box(
      left: left, top: top, right: left + Double(words.size.width), bottom: top + Double(words.size.height))
  }

  func draw(_ box: TextBox, on cairo: OpaquePointer) {
    // A box with a fixed size keeps it; otherwise it was measured with its largest padding.
    let largest = words.text.padding
    let spare = (x: max(0, largest.x - box.sidePadding), y: max(0, largest.y - box.padding))
    let inset = (x: words.text.width == nil ? spare.x : 0, y: words.text.height == nil ? spare.y : 0)
    let placed = placedBox
    let (left, top) = (placed.left + inset.x, placed.top + inset.y)
    let (right, bottom) = (placed.right - inset.x, placed.bottom - inset.y)
    let radius = min(max(box.radius, 0), (right - left) / 2, (bottom - top) / 2)
    // The distance of the handles of a quarter circle from its corner.
    let handle = radius * (1 - 0.5522847498307936)
    cairo_move_to(cairo, left + radius, top)
    cairo_line_to(cairo, right - radius, top)
    cairo_curve_to(cairo, right - handle, top, right, top + handle, right, top + radius)
    cairo_line_to(cairo, right, bottom - radius)
    cairo_curve_to(cairo, right, bottom - handle, right - handle, bottom, right - radius, bottom)
    cairo_line_to(cairo, left + radius, bottom)
    cairo_curve_to(cairo, left + handle, bottom, left, bottom - handle, left, bottom - radius)
    cairo_line_to(cairo, left, top + radius)
    cairo_curve_to(cairo, left, top + handle, left + handle, top, left + radius, top)
    cairo_close_path(cairo)
    cairo.setSource(box.color)
    cairo_fill(cairo)
  }

  /// Draws the text as a blurred mask in the colour of the shadow.
  func draw(
    _ shadow: TextShadow, on cairo: OpaquePointer,
    _ drawWords: (OpaquePointer, _ origin: (x: Double, y: Double)) throws(TextFailure) -> Void
  ) throws(TextFailure) {
    let mask = try Surface(CAIRO_FORMAT_A8, width: width, height: height)
    try drawWords(mask.cairo, (x: origin.x + shadow.x, y: origin.y + shadow.y))
    mask.withBytes { bytes, stride in
      ShadowBlur(shadow.blur).apply(to: bytes, width: width, height: height, stride: stride)
    }
    cairo.setSource(shadow.color)
    withExtendedLifetime(mask) { cairo_mask_surface(cairo, mask.surface, 0, 0) }
  }

  /// - Parameter decorated: The boxes in which underlines and backgrounds are drawn; nil for all.
  func drawWords(
    on cairo: OpaquePointer, at origin: (x: Double, y: Double), decorated: [TextGeometry.Box]? = nil
  ) {
    if let outline = picture.outline, outline.width > 0 {
      cairo_move_to(cairo, origin.x, origin.y)
      pango_cairo_layout_path(cairo, layout.layout)
      stroke(outline, on: cairo)
    }
    cairo.setSource(picture.color)
    if let decorated, picture.isMarkup {
      cairo_save(cairo)
      for box in decorated {
        cairo_rectangle(cairo, box.left, box.top, box.right - box.left, box.bottom - box.top)
      }
      cairo_clip(cairo)
    }
    // Underlines, backgrounds, and letters that are bitmaps.
    layout.withoutOutlines {
      cairo_move_to(cairo, origin.x, origin.y)
      pango_cairo_show_layout(cairo, layout.layout)
    }
    if decorated != nil, picture.isMarkup { cairo_restore(cairo) }
    layout.forEachOutlineRun { run in fill(run, on: cairo, at: origin) }
  }

  private func stroke(_ outline: TextOutline, on cairo: OpaquePointer) {
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    // The letters cover the inner half.
    cairo_set_line_width(cairo, 2 * outline.width)
    cairo.setSource(outline.color)
    cairo_stroke(cairo)
  }

  /// Cairo would align cached glyphs with whole pixels; outlines are filled at their exact positions.
  private func fill(_ run: OutlineRun, on cairo: OpaquePointer, at origin: (x: Double, y: Double)) {
    run.addPath(to: cairo, from: origin)
    cairo.setSource(run.color(over: picture.color))
    cairo_fill(cairo)
  }
}

extension OpaquePointer {
  func setSource(_ color: Color, opacity: Double = 1) {
    cairo_set_source_rgba(
      self, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      opacity * Double(color.alpha) / 255)
  }
}
