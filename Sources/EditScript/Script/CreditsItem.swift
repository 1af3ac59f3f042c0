import Basics

/// Names with their roles: `credits: ["Directed by: Grace Hopper"]`.
package struct CreditsItem: Hashable, Sendable {
  package var content: Located<CreditsContent>
  package var columns: Located<CreditsColumns>?
  /// The space between the two columns.
  package var gutter: Located<Length>?
  package var roll: Located<RollDirection>?
  /// How the text of roles differs from that of names.
  package var roles: Located<WordsStyle>?

  package init(content: Located<CreditsContent>) {
    self.content = content
  }
}

/// Where the entries of credits are written.
package enum CreditsContent: Hashable, Sendable {
  case entries([Located<String>])
  /// The path of a CSV file with the columns `role` and `name`.
  case file(String)
}

/// Where roles are.
package enum CreditsColumns: String, Hashable, Sendable, CaseIterable {
  /// Beside their names.
  case side
  /// Above their names.
  case stacked
}

/// Where credits move.
package enum RollDirection: String, Hashable, Sendable, CaseIterable {
  case up
  case down
}

/// An entry of credits: a role with its names, a text across both columns, or a gap.
package struct CreditsEntry: Hashable, Sendable {
  /// Empty if there is none.
  package var role: String
  /// One for each line; none in a gap.
  package var names: [String]
  /// Whether it is across both columns.
  package var isAcross: Bool

  package init(role: String, names: [String], isAcross: Bool = false) {
    self.role = role
    self.names = names
    self.isAcross = isAcross
  }

  /// A text as in a list: `Produced by: Katherine Johnson, Mary Jackson`.
  package init(_ text: String) {
    let characters = Array(text)
    let colon = characters.indices.first { index in
      characters[index] == ":" && (index + 1 == characters.count || characters[index + 1].isWhitespace)
    }
    guard let colon else {
      let whole = text.trimmed
      self.init(role: "", names: whole.isEmpty ? [] : [whole], isAcross: true)
      return
    }
    self.init(
      role: String(characters[..<colon]).trimmed, names: Self.names(in: String(characters[(colon + 1)...])))
  }

  package static let gap = CreditsEntry(role: "", names: [], isAcross: true)

  package var isGap: Bool { role.isEmpty && names.isEmpty }

  /// Names that commas separate.
  static func names(in text: String) -> [String] {
    text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension CreditsContent {
  /// The path, or the entries as a list.
  package var canonicalText: String {
    switch self {
    case .entries(let entries): JSONValue.array(entries.map { .string($0.value) }).compactText
    case .file(let path): path
    }
  }
}

extension Item {
  /// The credits; nil for other items.
  package var credits: CreditsItem? {
    get {
      if case .credits(let credits) = kind { credits } else { nil }
    }
    set {
      guard case .credits = kind, let newValue else { return }
      kind = .credits(newValue)
    }
  }

  package var columns: Located<CreditsColumns>? {
    get { credits?.columns }
    set { credits?.columns = newValue }
  }

  package var gutter: Located<Length>? {
    get { credits?.gutter }
    set { credits?.gutter = newValue }
  }

  package var roll: Located<RollDirection>? {
    get { credits?.roll }
    set { credits?.roll = newValue }
  }

  package var roles: Located<WordsStyle>? {
    get { credits?.roles }
    set { credits?.roles = newValue }
  }

  /// The CSV file with its credits; nil if there is none.
  package var creditsFile: Located<String>? {
    guard let content = credits?.content, case .file(let path) = content.value else { return nil }
    return Located(path, at: content.range)
  }

  /// The font files that it names, relative to the script.
  package var fontFiles: [Located<String>] {
    var ofMask: Located<String>?
    if case .text(let text) = mask?.value.source { ofMask = text.fontFile }
    return [style?.fontFile, roles?.value.fontFile, ofMask].compactMap(\.self)
  }
}

extension WordsStyle {
  /// The same style, with what another one has instead of what is not written here.
  package func over(_ other: WordsStyle) -> WordsStyle {
    var style = other
    style.font = font ?? other.font
    style.size = size ?? other.size
    style.weight = weight ?? other.weight
    style.color = color ?? other.color
    style.lineHeight = lineHeight ?? other.lineHeight
    style.tracking = tracking ?? other.tracking
    style.features = features ?? other.features
    style.stroke = stroke ?? other.stroke
    style.shadow = shadow ?? other.shadow
    return style
  }
}

extension WordsStyle: CanonicalValue {
  package var canonicalText: String { RoleKeys.fields.flowText(of: self) }
}
