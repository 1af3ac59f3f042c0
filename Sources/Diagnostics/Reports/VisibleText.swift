/// Text from outside as displayed on a terminal: without hidden or control characters, and with known widths.
package enum VisibleText {
  /// A displayed text and the number of terminal cells that it takes.
  struct Piece: Equatable {
    let text: String
    let width: Int
  }

  /// The text on one line; line breaks and tabs are shown as characters.
  package static func line(_ text: String) -> String {
    // Most text is printable ASCII, for which no character properties are needed.
    if isPlain(text) { return text }
    return text.map { piece(for: $0).text }.joined()
  }

  /// Whether the text is printable ASCII, in which each character takes one cell.
  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// One character as displayed, or the names of its code points if it would be invisible.
  static func piece(for character: Character) -> Piece {
    let scalars = character.unicodeScalars
    if scalars.contains(where: isHidden) || hasStray(scalars) {
      let names = scalars.map { isHidden($0) || isConnector($0) ? name(of: $0) : String($0) }.joined()
      return Piece(text: names, width: names.unicodeScalars.count)
    }
    return Piece(text: String(character), width: width(of: scalars))
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  /// Control characters, line separators and invisible formatting, including changes of direction.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !isConnector(scalar)
    // Looks like a space but is different.
    case .spaceSeparator: scalar.value == 0xA0
    default: false
    }
  }

  /// Joiners, and the tag characters that spell the flags of regions.
  private static func isConnector(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}" || isTag(scalar)
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }

  /// Joiners belong in emoji and in many scripts, tags after a black flag; anywhere else they are only
  /// deceptive.
  private static func hasStray(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard scalars.contains(where: isConnector) else { return false }
    if scalars.contains(where: isTag) { return scalars.first != "\u{1F3F4}" }
    return !scalars.contains { !isConnector($0) && !$0.isASCII }
  }

  private static func width(of scalars: Character.UnicodeScalarView) -> Int {
    guard let first = scalars.first else { return 0 }
    if scalars.contains(where: { isWide($0) || $0 == "\u{FE0F}" }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return 1
    }
  }

  /// East Asian wide and fullwidth blocks, and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return scalar.properties.isEmojiPresentation || wideBlocks.contains { $0.contains(scalar.value) }
  }

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
