import CPangoCairo
import Composition

/// Text to lay out, with the attributes from its markup.
struct PlainWords {
  let text: String
  /// Owned by the creator of this value; nil without markup.
  let attributes: OpaquePointer?
  /// The removed control characters, which no font can draw, each once.
  let controls: [UInt32]

  init(_ picture: TextPicture) throws(TextFailure) {
    let (words, controls) = Self.withoutControls(picture.words)
    self.controls = controls
    guard picture.isMarkup else {
      text = words
      attributes = nil
      return
    }
    var list: OpaquePointer?
    var plain: UnsafeMutablePointer<CChar>?
    var error: UnsafeMutablePointer<GError>?
    guard pango_parse_markup(words, Int32(words.utf8.count), 0, &list, &plain, nil, &error) != 0, let plain
    else {
      let message = editc_error_message(error).map { String(cString: $0) } ?? "it cannot be read"
      g_error_free(error)
      throw .markup(message)
    }
    text = String(cString: plain)
    attributes = list
    g_free(plain)
  }

  /// Normalises line ends to line feeds, and removes all other control characters except tabs.
  private static func withoutControls(_ words: String) -> (String, [UInt32]) {
    var text = String.UnicodeScalarView()
    var controls: [UInt32] = []
    var isAfterReturn = false
    for scalar in words.unicodeScalars {
      switch scalar.value {
      case 0x0D, 0x85: text.append("\n")
      case 0x0A: if !isAfterReturn { text.append("\n") }
      case 0x09, 0x20...0x7E: text.append(scalar)
      case 0...0x1F, 0x7F...0x9F: if !controls.contains(scalar.value) { controls.append(scalar.value) }
      default: text.append(scalar)
      }
      isAfterReturn = scalar.value == 0x0D
    }
    return (String(text), controls)
  }

  /// The offset of each letter (grapheme) in the UTF-8 text.
  var letterStarts: [Int] {
    var starts: [Int] = []
    var position = 0
    for letter in text {
      starts.append(position)
      position += letter.utf8.count
    }
    return starts
  }

  /// Whether the first letter with a direction is from a right-to-left script.
  var isRightToLeft: Bool {
    for scalar in text.unicodeScalars {
      switch editc_direction(scalar.value) {
      case 0: continue
      case let direction: return direction < 0
      }
    }
    return false
  }
}

/// The sizes that markup requests.
enum MarkupSizes {
  /// An upper bound in pixels: the largest size times the largest factor.
  static func largest(in attributes: OpaquePointer, base: Double) -> Double {
    var (size, factor) = (base, 1.0)
    var next = pango_attr_list_get_attributes(attributes)
    let first = next
    while let node = next {
      if let attribute = node.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) {
        size = max(size, editc_attribute_size(attribute))
        factor = max(factor, editc_attribute_scale(attribute))
        pango_attribute_destroy(attribute)
      }
      next = node.pointee.next
    }
    g_slist_free(first)
    return size * factor
  }
}
