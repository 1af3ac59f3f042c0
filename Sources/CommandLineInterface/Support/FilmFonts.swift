import Composition
import ContentDigest
import FontLookup
import SubtitleDrawing
import Subtitles

/// Finds the fonts of this machine that a film's subtitles are drawn with.
struct FilmFonts {
  private let lookup: FontLookup
  /// Files that were read, by their paths.
  private var digests: [String: String] = [:]
  /// Characters that no font has a picture of.
  private(set) var missing: Set<Unicode.Scalar> = []

  /// The same film with the fonts of its subtitles, by file and content.
  static func found(for composition: Composition) throws(CommandFailure) -> Composition {
    guard composition.hasDrawnSubtitles else { return composition }
    guard let lookup = FontLookup() else {
      throw CommandFailure(.unavailable, "the fonts of this machine cannot be listed")
    }
    var fonts = FilmFonts(lookup: lookup)
    var film = composition
    try fonts.complete(&film)
    fonts.tellOfMissing()
    return film
  }

  private mutating func complete(_ film: inout Composition) throws(CommandFailure) {
    for index in film.layers.indices {
      guard case .subtitles(var picture) = film.layers[index].picture else { continue }
      picture.fonts = try fonts(of: picture)
      film.layers[index].picture = .subtitles(picture)
    }
    for index in film.films.indices { try complete(&film.films[index].composition) }
  }

  private init(lookup: FontLookup) {
    self.lookup = lookup
  }

  private mutating func fonts(of picture: SubtitlePicture) throws(CommandFailure) -> SubtitlePicture.Fonts {
    let styles = SubStationStyles(header: picture.header)
    let asked = styles.charactersByFamily(
      in: picture.events.lazy.map { ($0.event.style, $0.event.text) })
    guard let standard = lookup.face(of: "sans-serif") else {
      throw CommandFailure(
        .unavailable,
        "this machine has no font to draw subtitles with; install one, such as fonts-dejavu-core")
    }
    var paths = Set(forms(of: standard.family))
    var families: [ChosenFamily] = []
    for (family, characters) in asked.sorted(by: { $0.key < $1.key }) {
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
    return SubtitlePicture.Fonts(
      choice: SubtitleFonts(standard: standard.family, families: families), files: files,
      libraries: SubtitleLibraries.versions)
  }

  /// The files of a family's four forms.
  private func forms(of family: String) -> [String] {
    FontForm.all.compactMap { lookup.face(of: family, $0)?.path }
  }

  private mutating func digest(of path: String) throws(CommandFailure) -> String {
    if let known = digests[path] { return known }
    guard let bytes = FontBytes.read(path), let digest = try? ContentDigest.of(bytes) else {
      throw CommandFailure(.ioError, "the font \(path) cannot be read")
    }
    digests[path] = digest.hex
    return digest.hex
  }

  /// Of these letters, those that no font of this machine has; none where its fonts cannot be listed.
  static let lettersWithoutFont: @Sendable (Set<Unicode.Scalar>) -> Set<Unicode.Scalar> = { letters in
    guard let lookup = FontLookup(), let standard = lookup.face(of: "sans-serif") else { return [] }
    let wanted = letters.filter { $0.isDrawn && !standard.covers($0) }.sorted()
    return Set(wanted).subtracting(lookup.faces(like: "sans-serif", having: wanted).flatMap(\.characters))
  }

  private func tellOfMissing() {
    guard !missing.isEmpty else { return }
    let most = 10
    let names = missing.sorted().prefix(most).map { character in
      "'\(character)' (U+\(String(character.value, radix: 16, uppercase: true)))"
    }
    let more = missing.count > most ? " and \(missing.count - most) more" : ""
    Console.complain("no font here has a letter for \(names.joined(separator: ", "))\(more) of the subtitles")
  }
}

extension Unicode.Scalar {
  /// Whether it has a picture of its own.
  fileprivate var isDrawn: Bool {
    switch properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
