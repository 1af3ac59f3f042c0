import CPangoCairo
import Composition

/// Draws laid-out text: the box, the shadow, the outline and the letters, in this order.
struct TextPainter {
  private let words: ShownWords
  /// The appearance of the text; `words` contains its layout.
  private let picture: TextPicture
  private let layout: TextLayout
  /// The origin of the layout in the picture.
  private let origin: (x: Double, y: Double)

  private var width: Int { words.pictureSize.width }
  private var height: Int { words.pictureSize.height }

  /// - Parameter origin: The origin of the layout in the placed box.
  init(
    words: ShownWords, look: TextPicture, layout: TextLayout, origin: (x: Double, y: Double)
  ) {
    self.words = words
    picture = look
    self.layout = layout
    self.origin = (x: origin.x + Double(words.reach.left), y: origin.y + Double(words.reach.top))
  }

  func drawn() throws(TextFailure) -> DrawnText {
    let surface = try Surface(CAIRO_FORMAT_ARGB32, width: width, height: height)
    let cairo = surface.cairo
    if let box = picture.box { draw(box, on: cairo) }
    if let shadow = picture.shadow { try draw(shadow, on: cairo) }
    drawWords(on: cairo, at: origin, outline: picture.outline?.color, letters: picture.color)
    return try surface.picture()
  }

  private func draw(_ box: TextBox, on cairo: OpaquePointer) {
    // A box with a fixed size keeps it; otherwise it was measured with its largest padding.
    let spare = max(0, (words.text.box?.padding ?? 0) - box.padding)
    let inset = (x: words.text.width == nil ? spare : 0, y: words.text.height == nil ? spare : 0)
    let left = Double(words.reach.left) + inset.x
    let top = Double(words.reach.top) + inset.y
    let right = Double(words.reach.left) + Double(words.size.width) - inset.x
    let bottom = Double(words.reach.top) + Double(words.size.height) - inset.y
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
  private func draw(_ shadow: TextShadow, on cairo: OpaquePointer) throws(TextFailure) {
    let mask = try Surface(CAIRO_FORMAT_A8, width: width, height: height)
    drawWords(
      on: mask.cairo, at: (x: origin.x + shadow.x, y: origin.y + shadow.y),
      outline: picture.outline?.color, letters: picture.color)
    mask.withBytes { bytes, stride in
      ShadowBlur(shadow.blur).apply(to: bytes, width: width, height: height, stride: stride)
    }
    cairo.setSource(shadow.color)
    withExtendedLifetime(mask) { cairo_mask_surface(cairo, mask.surface, 0, 0) }
  }

  private func drawWords(
    on cairo: OpaquePointer, at origin: (x: Double, y: Double), outline: Color?, letters: Color
  ) {
    if let outline, let width = picture.outline?.width, width > 0 {
      cairo_move_to(cairo, origin.x, origin.y)
      pango_cairo_layout_path(cairo, layout.layout)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      // The letters cover the inner half.
      cairo_set_line_width(cairo, 2 * width)
      cairo.setSource(outline)
      cairo_stroke(cairo)
    }
    cairo.setSource(letters)
    // Underlines, backgrounds, and letters that are bitmaps.
    layout.withoutOutlines {
      cairo_move_to(cairo, origin.x, origin.y)
      pango_cairo_show_layout(cairo, layout.layout)
    }
    // Cairo would align cached glyphs with whole pixels; outlines are filled at their exact positions.
    layout.forEachOutlineRun { run in
      cairo_move_to(cairo, origin.x + run.x, origin.y + run.baseline)
      pango_cairo_glyph_string_path(cairo, run.font, run.glyphs)
      cairo.setSource(run.color(over: letters))
      cairo_fill(cairo)
    }
  }
}

extension OpaquePointer {
  fileprivate func setSource(_ color: Color) {
    cairo_set_source_rgba(
      self, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }
}
