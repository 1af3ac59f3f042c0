import TestSupport

/// Writes down what a script says as many people together would: every indentation, quotes of all kinds, blocks and
/// brackets, comments in all places.
struct ScriptWriter {
  var random: SeededRandom
  private var lines: [String] = []
  private var commentCount = 0
  /// The next comment must stand at or before this column, or it would belong to a block scalar.
  private var commentLimit = Int.max

  init(random: SeededRandom) { self.random = random }

  mutating func write(_ script: Written) -> String {
    if chance(8) { lines.append(comment("#!")) }
    noise(0)
    if chance(15) { lines.append("---" + (chance(2) ? " " + comment() : "")) }
    noise(0)
    if case .mapping(let entries) = script, !entries.isEmpty, !chance(12) {
      block(entries, indentation: 0)
    } else {
      lines.append(flow(script, indentation: 0, mayBreak: true))
    }
    noise(6)
    if chance(20) { lines.append("...") }
    let lineBreak = chance(6) ? "\r\n" : "\n"
    let text = lines.joined(separator: lineBreak) + (chance(5) ? "" : lineBreak)
    return (chance(10) ? "\u{FEFF}" : "") + text
  }
}

// MARK: - Blocks

extension ScriptWriter {
  private mutating func block(_ entries: [Written.Entry], indentation: Int, first: String? = nil) {
    for (number, entry) in entries.enumerated() {
      let isOnLine = number == 0 && first != nil
      if !isOnLine { noise(indentation) }
      let start = isOnLine ? first ?? "" : blanks(indentation)
      value(
        entry.value, behind: start + key(entry.key, isFlow: false) + (chance(20) ? " :" : ":"),
        indentation: indentation)
    }
  }

  private mutating func block(_ items: [Written], indentation: Int, first: String? = nil) {
    for (number, item) in items.enumerated() {
      let isOnLine = number == 0 && first != nil
      if !isOnLine { noise(indentation) }
      let dash = (isOnLine ? first ?? "" : blanks(indentation)) + "-"
      if case .mapping(let entries) = item, !entries.isEmpty, !chance(3) {
        let start = dash + blanks(1 + self.number(3))
        block(entries, indentation: start.count, first: start)
      } else {
        value(item, behind: dash, indentation: indentation, isItem: true)
      }
    }
  }

  private mutating func value(_ value: Written, behind start: String, indentation: Int, isItem: Bool = false)
  {
    let deeper = indentation + 1 + number(4)
    switch value {
    case .absent: lines.append(start + behind())
    case .mapping(let entries) where !entries.isEmpty && !chance(4):
      lines.append(start + behind())
      block(entries, indentation: deeper)
    case .list(let items) where !items.isEmpty && !chance(4):
      lines.append(start + behind())
      block(items, indentation: isItem || chance(2) ? deeper : indentation)
    case .mapping, .list:
      let text = flow(value, indentation: deeper, mayBreak: true)
      lines.append(between(start, deeper) + text + behind())
    case .scalar(let text, let isText):
      if isText, chance(4), let scalar = blockScalar(text, indentation: deeper) {
        lines.append(start + " " + scalar)
        commentLimit = indentation
        return
      }
      lines.append(between(start, deeper) + self.scalar(text, isFlow: false, indentation: deeper) + behind())
    }
  }

  /// From a colon or dash to a value on the same line, or below comments.
  private mutating func between(_ start: String, _ indentation: Int) -> String {
    guard chance(10) else {
      return start + (chance(12) && start.hasSuffix(":") ? "\t" : blanks(1 + number(3)))
    }
    lines.append(start + behind())
    while chance(2) { lines.append(blanks(number(8)) + comment()) }
    return blanks(indentation)
  }

  /// Nil where YAML has no block scalar for the text.
  private mutating func blockScalar(_ text: String, indentation: Int) -> String? {
    guard !text.isEmpty, text.contains(where: { $0 != "\n" }), !text.contains("\t") else { return nil }
    let breaks = text.reversed().prefix { $0 == "\n" }.count
    let chomping = breaks == 0 ? "-" : breaks > 1 || chance(4) ? "+" : ""
    var lines = text.dropLast(breaks).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    guard let first = lines.first(where: { !$0.isEmpty }), !first.hasPrefix(" ") else { return nil }
    if breaks > 1 { lines += Array(repeating: "", count: breaks - 1) }
    let written = lines.map { $0.isEmpty ? "" : blanks(indentation) + $0 }
    let style = !text.dropLast(breaks).contains("\n") && chance(2) ? ">" : "|"
    return style + chomping + behind() + "\n" + written.joined(separator: "\n")
  }
}

// MARK: - Brackets

