internal import CPangoCairo
internal import Glibc

/// The fonts of this machine, by family.
///
/// Answers do not depend on the locale or on desktop settings. Not thread-safe.
package final class FontLookup {
  private let configuration: OpaquePointer

  /// Nil if the list of fonts cannot be read.
  package init?() {
    guard let configuration = FcConfigCreate() else { return nil }
    let text = Array(FontConfiguration.text(searchesFolders: true).utf8) + [0]
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

  /// The folders of fonts and of their configuration, including links between them; some may not exist.
  package static var folders: [String] {
    let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
    let home = variable("HOME") ?? ""
    let data = variable("XDG_DATA_HOME") ?? home + "/.local/share"
    let cache = variable("XDG_CACHE_HOME") ?? home + "/.cache"
    return [
      "/usr/share", "/usr/local/share", "/var/cache/fontconfig", "\(data)/fonts", "\(home)/.fonts",
      "\(cache)/fontconfig", bundledFolder,
    ].compactMap(\.self)
  }

  /// The fonts in an editc package, for machines without any; nil if the program is not from a package. Fonts
  /// of the machine come first.
  package static let bundledFolder: String? = {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let steps = String(cString: program).split(separator: "/").dropLast(2)
    let folder = "/" + steps.joined(separator: "/") + "/share/editc/fonts"
    return access(folder, R_OK) == 0 ? folder : nil
  }()

  /// The font for a family: its own, or the machine's substitute.
  package func face(of family: String, _ form: FontForm = FontForm()) -> FontFace? {
    guard let pattern = pattern(family, form) else { return nil }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultMatch
    guard let found = FcFontMatch(configuration, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    return face(found)
  }

  /// The first fonts, most similar to a family first, that have the characters. Characters that no font has
  /// are absent.
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

  /// The first font, by path, that has only a coloured picture of a character; nil if there is none.
  package func coloredFace(having character: Unicode.Scalar) -> FontFace? {
    guard let set = FcConfigGetFonts(configuration, FcSetSystem)?.pointee, let fonts = set.fonts else {
      return nil
    }
    return (0..<Int(set.nfont)).compactMap { index -> FontFace? in
      guard let candidate = fonts[index], !isOutline(candidate), let face = face(candidate),
        face.covers(character)
      else { return nil }
      return face
    }.min { $0.path < $1.path }
  }

  /// The first font of a file whose letters are outlines; nil if it has none.
  package func face(ofFile path: String) -> FontFace? {
    guard let own = FcConfigCreate() else { return nil }
    defer { FcConfigDestroy(own) }
    let text = Array(FontConfiguration.text(searchesFolders: false).utf8) + [0]
    let isLoaded = text.withUnsafeBufferPointer {
      FcConfigParseAndLoadFromMemory(own, $0.baseAddress, 0) != 0
    }
    guard isLoaded, FcConfigAppFontAddFile(own, path) != 0,
      let set = FcConfigGetFonts(own, FcSetApplication)?.pointee, let fonts = set.fonts
    else { return nil }
    return (0..<Int(set.nfont)).lazy.compactMap { index in
      fonts[index].flatMap { self.isOutline($0) ? self.face($0) : nil }
    }.first
  }

  /// The number of font files below a folder.
  package func count(below folder: String) -> Int {
    guard let set = FcConfigGetFonts(configuration, FcSetSystem)?.pointee, let fonts = set.fonts else {
      return 0
    }
    let files = (0..<Int(set.nfont)).compactMap { fonts[$0].flatMap { text(FC_FILE, of: $0) } }
    return Set(files).count { $0.hasPrefix(folder + "/") }
  }

  var outlineFaces: [FontFace] {
    guard let set = FcConfigGetFonts(configuration, FcSetSystem)?.pointee, let fonts = set.fonts else {
      return []
    }
    return (0..<Int(set.nfont)).compactMap { index in
      fonts[index].flatMap { isOutline($0) ? face($0) : nil }
    }
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

  /// Whether letters are outlines; an outline cannot be drawn around bitmap letters.
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
    // The upper half of the index is the instance of a variable font. Drawing selects only files, so only the
    // default form of a variable font counts, which is the regular one.
    var isVariable: FcBool = 0
    FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable)
    let form = isVariable != 0 || index >> 16 != 0 ? FontForm() : form(of: pattern)
    return FontFace(
      path: path, index: Int(index & 0xffff), family: family, form: form,
      characters: CharacterCoverage(characters))
  }

  private func form(of pattern: OpaquePointer) -> FontForm {
    var (weight, slant): (Int32, Int32) = (FC_WEIGHT_NORMAL, FC_SLANT_ROMAN)
    FcPatternGetInteger(pattern, FC_WEIGHT, 0, &weight)
    FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
    return FontForm(isBold: weight >= FC_WEIGHT_DEMIBOLD, isItalic: slant != FC_SLANT_ROMAN)
  }

  /// Whether the family is installed or generic, such as `serif`.
  package func has(family: String) -> Bool {
    if FontConfiguration.genericNames.contains(family.lowercased()) { return true }
    guard let pattern = pattern(family, FontForm()) else { return false }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultMatch
    guard let found = FcFontMatch(configuration, pattern, &result) else { return false }
    defer { FcPatternDestroy(found) }
    var number: Int32 = 0
    while let name = text(FC_FAMILY, of: found, number) {
      if name.lowercased() == family.lowercased() { return true }
      number += 1
    }
    return false
  }

  private func text(_ name: String, of pattern: OpaquePointer, _ number: Int32 = 0) -> String? {
    var found: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, name, number, &found) == FcResultMatch, let found else { return nil }
    return String(cString: found)
  }
}

