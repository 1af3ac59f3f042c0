import Basics

/// Which fonts the words of subtitles are drawn with.
package struct SubtitleFonts: Hashable, Sendable, Codable {
  /// The family of words whose style names one that is not here.
  package var standard: String
  package var families: [ChosenFamily]

  package init(standard: String, families: [ChosenFamily]) {
    self.standard = standard
    self.families = families
  }

  /// What was found for a family, as a style or an override names it.
  package func family(_ name: String) -> ChosenFamily? {
    let wanted = name.lowercased()
    return families.first { $0.asked == wanted }
  }
}

/// What is drawn where a family is asked for.
package struct ChosenFamily: Hashable, Sendable, Codable {
  /// In small letters.
  package var asked: String
  /// The family that is here: itself, or what the machine puts in its place.
  package var family: String
  /// Families for characters that it does not have.
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

/// The text of an ASS event with the names of the fonts that are here, and other fonts where one has no picture of
/// a character. `style` says which family a style has, by its name; nil is the event's own one.
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
  /// Nil where the words ask for what is drawn.
  private var substitute: String?
  /// As it has to be written to come back from a substitute; empty for the style's own.
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

  /// Marks and joiners are drawn together with what stands before them.
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
      // Where a named style came in, `\fn` alone would lead back to another one's font.
      named = name.isEmpty ? "" : current?.family ?? ""
    }
    return String(order)
  }
}
