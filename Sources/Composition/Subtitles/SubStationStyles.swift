/// A font that a subtitle file names in a style or an override, with the requested form.
package struct AskedFont: Hashable, Sendable, Codable {
  package var family: String
  package var isBold: Bool
  package var isItalic: Bool

  package init(family: String, isBold: Bool = false, isItalic: Bool = false) {
    self.family = family
    self.isBold = isBold
    self.isItalic = isItalic
  }
}

/// The fonts that the styles of an ASS header name.
package struct SubStationStyles {
  /// By name; of two styles with one name the later one counts, as in libass.
  private var fonts: [String: AskedFont] = [:]
  package private(set) var hasEmbeddedFonts = false
  /// The family of libass's built-in style, which applies if a file has no style `Default`.
  private static let builtIn = "Arial"

  package init(header: String) {
    var fields = ["name", "fontname"]
    for line in header.split(separator: "\n") {
      let text = line.trimmed
      let isFormat = text.lowercased().hasPrefix("format:")
      if text.lowercased() == "[fonts]" { hasEmbeddedFonts = true }
      guard isFormat || text.lowercased().hasPrefix("style:"), let colon = text.firstIndex(of: ":") else {
        continue
      }
      let values = text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0.trimmed) }
      if isFormat {
        fields = values.map { $0.lowercased() }
      } else if let name = fields.firstIndex(of: "name"), let font = fields.firstIndex(of: "fontname"),
        name < values.count, font < values.count
      {
        var asked = AskedFont(family: String(values[font].drop { $0 == "@" }))
        for (field, value) in zip(fields, values) {
          switch field {
          case "bold": asked.isBold = isBold(value)
          case "italic": asked.isItalic = Int(value).map { $0 != 0 } ?? false
          default: break
          }
        }
        fonts[String(values[name].drop { $0 == "*" })] = asked
      }
    }
  }

  /// The family that a style names.
  package func font(of style: String) -> String { named(by: style)?.family ?? Self.builtIn }

  /// Nil if the file names none, so that libass's built-in style applies.
  private func named(by style: String) -> AskedFont? {
    fonts[String(style.drop { $0 == "*" })] ?? fonts["Default"]
  }
}

/// Whether a number in ASS means bold: 1 or -1, or a weight.
private func isBold(_ text: some StringProtocol) -> Bool {
  guard let number = Int(text) else { return false }
  return abs(number) == 1 || number >= 600
}

extension SubStationStyles {
  /// The characters that a family must draw, by the family's name in lower case.
  package func charactersByFamily(
    in events: some Sequence<(style: String, text: String)>
  ) -> [String: Set<Unicode.Scalar>] {
    var found: [String: Set<Unicode.Scalar>] = [:]
    for event in events {
      var family = font(of: event.style).lowercased()
      var rest = event.text.unicodeScalars[...]
      while let first = rest.first {
        if first == "{", let end = rest.firstIndex(of: "}") {
          let orders = Substring(rest[rest.index(after: rest.startIndex)..<end])
          family = self.family(after: orders, style: event.style) ?? family
          rest = rest[rest.index(after: end)...]
        } else {
          found[family, default: []].insert(first)
          rest = rest.dropFirst()
        }
      }
    }
    return found
  }

  /// The family after the overrides of a block; nil if they do not set one.
  private func family(after orders: Substring, style: String) -> String? {
    var family: String?
    for order in orders.split(separator: "\\") {
      if order.hasPrefix("fn") {
        let name = order.dropFirst(2).trimmed
        family = name.isEmpty || name == "0" ? font(of: style) : String(name.drop { $0 == "@" })
      } else if order.hasPrefix("r"), !order.hasPrefix("rnd") {
        let name = order.dropFirst().trimmed
        family = font(of: name.isEmpty ? style : String(name))
      }
    }
    return family?.lowercased()
  }
}

extension SubStationStyles {
  /// The fonts that the file names for drawn text, with the requested forms.
  package func askedFonts(in events: some Sequence<(style: String, text: String)>) -> Set<AskedFont> {
    var found: Set<AskedFont> = []
    for event in events {
      var asked = named(by: event.style)
      var rest = event.text.unicodeScalars[...]
      while let first = rest.first {
        if first == "{", let end = rest.firstIndex(of: "}") {
          let orders = Substring(rest[rest.index(after: rest.startIndex)..<end])
          for order in orders.split(separator: "\\") { follow(order.trimmed, &asked, style: event.style) }
          rest = rest[rest.index(after: end)...]
        } else {
          if let asked, !first.properties.isWhitespace { found.insert(asked) }
          rest = rest.dropFirst()
        }
      }
    }
    return found
  }

  private func follow(_ order: Substring, _ asked: inout AskedFont?, style: String) {
    if order.hasPrefix("fn") {
      let name = order.dropFirst(2).trimmed
      guard !name.isEmpty, name != "0" else {
        if let family = named(by: style)?.family { asked?.family = family } else { asked = nil }
        return
      }
      let family = String(name.drop { $0 == "@" })
      if asked == nil { asked = AskedFont(family: family) } else { asked?.family = family }
    } else if order.hasPrefix("r"), !order.hasPrefix("rnd") {
      let name = order.dropFirst().trimmed
      asked = named(by: name.isEmpty ? style : String(name))
    } else if let value = order.value(of: "b") {
      asked?.isBold = value.isEmpty ? named(by: style)?.isBold ?? false : isBold(value)
    } else if let value = order.value(of: "i") {
      asked?.isItalic = value.isEmpty ? named(by: style)?.isItalic ?? false : value != "0"
    }
  }
}

extension Substring {
  /// The value of a numeric override: "1" of `b1`; nil for other overrides, such as `bord1`.
  fileprivate func value(of name: Character) -> Substring? {
    guard first == name else { return nil }
    // An override within `\t(...)` ends at its bracket.
    let value = dropFirst().prefix { $0 != ")" }.trimmed
    return value.allSatisfy { $0.isNumber || $0 == "-" } ? value : nil
  }
}
