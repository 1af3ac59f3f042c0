import CPangoCairo
import Composition

/// Adjacent letters with one font and colour. Valid as long as the layout is unchanged.
struct OutlineRun {
  let font: UnsafeMutablePointer<PangoFont>
  fileprivate(set) var glyphs: PangoGlyphString
  /// Its start, relative to the layout's origin.
  fileprivate(set) var x: Double
  let baseline: Double
  fileprivate let attributes: UnsafeMutablePointer<GSList>?

  /// The colour that markup sets, or the usual colour.
  func color(over usual: Color) -> Color {
    var color = usual
    var next = attributes
    while let node = next {
      if let attribute = node.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) {
        var value = PangoColor()
        if editc_attribute_color(attribute, &value) != 0 {
          (color.red, color.green, color.blue) = (byte(value.red), byte(value.green), byte(value.blue))
        }
        let alpha = editc_attribute_alpha(attribute)
        if alpha >= 0 { color.alpha = byte(UInt16(clamping: alpha)) }
      }
      next = node.pointee.next
    }
    return color
  }

  private func byte(_ value: UInt16) -> UInt8 { UInt8(value >> 8) }

  /// Adds its outlines to the path, as they are at rest and then scaled: FreeType would make a font of each size.
  func addScaledPath(to cairo: OpaquePointer, from origin: (x: Double, y: Double)) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    guard matrix.xx != 1 || matrix.yy != 1 else { return addPath(to: cairo, from: origin) }
    cairo_identity_matrix(cairo)
    addPath(to: cairo, from: origin)
    let path = cairo_copy_path(cairo)
    defer { cairo_path_destroy(path) }
    cairo_new_path(cairo)
    cairo_set_matrix(cairo, &matrix)
    cairo_append_path(cairo, path)
  }

  /// Adds its outlines to the path.
  func addPath(to cairo: OpaquePointer, from origin: (x: Double, y: Double)) {
    cairo_move_to(cairo, origin.x + x, origin.y + baseline)
    var glyphs = glyphs
    pango_cairo_glyph_string_path(cairo, font, &glyphs)
  }

  /// Some of its glyphs.
  fileprivate func part(_ range: Range<Int>) -> OutlineRun {
    var part = self
    let before = (0..<range.lowerBound).reduce(0) { $0 + Int(glyphs.glyphs[$1].geometry.width) }
    part.x += Double(before) / Double(PANGO_SCALE)
    part.glyphs.glyphs += range.lowerBound
    part.glyphs.log_clusters += range.lowerBound
    part.glyphs.num_glyphs = Int32(range.count)
    return part
  }
}

/// The outlines of each unit of a text that has nothing else: no decorations, and no letters that are bitmaps.
struct UnitOutlines {
  private var runs: [[OutlineRun]]

  /// Nil if the text has something else.
  init?(of units: TextUnits, in layout: TextLayout) {
    runs = Array(repeating: [], count: units.count)
    var number = 0
    var parts: [(unit: Int, run: OutlineRun)] = []
    layout.forEachOutlineRun { run in
      let count = Int(run.glyphs.num_glyphs)
      var start = 0
      while start < count, number + start < units.ofGlyphs.count {
        let unit = units.ofGlyphs[number + start]
        var end = start + 1
        while end < count, number + end < units.ofGlyphs.count, units.ofGlyphs[number + end] == unit {
          end += 1
        }
        parts.append((unit, run.part(start..<end)))
        start = end
      }
      number += count
    }
    guard number == units.ofGlyphs.count, parts.allSatisfy({ runs.indices.contains($0.unit) }) else {
      return nil
    }
    for part in parts { runs[part.unit].append(part.run) }
  }

  /// The outlines of a unit in one font and colour; nil if it has several.
  func only(of unit: Int) -> OutlineRun? { runs[unit].count == 1 ? runs[unit].first : nil }
}

extension TextLayout {
  /// Calls the closure for each run of letters with outlines.
  func forEachOutlineRun(_ body: (OutlineRun) -> Void) {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let run = pango_layout_iter_get_run(iterator), let item = run.pointee.item,
        let glyphs = run.pointee.glyphs, let font = item.pointee.analysis.font, font.hasOutlines
      else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &logical)
      let unit = Double(PANGO_SCALE)
      body(
        OutlineRun(
          font: font, glyphs: glyphs.pointee, x: Double(logical.x + run.pointee.start_x_offset) / unit,
          baseline: Double(pango_layout_iter_get_run_baseline(iterator)) / unit,
          attributes: item.pointee.analysis.extra_attrs))
    } while pango_layout_iter_next_run(iterator) != 0
  }

  /// Calls the closure while letters with outlines are hidden.
  func withoutOutlines(_ body: () -> Void) {
    var kept: [PangoGlyph] = []
    forEachOutlineRun { run in
      for index in 0..<Int(run.glyphs.num_glyphs) {
        kept.append(run.glyphs.glyphs[index].glyph)
        run.glyphs.glyphs[index].glyph = editc_empty_glyph
      }
    }
    body()
    var next = kept.makeIterator()
    forEachOutlineRun { run in
      for index in 0..<Int(run.glyphs.num_glyphs) {
        if let glyph = next.next() { run.glyphs.glyphs[index].glyph = glyph }
      }
    }
  }
}

extension UnsafeMutablePointer<PangoFont> {
  /// Whether its letters are outlines, not bitmaps or coloured.
  fileprivate var hasOutlines: Bool {
    guard let pattern = editc_font_pattern(self) else { return false }
    var (outline, color): (FcBool, FcBool) = (1, 0)
    FcPatternGetBool(pattern, FC_OUTLINE, 0, &outline)
    FcPatternGetBool(pattern, FC_COLOR, 0, &color)
    return outline != 0 && color == 0
  }
}
