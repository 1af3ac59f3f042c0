import CPangoCairo

/// A glyph of a layout.
struct LaidOutGlyph {
  let glyph: PangoGlyph
  /// The offset of its letters in the UTF-8 text.
  let start: Int
  let font: UnsafeMutablePointer<PangoFont>?
}

extension TextLayout {
  /// Hides the letters from a number on, without moving any.
  func hideLetters(from number: Int) {
    let starts = words.letterStarts
    guard number < starts.count else { return }
    let hidden = starts[max(0, number)]
    // Decorations also end there. The alpha is 1, nearly transparent, because 0 would mean that it is not
    // set.
    for attribute in [pango_attr_foreground_alpha_new(1), pango_attr_background_alpha_new(1)] {
      attribute?.pointee.start_index = guint(hidden)
      attribute?.pointee.end_index = guint.max
      pango_attr_list_change(pango_layout_get_attributes(layout), attribute)
    }
    pango_layout_context_changed(layout)
    forEachRun { run in
      guard let item = run.pointee.item, let glyphs = run.pointee.glyphs?.pointee else { return }
      for index in 0..<Int(glyphs.num_glyphs)
      where Int(item.pointee.offset) + Int(glyphs.log_clusters[index]) >= hidden {
        glyphs.glyphs[index].glyph = editc_empty_glyph
      }
    }
  }

  /// All glyphs, line by line, in the order of each line.
  var glyphs: [LaidOutGlyph] {
    var found: [LaidOutGlyph] = []
    forEachRun { run in
      guard let item = run.pointee.item, let glyphs = run.pointee.glyphs?.pointee else { return }
      for index in 0..<Int(glyphs.num_glyphs) {
        found.append(
          LaidOutGlyph(
            glyph: glyphs.glyphs[index].glyph,
            start: Int(item.pointee.offset) + Int(glyphs.log_clusters[index]),
            font: item.pointee.analysis.font))
      }
    }
    return found
  }

  func forEachRun(_ body: (UnsafeMutablePointer<PangoGlyphItem>) -> Void) {
    for number in 0..<pango_layout_get_line_count(layout) {
      var next = pango_layout_get_line(layout, number)?.pointee.runs
      while let node = next {
        if let run = node.pointee.data { body(run.assumingMemoryBound(to: PangoGlyphItem.self)) }
        next = node.pointee.next
      }
    }
  }
}
