/// The sizes of letters, borders and drawings in an ASS file.
///
/// libass draws every letter completely before it clips it to the picture. A few bytes could require more
/// memory than a machine has, so sizes beyond any use are errors.
struct SubStationSizes {
  /// The height of the grid that sizes refer to, from the file; libass assumes 288.
  private var gridHeight = 288.0
  private var fields = ["name", "fontname", "fontsize"]
  private var styles: [String: Letters] = [:]

  private struct Letters {
    var size = 18.0
    /// 1 is the size itself.
    var scale = 1.0
  }

  /// A part of a text with an excessive size.
  struct Excess {
    let place: Substring.Index
    let message: String
  }

  // MARK: The header

  mutating func note(_ line: Substring) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let rest = line[line.index(after: colon)...].trimmed
    switch line[..<colon].trimmed.lowercased() {
    case "playresy":
      if let height = Double(rest), height >= 1 { gridHeight = height }
    case "format": fields = rest.split(separator: ",").map { $0.trimmed.lowercased() }
    case "style": noteStyle(rest)
    default: break
    }
  }

  private mutating func noteStyle(_ rest: Substring) {
    let values = rest.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    var letters = Letters()
    var (name, width, height) = ("", 100.0, 100.0)
    for (field, value) in zip(fields, values) {
      switch field {
      case "name": name = String(value.drop { $0 == "*" })
      case "fontsize": letters.size = number(value) ?? letters.size
      case "scalex": width = number(value) ?? width
      case "scaley": height = number(value) ?? height
      default: break
      }
    }
    letters.scale = max(width, height) / 100
    styles[name] = letters
  }

  // MARK: Events

  /// The first override of an event with an excessive size; nil if there is none.
  func excess(in text: Substring, style: String) -> Excess? {
    var letters = styles[String(style.drop { $0 == "*" })] ?? styles["Default"] ?? Letters()
    if let excess = excess(of: letters, at: text.startIndex, in: "the style `\(style)`") { return excess }
    var drawingScale: Double?
    var rest = text
    while let first = rest.first {
      guard first == "{", let end = rest.firstIndex(of: "}") else {
        let words = rest.dropFirst(first == "{" ? 1 : 0).prefix { $0 != "{" }
        if let drawingScale, let excess = drawing(words, scale: drawingScale * letters.scale) {
          return excess
        }
        rest = rest[words.endIndex...]
        continue
      }
      for order in rest[rest.index(after: rest.startIndex)..<end].split(separator: "\\") {
        if let excess = follow(order, &letters, &drawingScale) { return excess }
      }
      rest = rest[rest.index(after: end)...]
    }
    return nil
  }

  /// Applies the effect of an override on sizes. Sizes only grow here, because overrides can be animated.
  private func follow(_ order: Substring, _ letters: inout Letters, _ drawing: inout Double?) -> Excess? {
    let name = order.prefix { $0.isLetter }
    let value = order.dropFirst(name.count)
    switch name {
    case "fs":
      guard let number = number(value) else { return nil }
      // A signed value adds tenths of the size.
      let isRelative = value.hasPrefix("+") || value.hasPrefix("-")
      letters.size = max(letters.size, isRelative ? letters.size * (1 + number / 10) : number)
    case "fscx", "fscy", "fsc": letters.scale = max(letters.scale, (number(value) ?? 0) / 100)
    case "bord", "xbord", "ybord", "shad", "xshad", "yshad":
      return excess(order, times: abs(number(value) ?? 0) / gridHeight, "a border or shadow", most: 1)
    case "fax", "fay":
      return excess(order, times: abs(number(value) ?? 0), "letters slanted", most: Self.mostSlant)
    case "p": drawing = number(value).flatMap { $0 > 0 ? 1 / Double(1 << (Int(min($0, 16)) - 1)) : nil }
    case "clip", "iclip": return self.drawing(value, scale: 1)
    default: return nil
    }
    return excess(of: letters, at: order.startIndex, in: "`\\\(order.prefix(30))`")
  }

  static let mostHeights = 4.0
  private static let mostSlant = 16.0
  private static let mostDrawing = 16.0

  private func excess(of letters: Letters, at place: Substring.Index, in cause: String) -> Excess? {
    let heights = letters.size * letters.scale / gridHeight
    guard heights > Self.mostHeights else { return nil }
    return Excess(
      place: place,
      message: "\(cause) makes letters \(words(heights)) times as high as the picture; the limit is "
        + words(Self.mostHeights))
  }

  private func excess(_ order: Substring, times: Double, _ what: String, most: Double) -> Excess? {
    guard times > most else { return nil }
    return Excess(
      place: order.startIndex,
      message:
        "`\\\(order.prefix(30))` makes \(what) \(words(times)) times as large as the picture is high; the limit is "
        + words(most))
  }

  private func drawing(_ text: Substring, scale: Double) -> Excess? {
    let separators: Set<Character> = [" ", ",", "(", ")", "\t"]
    for word in text.split(whereSeparator: separators.contains) {
      guard let number = number(word), abs(number) * scale > Self.mostDrawing * gridHeight else { continue }
      return Excess(
        place: word.startIndex,
        message:
          "a drawing reaches \(words(abs(number) * scale / gridHeight)) times the height of the picture; the limit is "
          + words(Self.mostDrawing))
    }
    return nil
  }

  private func words(_ number: Double) -> String {
    guard number < 1e9 else { return "more than a billion" }
    let tenths = (number * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int64(tenths))" : "\(tenths)"
  }
}

/// The number at the beginning of a text, as libass reads it.
private func number(_ text: Substring) -> Double? {
  let digits = text.trimmed.prefix { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
  var rest = digits
  while !rest.isEmpty {
    if let number = Double(rest) { return number.isFinite ? number : 1e300 }
    rest = rest.dropLast()
  }
  return nil
}
