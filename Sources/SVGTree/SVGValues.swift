// Whether values can be drawn. What librsvg does not understand, it ignores.

extension SVGValue {
  /// Whether a value is one of this kind.
  func holds(_ text: String) -> Bool {
    let value = trimmed(text)
    switch self {
    case .ignored, .anyName: return true
    case .words(let words): return words.contains(value)
    case .number: return readNumber(value) != nil
    case .numbers: return readNumbers(value) != nil
    case .length: return readLength(value) != nil
    case .opacity: return readNumber(value.hasSuffix("%") ? String(value.dropLast()) : value) != nil
    case .color: return isColor(value)
    case .paint: return isPaint(value)
    case .link: return value == "none" || linkedName(value) != nil
    case .transform: return isTransform(value)
    case .path: return isPath(value)
    case .points: return readNumbers(value).map { $0.count % 2 == 0 } ?? false
    case .viewBox:
      return readNumbers(value).map { $0.count == 4 && $0[2] > 0 && $0[3] > 0 } ?? false
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
      let lengths = parts(value).map { readLength($0) }
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

/// Only digits, signs, a point and an exponent: Swift also reads names and hexadecimal digits.
func readNumber(_ text: some StringProtocol) -> Double? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }),
    let value = Double(text.hasSuffix(".") ? text + "0" : String(text)), abs(value) <= 1e9
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
  for (name, counts) in [("rgb", [3, 4]), ("rgba", [3, 4]), ("hsl", [3, 4]), ("hsla", [3, 4])]
  where value.hasPrefix(name + "(") && value.hasSuffix(")") {
    let inside = value.dropFirst(name.count + 1).dropLast()
    let channels = inside.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == "/" })
    return counts.contains(channels.count)
      && !(channels.count == 4 && channels[3].hasSuffix("%"))
      && channels.allSatisfy { readNumber($0.hasSuffix("%") ? $0.dropLast() : $0) != nil }
  }
  return false
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

private func isPath(_ value: String) -> Bool {
  if value == "none" { return true }
  var reader = NumberReader(value)
  var isFirst = true
  while !reader.isAtEnd {
    guard let command = reader.letter(), !isFirst || command == "M" || command == "m" else { return false }
    isFirst = false
    let count: Int
    switch Character(command.lowercased()) {
    case "z": count = 0
    case "h", "v": count = 1
    case "m", "l", "t": count = 2
    case "s", "q": count = 4
    case "c": count = 6
    case "a": count = 7
    default: return false
    }
    if count == 0 { continue }
    var groups = 0
    while reader.hasNumber {
      for place in 0..<count {
        let isFlag = count == 7 && (place == 3 || place == 4)
        guard isFlag ? reader.flag() : reader.number() != nil else { return false }
      }
      groups += 1
    }
    if groups == 0 { return false }
  }
  return true
}

/// The sum of the distances in a path, or more.
func extent(ofPath value: String) -> Double {
  var reader = NumberReader(value)
  var sum = 0.0
  while !reader.isAtEnd {
    if reader.hasNumber { sum += abs(reader.number() ?? 0) } else { _ = reader.letter() }
  }
  return sum
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
  let words = ["xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "smaller", "larger"]
  return words.contains(value) || readLength(value).map { (0...8192).contains($0.number) } ?? false
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

/// Reads numbers as SVG writes them in lists and paths.
private struct NumberReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    skip()
  }

  var isAtEnd: Bool { place >= bytes.count }
  var hasNumber: Bool { !isAtEnd && (isDigit(bytes[place]) || "+-.".utf8.contains(bytes[place])) }

  mutating func letter() -> Character? {
    guard !isAtEnd else { return nil }
    let letter = Character(UnicodeScalar(bytes[place]))
    place += 1
    skip()
    return letter
  }

  mutating func flag() -> Bool {
    guard !isAtEnd, bytes[place] == UInt8(ascii: "0") || bytes[place] == UInt8(ascii: "1") else {
      return false
    }
    place += 1
    skip()
    return true
  }

  mutating func number() -> Double? {
    let start = place
    if !isAtEnd, "+-".utf8.contains(bytes[place]) { place += 1 }
    digits()
    if !isAtEnd, bytes[place] == UInt8(ascii: ".") {
      place += 1
      digits()
    }
    if !isAtEnd, bytes[place] == UInt8(ascii: "e") || bytes[place] == UInt8(ascii: "E") {
      let before = place
      place += 1
      if !isAtEnd, "+-".utf8.contains(bytes[place]) { place += 1 }
      if isAtEnd || !isDigit(bytes[place]) { place = before } else { digits() }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    skip()
    return readNumber(text)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private mutating func digits() { while !isAtEnd, isDigit(bytes[place]) { place += 1 } }

  private mutating func skip() { while !isAtEnd, " \t\r\n,".utf8.contains(bytes[place]) { place += 1 } }
}
