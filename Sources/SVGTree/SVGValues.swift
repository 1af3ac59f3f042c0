// Whether values can be drawn. What librsvg does not understand, it ignores.

extension SVGValue {
  /// Whether a value is one of this kind.
  func holds(_ text: String) -> Bool {
    let value = trimmed(text)
    switch self {
    case .ignored, .anyName: return true
    case .words(let words): return words.contains(value)
    case .number: return readNumber(value) != nil
    case .miter: return readNumber(value).map { $0 >= 1 } ?? false
    case .zeroLength(let words): return words.contains(value) || readLength(value)?.number == 0
    case .numbers: return readNumbers(value) != nil
    case .length: return readLength(value) != nil
    case .opacity: return readNumber(value.hasSuffix("%") ? String(value.dropLast()) : value) != nil
    case .color: return isColor(value)
    case .paint: return isPaint(value)
    case .link: return value == "none" || linkedName(value) != nil
    case .transform: return isTransform(value)
    case .path: return PathFacts(value) != nil
    case .points: return readNumbers(value).map { $0.count % 2 == 0 } ?? false
    case .viewBox:
      let isLarge = { (side: Double) in side >= SVGLimits.leastSide }
      return readNumbers(value).map { $0.count == 4 && isLarge($0[2]) && isLarge($0[3]) } ?? false
    case .fontFamily: return readFamilies(value) != nil
    case .fontWeight: return readWeight(value) != nil
    case .fontSize: return isFontSize(value)
    case .font: return FontShorthand(value) != nil
    case .angle: return value == "auto" || value == "auto-start-reverse" || readNumber(value) != nil
    case .aspect: return isAspect(value)
    case .paintOrder:
      return value == "normal" || parts(value).allSatisfy { ["fill", "stroke", "markers"].contains($0) }
    case .blur: return deviations(value) != nil
    case .filterInput:
      return !["BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"].contains(value)
    case .enableBackground: return value == "accumulate" || value.hasPrefix("new")
    case .matrix: return readNumbers(value).map { [0, 1, 20].contains($0.count) } ?? false
    case .dashes:
      guard value != "none" else { return true }
      guard let lengths = separated(value)?.map({ readLength($0) }) else { return false }
      return !lengths.isEmpty && lengths.allSatisfy { $0.map { $0.number >= 0 } ?? false }
    }
  }
}

func trimmed(_ text: some StringProtocol) -> String {
  let head = text.drop { $0.isWhitespace }
  guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(head[...last])
}

/// The parts of a value between blanks and commas.
func parts(_ text: some StringProtocol) -> [String] {
  Substring(text).split { $0.isWhitespace || $0 == "," }.map { String($0) }
}

/// The parts of a list with blanks or one comma between them; nil if it is none.
private func separated(_ value: String) -> [String]? {
  let groups = value.split(separator: ",", omittingEmptySubsequences: false).map { parts($0) }
  return groups.contains(where: \.isEmpty) ? nil : groups.flatMap(\.self)
}

/// Whether a point has no digit behind it, which no version of SVG allows.
private func hasOpenPoint(_ bytes: some Collection<UInt8>) -> Bool {
  guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
  return bytes[bytes.index(after: point)...].first.map { !(48...57).contains($0) } ?? true
}

/// Only digits, signs, a point and an exponent: Swift also reads names and hexadecimal digits.
func readNumber(_ text: some StringProtocol) -> Double? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }),
    !hasOpenPoint(text.utf8), let value = Double(String(text)), abs(value) <= SVGLimits.number
  else { return nil }
  return value
}

/// The numbers of a list, which signs and points may separate, too; nil if it is none.
func readNumbers(_ text: String) -> [Double]? {
  var reader = NumberReader(text)
  var found: [Double] = []
  while !reader.isAtEnd {
    guard let number = reader.number() else { return nil }
    found.append(number)
  }
  return found
}

struct SVGLength {
  let number: Double
  let unit: String

  /// In CSS pixels; nil if it depends on something else.
  var pixels: Double? {
    switch unit {
    case "", "px": number
    case "in": number * 96
    case "cm": number * 96 / 2.54
    case "mm": number * 96 / 25.4
    case "pt": number * 96 / 72
    case "pc": number * 16
    default: nil
    }
  }
}

