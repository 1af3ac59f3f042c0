/// A font in a file, and the name that libraries find it by.
package struct FontFace: Hashable, Sendable {
  package let path: String
  /// Which font of a collection.
  package let index: Int
  package let family: String
  /// What it has a picture of.
  let characters: CharacterCoverage

  /// Whether it has a picture of a character.
  package func covers(_ character: Unicode.Scalar) -> Bool { characters.contains(character) }

  package static func == (a: FontFace, b: FontFace) -> Bool {
    a.path == b.path && a.index == b.index && a.family == b.family
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(index)
  }
}

/// The forms of a family that words ask for.
package struct FontForm: Hashable, Sendable {
  package var isBold: Bool
  package var isItalic: Bool

  package init(isBold: Bool = false, isItalic: Bool = false) {
    self.isBold = isBold
    self.isItalic = isItalic
  }

  /// All four.
  package static let all = [
    FontForm(), FontForm(isBold: true), FontForm(isItalic: true), FontForm(isBold: true, isItalic: true),
  ]
}
