import Basics
import CPangoCairo
import Composition

/// The units of a laid-out text that move on their own, in the order of reading.
///
/// No glyph is split: letters that a font draws as one, and letters that join in cursive scripts, are one unit.
struct TextUnits {
  /// The place of each in the layout, as high as its lines.
  let boxes: [TextGeometry.Box]
  /// What the letters of each touch, without outlines, joined with its place.
  let inked: [TextGeometry.Box]
  /// The unit of each glyph, in the order of `TextLayout.glyphBoxes`.
  let ofGlyphs: [Int]

  var count: Int { boxes.count }

  init(_ layout: TextLayout, by unit: TextUnit) {
    let starts = unit == .word ? layout.wordStarts : unit == .letter ? layout.letterStarts : [0]
    var found: [Int: (box: TextGeometry.Box, inked: TextGeometry.Box)] = [:]
    var numbers: [Int] = []
    for glyph in layout.glyphBoxes {
      let number = unit == .line ? glyph.line : max(0, starts.partitioningIndex { $0 > glyph.start } - 1)
      numbers.append(number)
      guard !glyph.isBlank else { continue }
      var unit = found[number] ?? (glyph.box, glyph.box)
      unit.box.include(glyph.box)
      unit.inked.include(glyph.box)
      unit.inked.include(glyph.inked)
      found[number] = unit
    }
    // A number without a box belongs to blanks, or to letters that are drawn as a part of others.
    let seen = found.keys.sorted()
    boxes = seen.compactMap { found[$0]?.box }
    inked = seen.compactMap { found[$0]?.inked }
    ofGlyphs = numbers.map { number in max(0, seen.partitioningIndex { $0 > number } - 1) }
  }
}

extension TextLayout {
  /// Where words begin in the UTF-8 text: where a line could begin, as in scripts without spaces.
  fileprivate var wordStarts: [Int] {
    var count: Int32 = 0
    let breaks = pango_layout_get_log_attrs_readonly(layout, &count)
    var number = 0
    return starts { letter, _ in
      defer { number += letter.unicodeScalars.count }
      return number == 0 || (number < count && editc_breaks_before(breaks, Int32(number)) != 0)
    }
  }

  /// Where letters begin that do not join the previous one.
  fileprivate var letterStarts: [Int] {
    starts { letter, previous in previous.map { !joins($0, letter) } ?? true }
  }

  /// The offsets of the letters that begin a unit; blanks never do.
  private func starts(where begins: (Character, _ previous: Character?) -> Bool) -> [Int] {
    var (starts, position, previous): ([Int], Int, Character?) = ([], 0, nil)
    for letter in words.text {
      if begins(letter, previous), !letter.isWhitespace { starts.append(position) }
      position += letter.utf8.count
      previous = letter
    }
    return starts
  }

  private func joins(_ before: Character, _ after: Character) -> Bool {
    guard let last = before.unicodeScalars.last(where: { editc_is_transparent($0.value) == 0 }),
      let first = after.unicodeScalars.first
    else { return false }
    return editc_joins_next(last.value) != 0 && editc_joins_previous(first.value) != 0
  }
}

// MARK: - Glyphs

/// The place of a glyph in its layout.
struct GlyphBox {
  /// The offset of its letters in the UTF-8 text.
  let start: Int
  /// The number of its line.
  let line: Int
  /// As wide as its advance and as high as its line.
  let box: TextGeometry.Box
  let inked: TextGeometry.Box
  let isBlank: Bool
}

extension TextLayout {
  /// Every glyph, line by line from left to right.
  var glyphBoxes: [GlyphBox] {
    let blanks = blankStarts
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    let unit = Double(PANGO_SCALE)
    var (found, line): ([GlyphBox], Int) = ([], 0)
    repeat {
      // A line ends with an empty run.
      guard let run = pango_layout_iter_get_run(iterator), let item = run.pointee.item,
        let glyphs = run.pointee.glyphs?.pointee
      else {
        line += 1
        continue
      }
      var (logical, whole) = (PangoRectangle(), PangoRectangle())
      pango_layout_iter_get_run_extents(iterator, nil, &logical)
      pango_layout_iter_get_line_extents(iterator, nil, &whole)
      let baseline = pango_layout_iter_get_run_baseline(iterator)
      var left = logical.x
      for index in 0..<Int(glyphs.num_glyphs) {
        let start = Int(item.pointee.offset) + Int(glyphs.log_clusters[index])
        let geometry = glyphs.glyphs[index].geometry
        let width = geometry.width
        let box = TextGeometry.Box(
          left: Double(left) / unit, top: Double(whole.y) / unit, right: Double(left + width) / unit,
          bottom: Double(whole.y + whole.height) / unit)
        var ink = PangoRectangle()
        pango_font_get_glyph_extents(item.pointee.analysis.font, glyphs.glyphs[index].glyph, &ink, nil)
        let (x, y) = (left + geometry.x_offset + ink.x, baseline + geometry.y_offset + ink.y)
        let inked = TextGeometry.Box(
          left: Double(x) / unit, top: Double(y) / unit, right: Double(x + ink.width) / unit,
          bottom: Double(y + ink.height) / unit)
        found.append(
          GlyphBox(start: start, line: line, box: box, inked: inked, isBlank: blanks.contains(start)))
        left += width
      }
    } while pango_layout_iter_next_run(iterator) != 0
    return found
  }

  private var blankStarts: Set<Int> {
    var (blanks, position): (Set<Int>, Int) = ([], 0)
    for letter in words.text {
      if letter.isWhitespace { blanks.insert(position) }
      position += letter.utf8.count
    }
    return blanks
  }

  /// Calls the closure while only the glyphs of some units are visible.
  func showing(_ units: TextUnits, where isShown: (Int) -> Bool, _ body: () -> Void) {
    var hidden: [PangoGlyph] = []
    var number = 0
    forEachGlyph { glyph in
      if !isShown(units.ofGlyphs[number]) {
        hidden.append(glyph.pointee.glyph)
        glyph.pointee.glyph = editc_empty_glyph
      }
      number += 1
    }
    body()
    var kept = hidden.makeIterator()
    number = 0
    forEachGlyph { glyph in
      if !isShown(units.ofGlyphs[number]), let shown = kept.next() { glyph.pointee.glyph = shown }
      number += 1
    }
  }

  private func forEachGlyph(_ body: (UnsafeMutablePointer<PangoGlyphInfo>) -> Void) {
    forEachRun { run in
      guard let glyphs = run.pointee.glyphs?.pointee else { return }
      for index in 0..<Int(glyphs.num_glyphs) { body(glyphs.glyphs + index) }
    }
  }
}

extension TextGeometry.Box {
  mutating func include(_ other: TextGeometry.Box) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }
}