func readLength(_ text: some StringProtocol) -> SVGLength? {
  let value = trimmed(text)
  for unit in ["px", "pt", "pc", "mm", "cm", "in", "em", "ex", "%"] where value.hasSuffix(unit) {
    return readNumber(value.dropLast(unit.count)).map { SVGLength(number: $0, unit: unit) }
  }
  return readNumber(value).map { SVGLength(number: $0, unit: "") }
}

/// The name in `url(#name)`; nil if it is something else.
func linkedName(_ text: some StringProtocol) -> String? {
  let value = trimmed(text)
  guard value.hasPrefix("url("), value.hasSuffix(")") else { return nil }
  var inside = trimmed(value.dropFirst(4).dropLast())
  for quote in ["\"", "'"] where inside.hasPrefix(quote) && inside.hasSuffix(quote) && inside.count > 1 {
    inside = String(inside.dropFirst().dropLast())
  }
  guard inside.hasPrefix("#"), inside.count > 1,
    inside.dropFirst().allSatisfy({ !$0.isWhitespace && !"()\"'\\#".contains($0) })
  else { return nil }
  return String(inside.dropFirst())
}

private func isColor(_ text: some StringProtocol) -> Bool {
  let value = trimmed(text).lowercased()
  if svgColors.contains(value) { return true }
  if value.hasPrefix("#") {
    return [3, 4, 6, 8].contains(value.count - 1) && value.dropFirst().allSatisfy(\.isHexDigit)
  }
  for name in ["rgb", "rgba", "hsl", "hsla"] where value.hasPrefix(name + "(") && value.hasSuffix(")") {
    return areChannels(value.dropFirst(name.count + 1).dropLast(), areHue: name.hasPrefix("hsl"))
  }
  return false
}

/// `1, 2, 3`, `1, 2, 3, 0.5`, `1 2 3` or `1 2 3 / 0.5`.
private func areChannels(_ text: Substring, areHue: Bool) -> Bool {
  var channels: [String]
  if text.contains(",") {
    channels = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
  } else {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = sides.first, sides.count <= 2 else { return false }
    channels = parts(first)
    guard channels.count == 3 else { return false }
    channels += sides.dropFirst().map { trimmed($0) }
  }
  guard channels.count == 3 || channels.count == 4 else { return false }
  if channels.count == 4, readNumber(channels.removeLast()) == nil { return false }
  guard channels.allSatisfy({ readNumber($0.hasSuffix("%") ? String($0.dropLast()) : $0) != nil }) else {
    return false
  }
  let shares = channels.map { $0.hasSuffix("%") }
  return areHue ? shares == [false, true, true] : Set(shares).count == 1
}

private func isPaint(_ value: String) -> Bool {
  if value == "none" || isColor(value) { return true }
  guard value.hasPrefix("url("), let end = value.firstIndex(of: ")") else { return false }
  let rest = trimmed(value[value.index(after: end)...])
  return linkedName(value[...end]) != nil && (rest.isEmpty || rest == "none" || isColor(rest))
}

/// The link of a paint, or of another value; nil if it has none.
func link(in value: String) -> String? {
  let value = trimmed(value)
  guard value.hasPrefix("url("), let end = value.firstIndex(of: ")") else { return nil }
  return linkedName(value[...end])
}

private func isTransform(_ value: String) -> Bool {
  var rest = value[...]
  while true {
    rest = rest.drop { $0.isWhitespace || $0 == "," }
    guard let open = rest.firstIndex(of: "(") else { return rest.isEmpty }
    guard let close = rest[open...].firstIndex(of: ")"),
      let numbers = readNumbers(String(rest[rest.index(after: open)..<close]))
    else { return false }
    let counts: [Int]
    switch trimmed(rest[..<open]) {
    case "matrix": counts = [6]
    case "translate", "scale": counts = [1, 2]
    case "rotate": counts = [1, 3]
    case "skewX", "skewY": counts = [1]
    default: return false
    }
    guard counts.contains(numbers.count) else { return false }
    rest = rest[rest.index(after: close)...]
  }
}

