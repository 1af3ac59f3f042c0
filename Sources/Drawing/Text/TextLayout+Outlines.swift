import CPangoCairo
import Composition

/// Adjacent letters with one font and colour.
struct OutlineRun {
  let font: UnsafeMutablePointer<PangoFont>
  let glyphs: UnsafeMutablePointer<PangoGlyphString>
  /// Its start, relative to the layout's origin.
  let x: Double
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
          font: font, glyphs: glyphs, x: Double(logical.x + run.pointee.start_x_offset) / unit,
          baseline: Double(pango_layout_iter_get_run_baseline(iterator)) / unit,
          attributes: item.pointee.analysis.extra_attrs))
    } while pango_layout_iter_next_run(iterator) != 0
  }

  /// Calls the closure while letters with outlines are hidden.
  func withoutOutlines(_ body: () -> Void) {
    var kept: [PangoGlyph] = []
    forEachOutlineRun { run in
      for index in 0..<Int(run.glyphs.pointee.num_glyphs) {
        kept.append(run.glyphs.pointee.glyphs[index].glyph)
        run.glyphs.pointee.glyphs[index].glyph = editc_empty_glyph
      }
    }
    body()
    var next = kept.makeIterator()
    forEachOutlineRun { run in
      for index in 0..<Int(run.glyphs.pointee.num_glyphs) {
        if let glyph = next.next() { run.glyphs.pointee.glyphs[index].glyph = glyph }
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
