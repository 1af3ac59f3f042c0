import CPangoCairo
package import Composition

/// Draws scenes as pixels.
package struct ScenePainter {
  private let fonts: SceneFonts
  /// The images, by their numbers in scenes.
  private let images: [Int: DrawnText]
  /// The number of pixels per unit of the scene.
  private let scale: Double

  /// The largest side of a surface that Cairo can draw on.
  package static let largestSide = 32767.0

  package init(fonts: SceneFonts, images: [Int: DrawnText] = [:], scale: Double = 1) {
    self.fonts = fonts
    self.images = images
    self.scale = scale
  }

  /// Draws the whole scene.
  package func picture(of scene: Scene) throws(TextFailure) -> DrawnText {
    let (width, height) = ((scene.width * scale).rounded(.up), (scene.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width <= Self.largestSide, height <= Self.largestSide else {
      throw .tooLarge
    }
    let surface = try Surface(CAIRO_FORMAT_ARGB32, width: Int(width), height: Int(height))
    let cairo = surface.cairo
    cairo_scale(cairo, scale, scale)
    cairo.setSource(scene.background)
    cairo_paint(cairo)
    for element in scene.elements { try draw(element, on: cairo) }
    return try surface.picture()
  }

  private func draw(_ element: SceneElement, on cairo: OpaquePointer) throws(TextFailure) {
    switch element {
    case .rectangle(let rectangle):
      cairo.outline(rectangle)
      cairo.paint(fill: rectangle.fill, stroke: rectangle.stroke)
    case .path(let path):
      cairo.outline(path)
      cairo.paint(fill: path.fill, stroke: path.stroke)
    case .text(let words): try draw(words, on: cairo)
    case .image(let image): try draw(image, on: cairo)
    case .group(let group): try draw(group, on: cairo)
    }
  }

  private func draw(_ group: SceneGroup, on cairo: OpaquePointer) throws(TextFailure) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if let clip = group.clip {
      cairo.outline(clip)
      cairo_clip(cairo)
    }
    if group.opacity < 1 { cairo_push_group(cairo) }
    for element in group.elements { try draw(element, on: cairo) }
    if group.opacity < 1 {
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, max(0, group.opacity))
    }
  }

  private func draw(_ words: SceneText, on cairo: OpaquePointer) throws(TextFailure) {
    let layout = try fonts.layout(words.words, words.style)
    let width = fonts.ruler.width(words.words, words.style)
    let x =
      switch words.anchor {
      case .start: words.x
      case .middle: words.x - width / 2
      case .end: words.x - width
      }
    let top = words.baseline - Double(pango_layout_get_baseline(layout.layout)) / Double(PANGO_SCALE)
    cairo.setSource(words.color)
    layout.withoutOutlines {
      cairo_move_to(cairo, x, top)
      pango_cairo_show_layout(cairo, layout.layout)
    }
    // Cairo would align cached glyphs with whole pixels; outlines are filled at their exact positions.
    layout.forEachOutlineRun { run in
      run.addPath(to: cairo, from: (x, top))
      cairo_fill(cairo)
    }
  }

  private func draw(_ image: SceneImage, on cairo: OpaquePointer) throws(TextFailure) {
    guard let picture = images[image.id], picture.width > 0, picture.height > 0 else { return }
    let surface = try Surface(picture)
    let box = image.box
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height)
    cairo_clip(cairo)
    cairo_translate(cairo, box.x, box.y)
    cairo_scale(cairo, box.width / Double(picture.width), box.height / Double(picture.height))
    cairo_set_source_surface(cairo, surface.surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    withExtendedLifetime(surface) { cairo_paint(cairo) }
  }
}

