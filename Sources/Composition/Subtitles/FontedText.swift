import Basics

/// The fonts that subtitles are drawn with.
package struct SubtitleFonts: Hashable, Sendable, Codable {
  /// The family for text whose style names an unavailable family.
  package var standard: String
  package var families: [ChosenFamily]

  package init(standard: String, families: [ChosenFamily]) {
    self.standard = standard
    self.families = families
  }

  /// The family found for one that a style or an override names.
  package func family(_ name: String) -> ChosenFamily? {
    let wanted = name.lowercased()
    return families.first { $0.asked == wanted }
  }
}

/// The family that is drawn for a requested one.
package struct ChosenFamily: Hashable, Sendable, Codable {
  /// In lower case.
  package var asked: String
  /// The available family: the requested one, or the machine's replacement.
  package var family: String
  /// Families for characters that `family` lacks.
  package var substitutes: [Substitute]

  package struct Substitute: Hashable, Sendable, Codable {
    package var family: String
    /// Code points, in rising order.
    package var characters: [UInt32]

    package init(family: String, characters: [UInt32]) {
      self.family = family
      self.characters = characters
    }
  }

  package init(asked: String, family: String, substitutes: [Substitute] = []) {
    self.asked = asked
    self.family = family
    self.substitutes = substitutes
  }

  fileprivate func substitute(for character: Unicode.Scalar) -> String? {
    substitutes.first { substitute in
      let characters = substitute.characters
      let index = characters.partitioningIndex { $0 >= character.value }
      return index < characters.count && characters[index] == character.value
    }?.family
  }
}

/// The text of an ASS event with the names of available fonts, and other fonts for characters that a font
/// lacks. `style` returns the family of a style by its name; nil is the event's own style.
package func fonted(
  _ text: String, by choice: SubtitleFonts, style: @escaping (String?) -> String
) -> String {
  var writer = FontWriter(choice: choice, style: style)
  writer.read(text[...])
  return writer.result
}

private struct FontWriter {
  let choice: SubtitleFonts
  let style: (String?) -> String
  private(set) var result = ""
  private var current: ChosenFamily?
  /// Nil while the requested family is in effect.
  private var substitute: String?
  /// The name in the override that ends a substitute; empty for the style's own family.
  private var named = ""

  init(choice: SubtitleFonts, style: @escaping (String?) -> String) {
    self.choice = choice
    self.style = style
    current = choice.family(style(nil))
  }

  mutating func read(_ text: Substring) {
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "{", let end = rest.firstIndex(of: "}") {
        block(Substring(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else if first == "\\", let next = rest.dropFirst().first, "Nnh{}".unicodeScalars.contains(next) {
        result.unicodeScalars.append(contentsOf: rest.prefix(2))
        rest = rest.dropFirst(2)
      } else {
        write(first)
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func write(_ character: Unicode.Scalar) {
    if !follows(character) {
      let wanted = current?.substitute(for: character)
      if wanted != substitute {
        result += wanted.map { "{\\fn\($0)}" } ?? "{\\fn\(named)}"
        substitute = wanted
      }
    }
    result.unicodeScalars.append(character)
  }

  /// Whether a character is drawn together with the one before it: marks, joiners and blanks.
  private func follows(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: true
    default: character == " "
    }
  }

  private mutating func block(_ orders: Substring) {
    var parts: [String] = []
    for (number, order) in orders.split(separator: "\\", omittingEmptySubsequences: false).enumerated() {
      parts.append(number == 0 ? String(order) : self.order(order))
    }
    result += "{" + parts.joined(separator: "\\") + "}"
  }

  private mutating func order(_ order: Substring) -> String {
    if order.hasPrefix("fn") {
      let name = order.dropFirst(2).trimmed
      let family = name.isEmpty || name == "0" ? style(nil) : String(name.drop { $0 == "@" })
      current = choice.family(family)
      substitute = nil
      named = name.isEmpty || name == "0" ? "" : current?.family ?? String(name)
      return "fn\(named)"
    }
    if order.hasPrefix("r"), !order.hasPrefix("rnd") {
      let name = order.dropFirst().trimmed
      current = choice.family(style(name.isEmpty ? nil : String(name)))
      substitute = nil
      // After a named style, `\fn` alone would return to the font of another style.
      named = name.isEmpty ? "" : current?.family ?? ""
    }
    return String(order)
  }
}