/// The distance by which a transform moves what it is applied to, or more.
func distance(by value: String) -> Double {
  value.split(separator: ")").reduce(0) { sum, part in
    guard let open = part.firstIndex(of: "("),
      let numbers = readNumbers(String(part[part.index(after: open)...]))
    else { return sum }
    let name = trimmed(part[..<open]).drop { $0 == "," || $0.isWhitespace }
    let moved = name == "translate" ? numbers[...] : name == "matrix" ? numbers.dropFirst(4) : []
    return sum + (moved.map(abs).max() ?? 0)
  }
}

/// Whether a transform rotates or slants.
func turns(_ value: String) -> Bool {
  value.split(separator: ")").contains { part in
    guard let open = part.firstIndex(of: "("),
      let numbers = readNumbers(String(part[part.index(after: open)...]))
    else { return false }
    let name = trimmed(part[..<open]).drop { $0 == "," || $0.isWhitespace }
    switch name {
    case "rotate", "skewX", "skewY": return numbers.first != 0
    case "matrix": return numbers.count == 6 && (numbers[1] != 0 || numbers[2] != 0)
    default: return false
    }
  }
}

/// The largest factor by which a transform enlarges what it is applied to, or more.
func enlargement(by value: String) -> Double {
  var factor = 1.0
  for part in value.split(separator: ")") {
    guard let open = part.firstIndex(of: "("),
      let numbers = readNumbers(String(part[part.index(after: open)...]))
    else { continue }
    switch trimmed(part[..<open]).drop(while: { $0 == "," || $0.isWhitespace }) {
    case "scale": factor *= numbers.map(abs).max() ?? 1
    case "matrix": factor *= 2 * (numbers.prefix(4).map(abs).max() ?? 1)
    default: break
    }
  }
  return factor
}

private func isAspect(_ value: String) -> Bool {
  let words = parts(value)
  guard let first = words.first, words.count <= 2 else { return false }
  let places = ["Min", "Mid", "Max"].flatMap { x in ["Min", "Mid", "Max"].map { "x\(x)Y\($0)" } }
  return (first == "none" || places.contains(first))
    && (words.count == 1 || words[1] == "meet" || words[1] == "slice")
}

/// The families of a list, without quotes; nil if it has none.
func readFamilies(_ value: String) -> String? {
  let names = value.split(separator: ",").map { part in
    let name = trimmed(part)
    let isQuoted =
      name.count > 1
      && (name.hasPrefix("'") && name.hasSuffix("'")
        || name.hasPrefix("\"") && name.hasSuffix("\""))
    return isQuoted ? String(name.dropFirst().dropLast()) : name
  }
  guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty && !$0.contains(where: { "'\"()\\;".contains($0) }) })
  else { return nil }
  return names.joined(separator: ", ")
}

func readWeight(_ value: String) -> Int? {
  switch value {
  case "normal": 400
  case "bold": 700
  default: Int(value).flatMap { (1...1000).contains($0) ? $0 : nil }
  }
}

private func isFontSize(_ value: String) -> Bool {
  // The sizes with names, such as `medium`, are others in librsvg than in browsers.
  value == "smaller" || value == "larger"
    || readLength(value).map { (0...8192).contains($0.number) } ?? false
}

/// The standard deviations of a blur.
func deviations(_ value: String) -> [Double]? {
  guard let numbers = readNumbers(value), (1...2).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 })
  else {
    return nil
  }
  return numbers
}

/// The value of `font`: `italic bold 12px/1.2 Inter, sans-serif`.
struct FontShorthand {
  let families: String
  let weight: Int
  let isItalic: Bool

  init?(_ value: String) {
    var rest = value[...]
    var (weight, isItalic) = (400, false)
    while true {
      rest = rest.drop { $0.isWhitespace }
      let word = rest.prefix { !$0.isWhitespace }
      guard !word.isEmpty else { return nil }
      rest = rest.dropFirst(word.count)
      if word == "normal" { continue }
      if word == "italic" || word == "oblique" {
        isItalic = true
      } else if let found = readWeight(String(word)) {
        weight = found
      } else {
        let size = word.split(separator: "/", maxSplits: 1)
        guard let first = size.first, isFontSize(String(first)), readLength(first)?.unit != "" else {
          return nil
        }
        break
      }
    }
    guard let families = readFamilies(trimmed(rest)) else { return nil }
    self.families = families
    self.weight = weight
    self.isItalic = isItalic
  }
}
