package import Composition
import Diagnostics

extension ValueGrammar<Color> {
  /// A CSS name, `#rgb`, `#rrggbb` or `#rrggbbaa`.
  package static var color: ValueGrammar<Color> {
    ValueGrammar(
      "a colour", examples: ["red", "#f80", "#ff8800", "#ff880080", "transparent"], production: "colour",
      finding: .wrongColor,
      pattern: ColorName.pattern
    ) { scanner throws(ValueProblem) in try scanner.color() }
  }
}

extension ValueGrammar<StrokeValue> {
  /// `2px black`
  package static var stroke: ValueGrammar {
    ValueGrammar(
      "a stroke", examples: ["2px black"], production: "stroke", finding: .lengthSyntax,
      pattern: "\(LengthPattern.length)\\s+\(ValueGrammar<Color>.color.patternBody)"
    ) { scanner throws(ValueProblem) in
      let width = try scanner.length()
      try scanner.blanks(before: "a colour")
      return StrokeValue(width: width, color: try scanner.color())
    }
  }
}

extension Color {
  static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// `0xrrggbb`
  fileprivate init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  init?(name: String) {
    if name == "transparent" {
      self = .transparent
    } else if let found = ColorName.all.first(where: { $0.name == name }) {
      self.init(rgb: found.rgb)
    } else {
      return nil
    }
  }
}

extension ValueScanner {
  mutating func color() throws(ValueProblem) -> Color {
    guard !isAtEnd else {
      throw expected(
        finding: .wrongColor, hint: "an unquoted `#` starts a YAML comment; write `\"#ff0000\"`")
    }
    if take("#") { return try hexColor() }
    let name = nameRun
    if let color = Color(name: text(name)), !isFollowedByMore(name) {
      position = name.upperBound
      return color
    }
    throw unknownColor(name)
  }

  private func isFollowedByMore(_ name: Range<Int>) -> Bool {
    name.upperBound < end && ["@", "("].contains(text(name.upperBound..<name.upperBound + 1))
  }

  private mutating func hexColor() throws(ValueProblem) -> Color {
    let word = wordRun
    let digits = text(word)
    guard let number = UInt32(digits, radix: 16), !digits.hasPrefix("+"), [3, 6, 8].contains(word.count)
    else {
      let guilty = word.lowerBound - 1..<word.upperBound
      let isShortAlpha = word.count == 4 && UInt32(digits, radix: 16) != nil && !digits.hasPrefix("+")
      let long = "#" + digits.map { "\($0)\($0)" }.joined()
      throw problem(
        .wrongColor,
        "\(quoted("#" + digits)) is not a colour, expected three, six or eight hexadecimal digits",
        at: guilty, fixes: isShortAlpha ? [fix(long, for: guilty, isSafe: true)] : [])
    }
    position = word.upperBound
    switch word.count {
    case 3:
      return Color(
        rgb: (number >> 8 & 15) * 0x110000 + (number >> 4 & 15) * 0x1100 + (number & 15) * 0x11)
    case 6: return Color(rgb: number)
    default:
      let color = Color(rgb: number >> 8)
      return Color(
        red: color.red, green: color.green, blue: color.blue, alpha: UInt8(truncatingIfNeeded: number))
    }
  }

  private func unknownColor(_ name: Range<Int>) -> ValueProblem {
    let call = run { $0 != UInt8(ascii: ")") }
    let whole = isFunction(name) ? call.lowerBound..<min(call.upperBound + 1, end) : wordRun
    if let meant = Self.foreignColor(text(whole)) {
      return problem(
        .wrongColor, "\(quoted(text(whole))) must be written \(quoted(meant))", at: whole,
        fixes: [fix(meant, for: whole, isSafe: true)])
    }
    guard !name.isEmpty, !isFunction(name) else {
      let hasQuotes = text(position..<end).hasPrefix("\"")
      return expected(
        finding: .wrongColor,
        hint: hasQuotes
          ? "quote the whole value, as in `\"black -> #ff0000\"`"
          : "colours are CSS names, `\"#rgb\"`, `\"#rrggbb\"` or `\"#rrggbbaa\"`")
    }
    if let problem = colorInTwoWords(name) { return problem }
    let word = name.lowerBound..<max(name.upperBound, wordRun.upperBound)
    let stem = text(name).split(separator: "-").first.map(String.init) ?? ""
    guard scalar.getsSuggestions else { return unknown("colour", word, among: []) }
    let names = ColorName.all.map(\.name) + ["transparent"]
    return unknown(
      "colour", word, among: names,
      meant: Suggestion.best(for: text(word), among: names) == nil && names.contains(stem) ? stem : nil)
  }

  /// `dark blue`
  private func colorInTwoWords(_ first: Range<Int>) -> ValueProblem? {
    var ahead = self
    ahead.position = first.upperBound
    ahead.skipBlanks()
    let second = ahead.nameRun
    let joined = (text(first) + text(second)).lowercased()
    guard !second.isEmpty, Color(name: joined) != nil else { return nil }
    return unknown("colour", first.lowerBound..<second.upperBound, among: [], meant: joined)
  }

  private func isFunction(_ name: Range<Int>) -> Bool {
    name.upperBound < end && text(name.upperBound..<name.upperBound + 1) == "("
  }

  /// A colour in the syntax of FFmpeg or CSS: `0xff8800`, `red@0.5`, `ff8800`, `rgb(255, 136, 0)`.
  private static func foreignColor(_ spelling: String) -> String? {
    let lower = spelling.lowercased()
    if lower.hasPrefix("rgb"), let open = lower.firstIndex(of: "("), lower.hasSuffix(")") {
      return functionColor(lower[lower.index(after: open)...].dropLast())
    }
    let parts = lower.split(separator: "@", omittingEmptySubsequences: false)
    guard let base = parts.first, parts.count <= 2 else { return nil }
    let digits = base.hasPrefix("0x") ? base.dropFirst(2) : base
    guard digits.count == 6 || parts.count == 2 else { return nil }
    let color =
      digits.count == 6
      ? UInt32(digits, radix: 16).flatMap { digits.first == "+" ? nil : Color(rgb: $0) }
      : Color(name: String(base))
    guard let color else { return nil }
    guard parts.count == 2 else { return color.canonicalText }
    guard let opacity = Double(parts[1]), (0...1).contains(opacity) else { return nil }
    return Color(
      red: color.red, green: color.green, blue: color.blue, alpha: UInt8(opacity * 255 + 0.5)
    ).canonicalText
  }

  private static func functionColor(_ arguments: Substring) -> String? {
    let numbers = arguments.split { ", /".contains($0) }
    let channels = numbers.prefix(3).compactMap { UInt8($0) }
    guard channels.count == 3, (3...4).contains(numbers.count) else { return nil }
    let opacity = numbers.count == 4 ? Double(numbers[3]) : 1
    guard let opacity, (0...1).contains(opacity) else { return nil }
    return Color(
      red: channels[0], green: channels[1], blue: channels[2], alpha: UInt8(opacity * 255 + 0.5)
    ).canonicalText
  }
}
