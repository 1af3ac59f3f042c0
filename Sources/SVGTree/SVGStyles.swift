// Declarations of `style` attributes, and style sheets.

/// The declarations of a `style` attribute; nil if it is none.
func declarations(_ text: some StringProtocol) -> [(name: String, value: String)]? {
  var found: [(name: String, value: String)] = []
  for part in withoutComments(text).split(separator: ";") {
    let declaration = trimmed(part)
    if declaration.isEmpty { continue }
    guard let colon = declaration.firstIndex(of: ":") else { return nil }
    var value = trimmed(declaration[declaration.index(after: colon)...])
    if value.lowercased().hasSuffix("important") {
      let rest = trimmed(value.dropLast(9))
      if rest.hasSuffix("!") { value = trimmed(rest.dropLast()) }
    }
    found.append((trimmed(declaration[..<colon]), value))
  }
  return found
}

/// A rule of a style sheet.
struct StyleRule {
  let selector: String
  let declarations: [(name: String, value: String)]
}

/// The rules of a style sheet, or the reason why it is not drawn.
func rules(_ text: String) -> Result<[StyleRule], StyleProblem> {
  var found: [StyleRule] = []
  var rest = withoutComments(text)[...]
  while true {
    rest = rest.drop { $0.isWhitespace }
    guard !rest.isEmpty else { return .success(found) }
    if let mark = ["<!--", "-->"].first(where: rest.hasPrefix) {
      rest = rest.dropFirst(mark.count)
      continue
    }
    if rest.hasPrefix("@") {
      let name = String(rest.prefix { !$0.isWhitespace && $0 != "{" && $0 != ";" }.prefix(40))
      return .failure(StyleProblem(isReference: name == "@import", words: "the rule `\(name)` is not drawn"))
    }
    guard let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") else {
      return .failure(StyleProblem(isReference: false, words: "the style sheet cannot be read"))
    }
    let selector = trimmed(rest[..<open])
    guard isSelector(selector) else {
      return .failure(
        StyleProblem(
          isReference: false, words: "rules for `\(selector.prefix(40))` are not drawn",
          hint: "select by element, class or id"))
    }
    guard let declarations = declarations(rest[rest.index(after: open)..<close]) else {
      return .failure(
        StyleProblem(isReference: false, words: "the rule for `\(selector.prefix(40))` cannot be read"))
    }
    found.append(StyleRule(selector: selector, declarations: declarations))
    rest = rest[rest.index(after: close)...]
  }
}

struct StyleProblem: Error {
  let isReference: Bool
  let words: String
  var hint: String?
}

extension StyleRule {
  /// The last parts of its selectors, by which rules are found (`.a`, `#a`, the name of an element, or `*`),
  /// and whether each is the whole selector.
  var keys: [String: Bool] {
    var keys: [String: Bool] = [:]
    for selector in selector.split(separator: ",") {
      let last = selector.split { $0.isWhitespace || $0 == ">" }.last ?? "*"
      var key = String(last)
      if let mark = last.firstIndex(where: { $0 == "#" || $0 == "." }) {
        key = String(last[mark]) + last[last.index(after: mark)...].prefix { $0 != "#" && $0 != "." }
      }
      keys[key] = keys[key] ?? false || key == trimmed(selector)
    }
    return keys
  }
}

private func isSelector(_ text: String) -> Bool {
  !text.isEmpty
    && text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_-.#*,> \t\r\n".unicodeScalars.contains(scalar)
    }
}

private func withoutComments(_ text: some StringProtocol) -> String {
  var result = ""
  var rest = Substring(text)
  while let open = rest.firstRange(of: "/*") {
    result += rest[..<open.lowerBound]
    guard let close = rest[open.upperBound...].firstRange(of: "*/") else { return result }
    rest = rest[close.upperBound...]
  }
  return result + rest
}

extension Substring {
  /// The first place of two characters; nil if they are not there.
  fileprivate func firstRange(of pair: String) -> Range<Substring.Index>? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(pair) { return place..<index(place, offsetBy: 2) }
      place = index(after: place)
    }
    return nil
  }
}
