internal import CPangoCairo

/// The fonts that a script can name.
package struct FontCatalog: Sendable {
  /// A name such as `serif`, and the installed family that stands for it.
  package struct Generic: Sendable {
    package let name: String
    package let family: String
  }

  package struct Family: Sendable {
    package let name: String
    /// In the order of `FontForm.all`.
    package let forms: [FontForm]
    /// Words in letters of the family.
    package let sample: String
  }

  package let generic: [Generic]
  /// Families with outlines, sorted by name. A font with several names is listed under its first.
  package let families: [Family]
}

extension FontLookup {
  package var catalog: FontCatalog {
    var faces: [String: [FontForm: FontFace]] = [:]
    for face in outlineFaces where faces[face.family]?[face.form] == nil {
      faces[face.family, default: [:]][face.form] = face
    }
    let names = faces.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return FontCatalog(
      generic: FontConfiguration.textNames.compactMap { name in
        face(of: name).map { FontCatalog.Generic(name: name, family: $0.family) }
      },
      families: names.map { name in
        let forms = FontForm.all.filter { faces[name]?[$0] != nil }
        return FontCatalog.Family(
          name: name, forms: forms, sample: forms.first.flatMap { faces[name]?[$0]?.sample } ?? name)
      })
  }
}

extension FontFace {
  private static let pangram = "The quick brown fox jumps over the lazy dog 0123456789"

  /// A sentence, or the first letters of a font that cannot draw it.
  fileprivate var sample: String {
    if Self.pangram.unicodeScalars.allSatisfy(covers) { return Self.pangram }
    let kinds: [(Unicode.Scalar.Properties) -> Bool] = [
      { $0.generalCategory == .otherLetter }, { $0.isAlphabetic },
      { $0.generalCategory == .otherSymbol || $0.generalCategory == .mathSymbol },
    ]
    let samples = kinds.lazy.map { isWanted in
      self.characters.first(16) { !$0.isASCII && isWanted($0.properties) }
    }
    return samples.first { !$0.isEmpty }.map { String(String.UnicodeScalarView($0)) } ?? family
  }
}
