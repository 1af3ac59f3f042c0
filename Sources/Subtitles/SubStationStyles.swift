/// The fonts that the styles of an ASS header name.
package struct SubStationStyles {
  /// By name; of two styles with one name the later one counts, as for libass.
  private var fonts: [String: String] = [:]
  package private(set) var hasEmbeddedFonts = false
  /// The family of libass's own style, which is there where a file has none that is called `Default`.
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
        fonts[String(values[name].drop { $0 == "*" })] = String(values[font].drop { $0 == "@" })
      }
    }
  }

  /// The family that a style names.
  package func font(of style: String) -> String {
    fonts[String(style.drop { $0 == "*" })] ?? fonts["Default"] ?? Self.builtIn
  }
}

extension SubStationStyles {
  /// The characters that words ask a family for, by the family's name in small letters.
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

  /// The family that the orders of a block lead to; nil where they lead to none.
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