extension Surface {
  /// Creates a surface with a picture.
  fileprivate convenience init(_ picture: DrawnText) throws(TextFailure) {
    try self.init(CAIRO_FORMAT_ARGB32, width: picture.width, height: picture.height)
    let pixels = picture.pixels
    guard pixels.count >= picture.width * picture.height * 4 else { return }
    withBytes { bytes, stride in
      let words = UnsafeMutableRawBufferPointer(bytes)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let source = (y * picture.width + x) * 4
          let word =
            UInt32(pixels[source + 3]) << 24 | UInt32(pixels[source]) << 16
            | UInt32(pixels[source + 1]) << 8 | UInt32(pixels[source + 2])
          words.storeBytes(of: word, toByteOffset: y * stride + 4 * x, as: UInt32.self)
        }
      }
    }
  }
}

extension OpaquePointer {
  fileprivate func setSource(_ color: SceneColor) {
    cairo_set_source_rgba(
      self, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }

  fileprivate func paint(fill: SceneColor?, stroke: SceneStroke?) {
    if let fill {
      setSource(fill)
      cairo_fill_preserve(self)
    }
    if let stroke {
      setSource(stroke.color)
      cairo_set_line_width(self, stroke.width)
      cairo_set_dash(self, stroke.dashes, Int32(stroke.dashes.count), 0)
      cairo_stroke_preserve(self)
    }
    cairo_new_path(self)
  }

  fileprivate func outline(_ path: ScenePath) {
    cairo_set_line_join(self, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(self, CAIRO_LINE_CAP_ROUND)
    for (index, point) in path.points.enumerated() {
      if index == 0 { cairo_move_to(self, point.x, point.y) } else { cairo_line_to(self, point.x, point.y) }
    }
    if path.isClosed { cairo_close_path(self) }
  }

  fileprivate func outline(_ rectangle: SceneRectangle) {
    cairo_set_line_join(self, CAIRO_LINE_JOIN_MITER)
    cairo_set_line_cap(self, CAIRO_LINE_CAP_BUTT)
    let box = rectangle.box
    let (left, right) = rectangle.fittingRadii
    guard left > 0 || right > 0 else { return cairo_rectangle(self, box.x, box.y, box.width, box.height) }
    // The distance of the handles of a quarter circle from its corner.
    let handle = 1 - 0.5522847498307936
    let (l, r) = (left * handle, right * handle)
    cairo_move_to(self, box.x + left, box.y)
    cairo_line_to(self, box.right - right, box.y)
    cairo_curve_to(self, box.right - r, box.y, box.right, box.y + r, box.right, box.y + right)
    cairo_line_to(self, box.right, box.bottom - right)
    cairo_curve_to(self, box.right, box.bottom - r, box.right - r, box.bottom, box.right - right, box.bottom)
    cairo_line_to(self, box.x + left, box.bottom)
    cairo_curve_to(self, box.x + l, box.bottom, box.x, box.bottom - l, box.x, box.bottom - left)
    cairo_line_to(self, box.x, box.y + left)
    cairo_curve_to(self, box.x, box.y + l, box.x + l, box.y, box.x + left, box.y)
    cairo_close_path(self)
  }
}

/// The fonts of scenes: the default sans-serif family of this machine.
///
/// Not thread-safe.
package final class SceneFonts {
  let map: FontMap
  private var widths: [SceneTextStyle: [String: Double]] = [:]

  package init() throws(TextFailure) {
    map = try FontMap()
  }

  /// Measures the width of text in these fonts.
  package var ruler: TextRuler {
    TextRuler { [self] words, style in width(of: words, style) }
  }

  /// The width of text; 0 if it cannot be laid out.
  private func width(of words: String, _ style: SceneTextStyle) -> Double {
    if let known = widths[style]?[words] { return known }
    let width = (try? layout(words, style))?.width ?? 0
    widths[style, default: [:]][words] = width
    return width
  }

  func layout(_ words: String, _ style: SceneTextStyle) throws(TextFailure) -> TextLayout {
    try TextLayout(
      TextPicture(
        words: words, font: .family(style.family ?? "sans-serif"), size: style.size, weight: style.weight,
        color: .black), fonts: map)
  }
}

extension TextLayout {
  /// The advance width of the line.
  fileprivate var width: Double {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return Double(logical.width) / Double(PANGO_SCALE)
  }
}
