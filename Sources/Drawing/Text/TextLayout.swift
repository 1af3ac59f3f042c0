import CPangoCairo
import Composition

/// Text laid out with fonts, before it is drawn.
final class TextLayout {
  let layout: OpaquePointer
  let words: PlainWords
  private let context: OpaquePointer
  private let fonts: FontMap
  private let attributes: OpaquePointer

  /// The largest side of a picture and of its layout.
  static let largestSide = 16384.0

  /// - Parameter shownLetters: The number of visible letters; the others are hidden but take their space.
  init(_ picture: TextPicture, fonts: FontMap, shownLetters: Int? = nil) throws(TextFailure) {
    guard picture.size > 0, picture.size <= 8192,
      [picture.width, picture.height].allSatisfy({ $0 ?? 0 <= Self.largestSide })
    else { throw .tooLarge }
    PangoMessages.silence()
    self.fonts = fonts
    words = try PlainWords(picture)
    attributes = words.attributes ?? pango_attr_list_new()
    // A size that FreeType rejects would break the font for all later drawing.
    guard MarkupSizes.largest(in: attributes, base: picture.size) <= 8192 else {
      pango_attr_list_unref(attributes)
      throw .tooLarge
    }
    guard let context = pango_font_map_create_context(fonts.pango), let layout = pango_layout_new(context)
    else { throw .library("Pango has no memory") }
    self.context = context
    self.layout = layout
    setUpContext()
    setUpLayout(for: picture)
    if let shownLetters { hideLetters(from: shownLetters) }
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
    pango_attr_list_unref(attributes)
  }

  /// Unhinted outlines at exact positions, antialiased in grey.
  private func setUpContext() {
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    // Points, which only markup can use, are those of CSS.
    pango_cairo_context_set_resolution(context, 96)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string("en"))
    // In the direction of the first letter, alignment is not mirrored.
    pango_context_set_base_dir(
      context, words.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
  }

  private func setUpLayout(for picture: TextPicture) {
    let description = FontDescription(picture)
    withExtendedLifetime(description) {
      pango_layout_set_font_description(layout, description.pango)
    }
    pango_layout_set_text(layout, words.text, Int32(words.text.utf8.count))
    if let factor = picture.lineHeight, let height = units(factor * picture.size) {
      pango_attr_list_insert_before(attributes, pango_attr_line_height_new_absolute(height))
    }
    // Before the attributes of markup, which may set other spacing or features for a part of the text.
    if picture.tracking != 0, let spacing = units(picture.tracking) {
      pango_attr_list_insert_before(attributes, pango_attr_letter_spacing_new(spacing))
    }
    if !picture.features.isEmpty {
      let features = picture.features.joined(separator: ",")
      pango_attr_list_insert_before(attributes, pango_attr_font_features_new(features))
    }
    ScriptLanguages.insert(into: attributes, for: words.text)
    pango_layout_set_attributes(layout, attributes)
    if let width = picture.wordsWidth, let units = units(width) {
      pango_layout_set_width(layout, units)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
    }
    switch picture.alignment {
    case .left, .justify: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    pango_layout_set_justify(layout, picture.alignment == .justify ? 1 : 0)
  }

  /// Converts pixels to Pango's units; nil if they do not fit.
  private func units(_ pixels: Double) -> Int32? {
    let units = (pixels * Double(PANGO_SCALE)).rounded()
    return units.magnitude <= Double(Int32.max / 4) ? Int32(units) : nil
  }
}

/// Pango's description of the font of a text.
final class FontDescription {
  let pango: OpaquePointer?

  init(_ picture: TextPicture) {
    pango = pango_font_description_new()
    switch picture.font {
    // A missing family is replaced by the default one, not by the first font of this machine.
    case .family(let family): pango_font_description_set_family(pango, family + ",sans-serif")
    case .file: pango_font_description_set_family(pango, FontMap.chosenFamily)
    }
    let weight = min(max(picture.weight, 1), 1000)
    pango_font_description_set_weight(pango, PangoWeight(rawValue: PangoWeight.RawValue(weight)))
    pango_font_description_set_absolute_size(pango, (picture.size * Double(PANGO_SCALE)).rounded())
  }

  deinit { pango_font_description_free(pango) }
}

extension TextPicture {
  /// The space between the edges of the placed box and the text.
  var padding: (x: Double, y: Double) { (box?.sidePadding ?? 0, box?.padding ?? 0) }

  /// The width at which lines are wrapped.
  var wordsWidth: Double? { width.map { max(1, $0 - 2 * padding.x) } }
}

extension TextLayout {
  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

  /// Whether the text is within its width and height, and has at most so many lines.
  func fits(_ picture: TextPicture, lines: Int?) -> Bool {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    let unit = Double(PANGO_SCALE)
    return lineCount <= lines ?? .max
      && Double(logical.width) / unit <= picture.wordsWidth ?? .infinity
      && Double(logical.height) / unit <= picture.height.map { $0 - 2 * picture.padding.y } ?? .infinity
  }

  /// The files that contain its letters.
  var fontFiles: Set<String> {
    var seen: Set<UnsafeMutablePointer<PangoFont>> = []
    var files: Set<String> = []
    for case let font? in glyphs.map(\.font) where seen.insert(font).inserted {
      if let file = editc_font_pattern(font)?.string(FC_FILE) { files.insert(file) }
    }
    return files
  }

  /// Whether one of its fonts has a feature such as `tnum`; one that is switched off is not needed.
  func hasFeature(_ feature: String) -> Bool {
    feature.hasSuffix("=0") || Set(glyphs.compactMap(\.font)).contains { editc_has_feature($0, feature) != 0 }
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
