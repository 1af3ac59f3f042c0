import Composition
import ContentDigest
import Drawing
import Lowering

/// Finds the fonts that subtitles are drawn with.
struct SubtitleFontFinder {
  private let lookup: FontLookup
  /// The digests of the files that were read, by path.
  private var digests: [String: String] = [:]

  init() throws(SubtitleFontFailure) {
    guard let lookup = FontLookup() else { throw .noList }
    self.lookup = lookup
  }

  /// - Parameter letters: With paths of font files that can be opened.
  mutating func fonts(for letters: SubtitleLetters) throws(SubtitleFontFailure) -> FoundSubtitleFonts {
    guard let standard = lookup.face(of: "sans-serif") else { throw .noFonts }
    let own = try ownFonts(letters)
    // A family of a font file means this file alone, even if another version of it is installed.
    let ownFamilies = Set(own.values.map { $0.face.family.lowercased() })
    var missing: Set<Unicode.Scalar> = []
    var paths: Set<String> = []
    func add(_ family: String) {
      if !ownFamilies.contains(family.lowercased()) { paths.formUnion(forms(of: family)) }
    }
    add(standard.family)
    var families: [ChosenFamily] = []
    for (family, characters) in letters.families.sorted(by: { $0.key < $1.key }) {
      let face = own[family]?.face ?? lookup.face(of: family) ?? standard
      add(face.family)
      let wanted = characters.filter { $0.isDrawn && !face.covers($0) }.sorted()
      let substitutes = lookup.faces(like: family, having: wanted)
      missing.formUnion(Set(wanted).subtracting(substitutes.flatMap(\.characters)))
      for substitute in substitutes { add(substitute.face.family) }
      families.append(
        ChosenFamily(
          asked: family, family: face.family,
          substitutes: substitutes.map {
            .init(family: $0.face.family, characters: $0.characters.map(\.value).sorted())
          }))
    }
    var files = own.sorted { $0.key < $1.key }.map(\.value.file)
    for path in paths.sorted() { files.append(.init(path: path, digest: try digest(of: path))) }
    let colored = missing.filter { lookup.coloredFace(having: $0) != nil }
    let fonts = SubtitlePicture.Fonts(
      choice: SubtitleFonts(standard: standard.family, families: families), files: files,
      libraries: SubtitleLibraries.versions, pictures: try pictures(of: colored.union(letters.emoji)))
    return FoundSubtitleFonts(
      fonts: fonts, missing: missing.subtracting(colored), colored: colored,
      substitutions: substitutions(for: letters.asked, own.mapValues(\.face)))
  }

  private typealias OwnFont = (face: FontFace, file: SubtitlePicture.FontFile)

  /// The font files of the script, by the families that mean them. They can change while this process runs.
  private func ownFonts(_ letters: SubtitleLetters) throws(SubtitleFontFailure) -> [String: OwnFont] {
    var fonts: [String: OwnFont] = [:]
    for (number, path) in letters.fontFiles.enumerated() {
      guard let bytes = FontBytes.read(path), let digest = try? ContentDigest.of(bytes) else {
        throw .fontFile(number, .noSuchFontFile)
      }
      guard let face = lookup.face(ofFile: path) else { throw .fontFile(number, .notAFont) }
      fonts[SubtitleLetters.family(ofFontFile: number)] = (face, .init(path: path, digest: digest.hex))
    }
    return fonts
  }

  /// Each missing family, and each missing form of a family, once.
  private func substitutions(
    for asked: Set<AskedFont>, _ own: [String: FontFace]
  ) -> [FontSubstitution] {
    var found: [FontSubstitution] = []
    var seen: Set<FontSubstitution> = []
    for font in asked.sorted(by: { $0.order < $1.order }) {
      let name = font.family.lowercased()
      guard let face = own[name] ?? lookup.face(of: font.family, FontForm(font)) else { continue }
      if own[name] == nil, !lookup.has(family: font.family) {
        guard seen.insert(.family(asked: name, drawn: "")).inserted else { continue }
        found.append(.family(asked: font.family, drawn: face.family))
      } else if own[name].map({ $0.form.lacks(font) }) ?? (face.form != FontForm(font)) {
        let key = AskedFont(family: name, isBold: font.isBold, isItalic: font.isItalic)
        guard seen.insert(.form(key, isBold: false, isItalic: false)).inserted else { continue }
        found.append(.form(font, isBold: face.form.isBold, isItalic: face.form.isItalic))
      }
    }
    return found
  }

  /// The colour glyphs of the font that has the first of the letters; nil if no font has one.
  private mutating func pictures(
    of letters: Set<Unicode.Scalar>
  ) throws(SubtitleFontFailure) -> SubtitlePicture.ColoredLetters? {
    guard let face = letters.sorted().lazy.compactMap(lookup.coloredFace).first else { return nil }
    return SubtitlePicture.ColoredLetters(
      file: .init(path: face.path, digest: try digest(of: face.path)),
      characters: letters.filter { face.covers($0) }.map(\.value).sorted())
  }

  /// The files of a family's four forms.
  private func forms(of family: String) -> [String] {
    FontForm.all.compactMap { lookup.face(of: family, $0)?.path }
  }

  private mutating func digest(of path: String) throws(SubtitleFontFailure) -> String {
    if let known = digests[path] { return known }
    guard let bytes = FontBytes.read(path), let digest = try? ContentDigest.of(bytes) else {
      throw .unreadable(path: path)
    }
    digests[path] = digest.hex
    return digest.hex
  }
}

extension SubtitleLetters {
  /// The letters that are shown in colour, even if a font has an outline for them.
  fileprivate var emoji: Set<Unicode.Scalar> {
    Set(families.values.joined().filter(\.properties.isEmojiPresentation))
  }
}

extension Unicode.Scalar {
  /// Whether a font needs a glyph for it.
  fileprivate var isDrawn: Bool {
    switch properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension FontForm {
  fileprivate init(_ asked: AskedFont) { self.init(isBold: asked.isBold, isItalic: asked.isItalic) }

  /// Whether libass must thicken or slant letters of this form. The letters of a file are never thinner.
  fileprivate func lacks(_ asked: AskedFont) -> Bool {
    asked.isBold && !isBold || asked.isItalic && !isItalic
  }
}

extension AskedFont {
  fileprivate var order: (String, Int, Int) { (family, isBold ? 1 : 0, isItalic ? 1 : 0) }
}
