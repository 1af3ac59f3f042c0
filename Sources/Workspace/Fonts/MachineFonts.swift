import Composition
import ContentDigest
import Drawing
import Lowering
import Subtitles

/// Measures text with the fonts of this machine before a script is lowered.
///
/// Answers are kept: rows of a table mostly have the same texts.
struct MachineFonts {
  /// Font files that a script names are relative to it.
  let folder: String
  private let reach: ScriptReach
  private var texts: [TextPicture: TextState] = [:]
  private var subtitles: [SubtitleLetters: SubtitleFontState] = [:]
  private var finder: Result<SubtitleFontFinder, SubtitleFontFailure>?

  init(folder: String, reach: ScriptReach) {
    self.folder = folder
    self.reach = reach
  }

  /// Adds the answers to a table.
  mutating func answer(_ wanted: WantedFonts, in table: inout MediaTable) {
    guard !wanted.isEmpty else { return }
    let new = wanted.texts.filter { texts[$0] == nil }
    if !new.isEmpty {
      let drawing = TextDrawing(folder: folder)
      for text in new { texts[text] = isRefused(text) ? .failed(.refused) : drawing.state(of: text) }
    }
    for text in wanted.texts { table.texts.states[text] = texts[text] }
    for letters in wanted.subtitles {
      if subtitles[letters] == nil { subtitles[letters] = state(of: letters) }
      table.subtitleFonts[letters] = subtitles[letters]
    }
  }

  private func isRefused(_ text: TextPicture) -> Bool {
    guard case .file(let file) = text.font else { return false }
    return reach.of(file) == .refused
  }

  private mutating func state(of letters: SubtitleLetters) -> SubtitleFontState {
    let known = finder ?? Result { () throws(SubtitleFontFailure) in try SubtitleFontFinder() }
    do throws(SubtitleFontFailure) {
      var finder = try known.get()
      defer { self.finder = .success(finder) }
      let found = try finder.fonts(for: letters)
      return .found(found.fonts, missing: found.missing, colored: found.colored)
    } catch {
      if finder == nil { finder = known }
      return .failed(error)
    }
  }
}

extension TextDrawing {
  fileprivate func state(of text: TextPicture) -> TextState {
    do throws(TextFailure) { return .measured(try measure(text)) } catch { return .failed(error) }
  }
}

/// Finds the fonts that subtitles are drawn with.
private struct SubtitleFontFinder {
  private let lookup: FontLookup
  /// The digests of the files that were read, by their paths.
  private var digests: [String: String] = [:]

  init() throws(SubtitleFontFailure) {
    guard let lookup = FontLookup() else { throw .noList }
    self.lookup = lookup
  }

  mutating func fonts(
    for letters: SubtitleLetters
  ) throws(SubtitleFontFailure) -> (
    fonts: SubtitlePicture.Fonts, missing: Set<Unicode.Scalar>, colored: Set<Unicode.Scalar>
  ) {
    guard let standard = lookup.face(of: "sans-serif") else { throw .noFonts }
    var missing: Set<Unicode.Scalar> = []
    var paths = Set(forms(of: standard.family))
    var families: [ChosenFamily] = []
    for (family, characters) in letters.families.sorted(by: { $0.key < $1.key }) {
      let face = lookup.face(of: family) ?? standard
      paths.formUnion(forms(of: face.family))
      let wanted = characters.filter { $0.isDrawn && !face.covers($0) }.sorted()
      let substitutes = lookup.faces(like: family, having: wanted)
      missing.formUnion(Set(wanted).subtracting(substitutes.flatMap(\.characters)))
      for substitute in substitutes { paths.formUnion(forms(of: substitute.face.family)) }
      families.append(
        ChosenFamily(
          asked: family, family: face.family,
          substitutes: substitutes.map {
            .init(family: $0.face.family, characters: $0.characters.map(\.value).sorted())
          }))
    }
    var files: [SubtitlePicture.FontFile] = []
    for path in paths.sorted() { files.append(.init(path: path, digest: try digest(of: path))) }
    let colored = missing.filter { lookup.coloredFace(having: $0) != nil }
    let fonts = SubtitlePicture.Fonts(
      choice: SubtitleFonts(standard: standard.family, families: families), files: files,
      libraries: SubtitleLibraries.versions, pictures: try pictures(of: colored.union(letters.emoji)))
    return (fonts, missing.subtracting(colored), colored)
  }

  /// The coloured pictures of the font that has the first of the letters; nil if no font has one.
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
  /// Those that are shown in colour, also where a font has an outline for them.
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
