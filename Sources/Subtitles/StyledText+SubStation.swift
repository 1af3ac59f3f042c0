extension StyledText {
  /// The words of an ASS event without drawings, and with the looks that other formats know, too.
  package init(subStation text: String) {
    var reader = OverrideReader()
    reader.read(text[...])
    self.init(reader.runs)
  }

  /// The words as ASS writes them; what would be an order of ASS stays the characters it is made of.
  package var subStation: String {
    var text = ""
    var current = TextLook()
    for run in runs {
      text += run.look.overrides(after: current)
      current = run.look
      text += escapedForSubStation(run.text)
    }
    return text
  }
}

/// Braces and backslashes as characters.
private func escapedForSubStation(_ words: String) -> String {
  var escaped = ""
  var follows = false
  for scalar in words.unicodeScalars {
    // A word joiner keeps a backslash from meaning something together with the letter after it.
    if follows, ["N", "n", "h", "{", "}"].contains(scalar) { escaped += "\u{2060}" }
    follows = scalar == "\\"
    switch scalar {
    case "\n": escaped += "\\N"
    case "{": escaped += "\\{"
    case "}": escaped += "\\}"
    case "\0": break
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  // At the end of a run the next one's override block would be taken for a brace.
  return follows ? escaped + "\u{2060}" : escaped
}

extension TextLook {
  fileprivate func overrides(after other: TextLook) -> String {
    var orders = ""
    if isItalic != other.isItalic { orders += "\\i\(isItalic ? 1 : 0)" }
    if isBold != other.isBold { orders += "\\b\(isBold ? 1 : 0)" }
    if isUnderlined != other.isUnderlined { orders += "\\u\(isUnderlined ? 1 : 0)" }
    if isStruck != other.isStruck { orders += "\\s\(isStruck ? 1 : 0)" }
    if color != other.color { orders += color.map { "\\c&H\($0.hexadecimal)&" } ?? "\\c" }
    return orders.isEmpty ? "" : "{\(orders)}"
  }
}

extension CueColor {
  /// Blue first, as ASS writes colours.
  fileprivate var hexadecimal: String {
    [blue, green, red].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

/// Walks the text of an event: words and override blocks.
private struct OverrideReader {
  private(set) var runs: [StyledRun] = []
  private var look = TextLook()
  private var isDrawing = false

  mutating func read(_ text: Substring) {
    var rest = text
    var words = ""
    while let character = rest.first {
      if character == "{", let end = rest.firstIndex(of: "}") {
        flush(&words)
        readBlock(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        continue
      }
      if character == "\\", let next = rest.dropFirst().first, let meant = Self.escapes[next] {
        words.append(meant)
        rest = rest.dropFirst(2)
        continue
      }
      words.append(character)
      rest = rest.dropFirst()
    }
    flush(&words)
  }

  private static let escapes: [Character: Character] = [
    "N": "\n", "n": " ", "h": "\u{A0}", "{": "{", "}": "}",
  ]

  private mutating func flush(_ words: inout String) {
    if !words.isEmpty, !isDrawing { runs.append(StyledRun(text: words, look: look)) }
    words = ""
  }

  private mutating func readBlock(_ block: Substring) {
    for order in block.split(separator: "\\").map(\.trimmed) {
      switch order {
      case "i1": look.isItalic = true
      case "i0", "i": look.isItalic = false
      case "b1": look.isBold = true
      case "b0", "b": look.isBold = false
      case "u1": look.isUnderlined = true
      case "u0", "u": look.isUnderlined = false
      case "s1": look.isStruck = true
      case "s0", "s": look.isStruck = false
      default:
        if order == "r" || (order.hasPrefix("r") && !order.hasPrefix("rn")) { look = TextLook() }
        // `\p1` begins a drawing, whose words are coordinates.
        if order.hasPrefix("p"), let level = Int(order.dropFirst()) { isDrawing = level > 0 }
      }
    }
  }
}
