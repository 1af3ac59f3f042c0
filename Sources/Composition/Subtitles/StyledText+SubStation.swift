package import Basics

extension StyledText {
  /// The text of an ASS event without drawings, with the formatting that other formats also have.
  ///
  /// Karaoke overrides (`\\k` and its relatives) give words times, which count from the start of `range`,
  /// when the event shows.
  package init(subStation text: String, during range: TimeRange = .zero) {
    var reader = OverrideReader(range: range)
    reader.read(text[...])
    self = StyledText(reader.runs).blanksBehindWords()
  }

  /// The text as ASS writes it; characters that would form an override are escaped.
  package var subStation: String { subStationRuns().joined() }

  /// Each run as ASS writes it after the runs before it. `orders` are added to the overrides of its look.
  package func subStationRuns(orders: (StyledRun) -> String = { _ in "" }) -> [String] {
    var current = TextLook()
    return runs.map { run in
      let written = run.look.overrides(after: current) + orders(run)
      current = run.look
      return (written.isEmpty ? "" : "{\(written)}") + escapedForSubStation(run.text)
    }
  }
}

/// Escapes braces and backslashes.
private func escapedForSubStation(_ words: String) -> String {
  var escaped = ""
  var follows = false
  for scalar in words.unicodeScalars {
    // A word joiner separates a backslash from a letter with which it would have a meaning.
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
  // Otherwise a backslash at the end of a run would escape the brace of the next override block.
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
    return orders
  }
}

extension CueColor {
  /// Blue first, as ASS writes colours.
  package var hexadecimal: String {
    [blue, green, red].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

/// Reads the text of an event: words and override blocks.
private struct OverrideReader {
  /// When the event shows.
  let range: TimeRange
  private(set) var runs: [StyledRun] = []
  private var look = TextLook()
  private var isDrawing = false
  /// When the next words are spoken, in hundredths of a second from the start of the event.
  private var syllable: Range<Int64>?

  init(range: TimeRange) {
    self.range = range
  }

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
    if !words.isEmpty, !isDrawing { runs.append(StyledRun(text: words, look: look, time: time)) }
    words = ""
  }

  private var time: TimeRange? {
    guard let syllable, let start = RationalTime(syllable.lowerBound, 100),
      let end = RationalTime(syllable.upperBound, 100), let first = try? range.start + start,
      let last = try? range.start + end
    else { return nil }
    return TimeRange(start: first, end: last)
  }

  /// Reads `\k50`, `\kf50`, `\K50`, `\ko50`, the duration of the next words, or `\kt50`, their start.
  private mutating func readKaraoke(_ order: Substring) {
    let name = order.prefix { $0.isLetter }
    guard let length = Int64(order.dropFirst(name.count).prefix { $0.isNumber }), length <= 1 << 32,
      case let place = syllable?.upperBound ?? 0, place <= 1 << 40
    else { return }
    switch name {
    case "k", "K", "kf", "ko": syllable = place..<place + length
    case "kt": syllable = length..<length
    default: break
    }
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
        if order.first == "k" || order.first == "K" { readKaraoke(order) }
        if order == "r" || (order.hasPrefix("r") && !order.hasPrefix("rn")) { look = TextLook() }
        // `\p1` begins a drawing, whose words are coordinates.
        if order.hasPrefix("p"), let level = Int(order.dropFirst()) { isDrawing = level > 0 }
      }
    }
  }
}