/// A font in a file, and the name that libraries find it by.
package struct FontFace: Hashable, Sendable {
  package let path: String
  /// The index in a collection.
  package let index: Int
  package let family: String
  package let form: FontForm
  /// The characters that the font has.
  let characters: CharacterCoverage

  package func covers(_ character: Unicode.Scalar) -> Bool { characters.contains(character) }

  package static func == (a: FontFace, b: FontFace) -> Bool {
    a.path == b.path && a.index == b.index && a.family == b.family
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(index)
  }
}

/// The forms of a family that text can request.
package struct FontForm: Hashable, Sendable {
  package var isBold: Bool
  package var isItalic: Bool

  package init(isBold: Bool = false, isItalic: Bool = false) {
    self.isBold = isBold
    self.isItalic = isItalic
  }

  /// All four forms.
  package static let all = [
    FontForm(), FontForm(isBold: true), FontForm(isItalic: true), FontForm(isBold: true, isItalic: true),
  ]
}

/// The set of characters that Fontconfig found in a font.
final class CharacterCoverage: @unchecked Sendable {  // Immutable after init.
  private let set: OpaquePointer?

  /// Copies the set.
  init(_ set: OpaquePointer?) {
    self.set = set.flatMap { FcCharSetCopy($0) }
  }

  deinit {
    if let set { FcCharSetDestroy(set) }
  }

  func contains(_ character: Unicode.Scalar) -> Bool {
    set.map { FcCharSetHasChar($0, character.value) != 0 } ?? false
  }

  /// The first characters, by code point, that satisfy a condition.
  func first(_ count: Int, where isWanted: (Unicode.Scalar) -> Bool) -> [Unicode.Scalar] {
    guard let set else { return [] }
    var found: [Unicode.Scalar] = []
    var (words, next) = ([FcChar32](repeating: 0, count: 8), FcChar32(0))
    var page = FcCharSetFirstPage(set, &words, &next)
    // Each page has a bit for each of 256 code points.
    while page != .max, found.count < count {
      for index in 0..<256 where words[index / 32] >> (index % 32) & 1 == 1 {
        if let scalar = Unicode.Scalar(page + UInt32(index)), isWanted(scalar) { found.append(scalar) }
      }
      page = FcCharSetNextPage(set, &words, &next)
    }
    return Array(found.prefix(count))
  }
}
