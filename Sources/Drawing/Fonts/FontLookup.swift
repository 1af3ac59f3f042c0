internal import CPangoCairo

/// The fonts of this machine, by family.
///
/// The same question has the same answer whatever the locale and the settings of a desktop say.
/// For one thread.
package final class FontLookup {
  private let configuration: OpaquePointer

  /// Nil where the machine's list of fonts cannot be read.
  package init?() {
    guard let configuration = FcConfigCreate() else { return nil }
    let text = Array(fontRules.utf8) + [0]
    let isLoaded = text.withUnsafeBufferPointer {
      FcConfigParseAndLoadFromMemory(configuration, $0.baseAddress, 0) != 0
    }
    guard isLoaded, FcConfigBuildFonts(configuration) != 0 else {
      FcConfigDestroy(configuration)
      return nil
    }
    self.configuration = configuration
  }

  deinit { FcConfigDestroy(configuration) }

  /// The font that stands for a family: the family's own, or the one that the machine puts in its place.
  package func face(of family: String, _ form: FontForm = FontForm()) -> FontFace? {
    guard let pattern = pattern(family, form) else { return nil }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultMatch
    guard let found = FcFontMatch(configuration, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    return face(found)
  }

  /// The first fonts, those most like a family first, that have the characters; those that no font has are missing.
  package func faces(
    like family: String, having characters: [Unicode.Scalar]
  ) -> [(face: FontFace, characters: [Unicode.Scalar])] {
    guard !characters.isEmpty, let pattern = pattern(family, FontForm()) else { return [] }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultMatch
    guard let sorted = FcFontSort(configuration, pattern, 1, nil, &result) else { return [] }
    defer { FcFontSetDestroy(sorted) }
    var wanted = characters
    var found: [(face: FontFace, characters: [Unicode.Scalar])] = []
    for index in 0..<Int(sorted.pointee.nfont) {
      if wanted.isEmpty { break }
      guard let candidate = sorted.pointee.fonts[index], isOutline(candidate), let face = face(candidate)
      else { continue }
      let covered = wanted.filter { face.covers($0) }
      if covered.isEmpty { continue }
      found.append((face, covered))
      wanted.removeAll { face.covers($0) }
    }
    return found
  }

  private func pattern(_ family: String, _ form: FontForm) -> OpaquePointer? {
    guard let pattern = FcPatternCreate() else { return nil }
    add(family, as: FC_FAMILY, to: pattern)
    add("en", as: FC_LANG, to: pattern)
    FcPatternAddInteger(pattern, FC_WEIGHT, form.isBold ? FC_WEIGHT_BOLD : FC_WEIGHT_NORMAL)
    FcPatternAddInteger(pattern, FC_SLANT, form.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddBool(pattern, FC_OUTLINE, 1)
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    return pattern
  }

  private func add(_ text: String, as name: String, to pattern: OpaquePointer) {
    let bytes = Array(text.utf8) + [0]
    _ = bytes.withUnsafeBufferPointer { FcPatternAddString(pattern, name, $0.baseAddress) }
  }

  /// Pictures of letters cannot be drawn with an outline around them.
  private func isOutline(_ pattern: OpaquePointer) -> Bool {
    var (isOutline, isColored): (FcBool, FcBool) = (0, 0)
    FcPatternGetBool(pattern, FC_OUTLINE, 0, &isOutline)
    FcPatternGetBool(pattern, FC_COLOR, 0, &isColored)
    return isOutline != 0 && isColored == 0
  }

  private func face(_ pattern: OpaquePointer) -> FontFace? {
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    var characters: OpaquePointer?
    FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters)
    guard let path = text(FC_FILE, of: pattern), let family = text(FC_FAMILY, of: pattern) else { return nil }
    // The upper half of the number says which instance of a variable font it is.
    return FontFace(
      path: path, index: Int(index & 0xffff), family: family, characters: CharacterCoverage(characters))
  }

  private func text(_ name: String, of pattern: OpaquePointer) -> String? {
    var found: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, name, 0, &found) == FcResultMatch, let found else { return nil }
    return String(cString: found)
  }
}
