import CPangoCairo

extension TextLayout {
  /// The files that its letters come from.
  var fontFiles: Set<String> {
    var seen: Set<UnsafeMutablePointer<PangoFont>> = []
    var files: Set<String> = []
    for case let font? in glyphs.map(\.font) where seen.insert(font).inserted {
      if let file = editc_font_pattern(font)?.string(FC_FILE) { files.insert(file) }
    }
    return files
  }

  /// The characters that no font has, each once, in the order of the lines.
  var missing: [UInt32] {
    var found: [UInt32] = []
    for glyph in glyphs where glyph.glyph & editc_unknown_flag != 0 && glyph.glyph != editc_empty_glyph {
      let character = UInt32(glyph.glyph & ~editc_unknown_flag)
      if !found.contains(character) { found.append(character) }
    }
    return found
  }
}