extension ScriptWriter {
  private mutating func flow(_ value: Written, indentation: Int, mayBreak: Bool) -> String {
    let breaks = mayBreak && chance(3)
    switch value {
    case .absent: return "\"\""
    case .scalar(let text, _): return scalar(text, isFlow: true, indentation: breaks ? indentation : nil)
    case .list(let items):
      let texts = items.map { item -> String in
        if case .mapping(let pairs) = item, pairs.count == 1, case .scalar = pairs[0].value, chance(3) {
          return key(pairs[0].key, isFlow: true) + ": "
            + flow(pairs[0].value, indentation: indentation, mayBreak: false)
        }
        return flow(item, indentation: indentation, mayBreak: breaks)
      }
      return "[" + joined(texts, breaks ? indentation : nil) + "]"
    case .mapping(let entries):
      let texts = entries.map { entry -> String in
        let key = key(entry.key, isFlow: true)
        if case .absent = entry.value { return chance(2) ? key : key + ": " }
        let colon = key.hasPrefix("\"") && chance(2) ? ":" : ":" + blanks(1 + number(2))
        return key + colon + flow(entry.value, indentation: indentation, mayBreak: breaks)
      }
      return "{" + joined(texts, breaks ? indentation : nil) + "}"
    }
  }

  private mutating func joined(_ texts: [String], _ indentation: Int?) -> String {
    var result = room(indentation)
    for (number, text) in texts.enumerated() {
      result += text
      if number + 1 < texts.count || chance(6) { result += (chance(6) ? room(indentation) : "") + "," }
      result += room(indentation)
    }
    return result
  }

  /// Blanks, line breaks or comments.
  private mutating func room(_ indentation: Int?) -> String {
    guard let indentation, chance(3) else { return blanks(number(2)) }
    var result = chance(3) ? behind(always: true) : blanks(number(2))
    while chance(4) { result += "\n" + (chance(2) ? "" : blanks(number(9)) + comment()) }
    return result + "\n" + blanks(indentation + number(3))
  }
}

// MARK: - Scalars

extension ScriptWriter {
  private mutating func key(_ key: String, isFlow: Bool) -> String {
    let quoted = key.contains("'") || chance(12)
    return quoted ? "\"\(key)\"" : key
  }

  /// `indentation` is where further lines may begin; nil where there can be none.
  private mutating func scalar(_ text: String, isFlow: Bool, indentation: Int?) -> String {
    let isPlain = canBePlain(text, isFlow: isFlow)
    let breaks = chance(4) ? indentation : nil
    switch number(isPlain ? 5 : 2) {
    case 0 where !text.contains("\n") && !text.contains("\t"):
      return "'" + folded(text.replacing("'", with: "''"), breaks) + "'"
    case 0, 1:
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
      return "\"" + folded(escaped, breaks) + "\""
    default: return folded(text, breaks)
    }
  }

  /// Some of the single blanks between words become line breaks.
  private mutating func folded(_ text: String, _ indentation: Int?) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let indentation, words.count > 1, !words.contains(""), !words.contains(where: { $0.hasPrefix("#") })
    else {
      return text
    }
    return words.dropFirst().reduce(String(words[0])) { result, word in
      result + (chance(4) ? blanks(number(2)) + "\n" + blanks(indentation + number(4)) : " ") + word
    }
  }

  private func canBePlain(_ text: String, isFlow: Bool) -> Bool {
    guard let first = text.first, text.first != " ", text.last != " ", text.last != ":" else { return false }
    let special = "?:,[]{}#&*!|>'\"%@`\\"
    return !special.contains(first) && !text.hasPrefix("- ") && !text.contains(": ") && !text.contains(" #")
      && !text.contains(where: { "\n\t\"".contains($0) })
      && !(isFlow && text.contains { ",[]{}".contains($0) })
  }
}

// MARK: - Comments and chance

extension ScriptWriter {
  /// Empty lines and comments.
  private mutating func noise(_ indentation: Int) {
    while chance(4) {
      if chance(2) {
        lines.append(chance(3) ? blanks(min(number(5), commentLimit == .max ? 5 : 0)) : "")
      } else {
        let column = min(chance(2) ? indentation : number(9), commentLimit)
        lines.append(blanks(column) + comment())
        commentLimit = .max
      }
    }
    commentLimit = .max
  }

  private mutating func behind(always: Bool = false) -> String {
    if always || chance(6) { return blanks(1 + number(4)) + comment() }
    return chance(12) ? blanks(number(4)) : ""
  }

  private mutating func comment(_ start: String = "#") -> String {
    commentCount += 1
    return start + blanks(number(3)) + "comment \(commentCount)" + (chance(4) ? ": 'it' [" : "")
      + blanks(chance(6) ? 2 : 0)
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
  private mutating func chance(_ one: Int) -> Bool { number(one) == 0 }
  private mutating func number(_ end: Int) -> Int { end < 1 ? 0 : Int.random(in: 0..<end, using: &random) }
}

extension String {
  fileprivate func replacing(_ old: Character, with new: String) -> String {
    reduce(into: "") { result, character in
      if character == old { result += new } else { result.append(character) }
    }
  }
}
