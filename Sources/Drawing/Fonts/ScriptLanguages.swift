import CPangoCairo

/// Determines the probable language of each part of a text, from its script.
///
/// Pango would ask the environment, and letters may differ between languages: a colleague with a Persian
/// desktop must get the same film.
enum ScriptLanguages {
  /// Adds the languages to a list, below its other attributes.
  static func insert(into attributes: OpaquePointer, for text: String) {
    let ideographs = languageOfIdeographs(in: text)
    var start = 0
    var current: String?
    var position = 0
    for scalar in text.unicodeScalars {
      if let language = language(of: scalar, ideographs: ideographs), language != current {
        add(current, from: start, to: position, into: attributes)
        // Characters before the first letter belong to its part.
        start = current == nil ? 0 : position
        current = language
      }
      position += UTF8.width(scalar)
    }
    add(current, from: start, to: position, into: attributes)
  }

  private static func add(_ language: String?, from: Int, to: Int, into attributes: OpaquePointer) {
    guard let language, from < to,
      let attribute = pango_attr_language_new(pango_language_from_string(language))
    else { return }
    attribute.pointee.start_index = guint(from)
    attribute.pointee.end_index = guint(to)
    pango_attr_list_insert_before(attributes, attribute)
  }

  /// Nil for characters of all scripts: blanks, digits, punctuation.
  private static func language(of scalar: Unicode.Scalar, ideographs: String) -> String? {
    if scalar.value < 0x80 { return scalar.properties.isAlphabetic ? "en" : nil }
    let script = g_unichar_get_script(scalar.value)
    if script == G_UNICODE_SCRIPT_HAN { return ideographs }
    let pango = PangoScript(rawValue: script.rawValue)
    guard let language = pango_script_get_sample_language(pango) else { return nil }
    return pango_language_to_string(language).map { String(cString: $0) }
  }

  /// Ideographs are Japanese in a text with kana, Korean in a text with Hangul.
  private static func languageOfIdeographs(in text: String) -> String {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3041...0x30FF: return "ja"
      case 0x1100...0x11FF, 0xAC00...0xD7A3: return "ko"
      default: break
      }
    }
    return "zh-cn"
  }
}
