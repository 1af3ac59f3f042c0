import Composition

/// The bytes of an SVG, apart from its tree: what the tree does not have, and the places of variables.
struct SVGText {
  /// Declarations that could change what is drawn, each with its place.
  private(set) var problems: [VectorProblem] = []
  /// The names of `${name}` in texts and attributes, in the order of first occurrence.
  private(set) var variables: [String] = []
  private var uses: [(name: String, range: Range<Int>, isInSection: Bool)] = []
  private let bytes: [UInt8]

  /// - Parameter bytes: A well-formed document in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var place = 0
    var known: Set<String> = []
    // In `<![CDATA[ ]]>`, everything is text.
    var endOfSection = 0
    while place < bytes.count {
      let rest = bytes[place...]
      let isInSection = place < endOfSection
      if rest.starts(with: "<!--".utf8), !isInSection {
        place = end(of: "-->", after: place)
      } else if rest.starts(with: "<![CDATA[".utf8), !isInSection {
        endOfSection = end(of: "]]>", after: place)
        place += 9
      } else if rest.starts(with: "<?".utf8), !isInSection {
        let after = end(of: "?>", after: place)
        check(instruction: place..<after)
        place = after
      } else if let name = variableName(startingAt: rest) {
        uses.append((name, place..<place + name.utf8.count + 3, isInSection))
        if known.insert(name).inserted { variables.append(name) }
        place += 2
      } else {
        place += 1
      }
    }
  }

  /// The text with each variable replaced by its value, as characters that are no markup. Variables without
  /// a value remain. Nil if it becomes larger than `limit`.
  func filled(with values: [String: String], limit: Int) -> [UInt8]? {
    let values = values.mapValues { Array(escaped($0).utf8) }
    var result: [UInt8] = []
    var place = 0
    for use in uses {
      guard let value = values[use.name] else { continue }
      result += bytes[place..<use.range.lowerBound]
      // A section cannot have escaped characters, so it ends before the value and begins again behind it.
      if use.isInSection { result += "]]>".utf8 }
      result += value
      if use.isInSection { result += "<![CDATA[".utf8 }
      place = use.range.upperBound
      if result.count > limit { return nil }
    }
    result += bytes[place...]
    return result.count > limit ? nil : result
  }

  private func end(of mark: String, after start: Int) -> Int {
    let mark = Array(mark.utf8)
    var place = start + 1
    while place < bytes.count, !bytes[place...].starts(with: mark) { place += 1 }
    return min(bytes.count, place + mark.count)
  }

  private mutating func check(instruction range: Range<Int>) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    let isDeclaration = range.lowerBound == 0 && text.hasPrefix("<?xml") && text.dropFirst(5).first != "-"
    if isDeclaration {
      guard let mark = text.range(of: "encoding") else { return }
      let value = text[mark.upperBound...].drop { $0.isWhitespace || $0 == "=" }.dropFirst()
      if value.lowercased().hasPrefix("utf-8") || value.lowercased().hasPrefix("utf8") { return }
    }
    let before = bytes[..<range.lowerBound]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    problems.append(
      VectorProblem(
        isDeclaration ? .notDrawn : .reference, line: before.count { $0 == UInt8(ascii: "\n") } + 1,
        column: range.lowerBound - start + 1,
        isDeclaration
          ? "the text declares another encoding than UTF-8"
          : "an SVG with processing instructions is not drawn",
        hint: isDeclaration ? "save it in UTF-8" : "remove the instruction `<?...?>`"))
  }

}

/// The name of `${name}` at the start of a text; nil if it does not start with one.
private func variableName(startingAt text: ArraySlice<UInt8>) -> String? {
  guard text.starts(with: "${".utf8) else { return nil }
  let name = text.dropFirst(2).prefix { byte in
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
  guard let first = name.first, !(48...57).contains(first), first != UInt8(ascii: "-"),
    text[name.endIndex...].first == UInt8(ascii: "}")
  else { return nil }
  return String(decoding: name, as: UTF8.self)
}

/// The names of `${name}` in a text.
func variableNames(in text: String) -> [String] {
  guard text.contains("${") else { return [] }
  let bytes = Array(text.utf8)
  return bytes.indices.compactMap { variableName(startingAt: bytes[$0...]) }
}

/// A value as text that is valid in elements and in attributes.
private func escaped(_ value: String) -> String {
  var result = ""
  for scalar in value.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension String {
  /// The first place of a word; nil if it is not there.
  fileprivate func range(of word: String) -> Range<String.Index>? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(word) { return place..<index(place, offsetBy: word.count) }
      place = index(after: place)
    }
    return nil
  }
}
