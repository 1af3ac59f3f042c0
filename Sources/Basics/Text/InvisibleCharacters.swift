/// An invisible character, or one that changes the direction of the surrounding text, and its place.
package struct InvisibleCharacter: Hashable, Sendable {
  /// The byte offset in the UTF-8 of the searched text.
  package let offset: Int
  package let scalar: Unicode.Scalar

  package init(offset: Int, scalar: Unicode.Scalar) {
    self.offset = offset
    self.scalar = scalar
  }

  /// The code point, and its name if people may know it: "U+200B (zero-width space)".
  package var description: String {
    let name =
      switch scalar.value {
      case 0x00A0: "no-break space"
      case 0x00AD: "soft hyphen"
      case 0x1680, 0x2000...0x200A, 0x202F, 0x205F: "unusual blank"
      case 0x200B: "zero-width space"
      case 0x200C: "zero-width non-joiner"
      case 0x200D: "zero-width joiner"
      case 0x200E: "left-to-right mark"
      case 0x200F: "right-to-left mark"
      case 0x202A...0x202E, 0x2066...0x2069: "changes the direction of text"
      case 0x2060: "word joiner"
      case 0xFE00...0xFE0F, 0xE0100...0xE01EF: "variation selector"
      case 0xFEFF: "byte-order mark"
      default: "invisible"
      }
    return "\(codePoint(scalar)) (\(name))"
  }
}

/// The invisible and direction-changing characters of a text, in text order.
package func invisibleCharacters(in text: String) -> [InvisibleCharacter] {
  found(in: text) { scalar, _, _ in isInvisible(scalar) }
}

/// The characters that make a word look like another one, in text order.
///
/// Joiners between letters or emoji, the tags of a flag, and variation selectors after a character that
/// varies are legitimate and not among them.
package func misleadingCharacters(in text: String) -> [InvisibleCharacter] {
  var isInFlag = false
  return found(in: text) { scalar, previous, next in
    switch scalar.value {
    case 0x200C, 0x200D: return !(previous.map(isJoined) == true && next.map(isJoined) == true)
    case 0xE0020...0xE007F: return !isInFlag
    case 0xFE00...0xFE0F:
      return previous.map { $0.isASCII && !"0123456789#*".unicodeScalars.contains($0) } ?? true
    case 0xE0100...0xE01EF: return previous.map { $0.value < 0x2E80 } ?? true
    default:
      isInFlag = scalar.value == 0x1F3F4
      return isInvisible(scalar) || isUnusualBlank(scalar)
    }
  }
}

package func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00A0, 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F,
    0x202A...0x202E, 0x2060...0x206F, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0x1D173...0x1D17A,
    0xE0000...0xE007F:
    true
  default: false
  }
}

/// Whether the character looks like a space but is not U+0020; file names contain some of them.
package func isUnusualBlank(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1680, 0x2000...0x200A, 0x202F, 0x205F: true
  default: false
  }
}

/// A code point as messages write it: `U+200B`.
package func codePoint(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// Whether joiners have a purpose next to the character: in emoji, and in scripts beyond Greek and Cyrillic.
private func isJoined(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x590 && !isInvisible(scalar) }

private func found(
  in text: String,
  where isFound: (Unicode.Scalar, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool
) -> [InvisibleCharacter] {
  guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
  var found: [InvisibleCharacter] = []
  var offset = 0
  var previous: Unicode.Scalar?
  var rest = text.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    if isFound(scalar, previous, rest.first) {
      found.append(InvisibleCharacter(offset: offset, scalar: scalar))
    }
    previous = scalar
    offset += scalar.utf8.count
  }
  return found
}
