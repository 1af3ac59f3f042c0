/// A character that nobody sees, or that turns the text around it, and its place.
package struct InvisibleCharacter: Hashable, Sendable {
  /// In bytes of UTF-8 from the start of the text that was searched.
  package let offset: Int
  package let scalar: Unicode.Scalar

  package init(offset: Int, scalar: Unicode.Scalar) {
    self.offset = offset
    self.scalar = scalar
  }

  /// Its code point, and its name where people may know it: "U+200B (zero-width space)".
  package var description: String {
    let name =
      switch scalar.value {
      case 0x00A0: "no-break space"
      case 0x00AD: "soft hyphen"
      case 0x200B: "zero-width space"
      case 0x200C: "zero-width non-joiner"
      case 0x200D: "zero-width joiner"
      case 0x200E: "left-to-right mark"
      case 0x200F: "right-to-left mark"
      case 0x202A...0x202E, 0x2066...0x2069: "changes the direction of text"
      case 0x2060: "word joiner"
      case 0xFEFF: "byte-order mark"
      default: "invisible"
      }
    return "\(codePoint(scalar)) (\(name))"
  }
}

/// The invisible and direction-changing characters of a text, in its order.
package func invisibleCharacters(in text: String) -> [InvisibleCharacter] {
  guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
  var found: [InvisibleCharacter] = []
  var offset = 0
  for scalar in text.unicodeScalars {
    if isInvisible(scalar) { found.append(InvisibleCharacter(offset: offset, scalar: scalar)) }
    offset += scalar.utf8.count
  }
  return found
}

/// Whether nobody sees the character, or it turns the text around it.
package func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00A0, 0x00AD, 0x034F, 0x061C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F,
    0x3164, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
    true
  default: false
  }
}

/// A code point as it is written in messages: `U+200B`.
package func codePoint(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
