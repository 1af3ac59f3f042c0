import Glibc
import Testing

/// Key frames in the text of a script, evaluated by the definitions of docs/animation.md with arithmetic of its own.
struct WrittenCurve {
  struct Key {
    let time: Double
    let values: [Double]
    /// `ease-in`, `cubic-bezier(0.1,0.2,0.3,0.4)`; nil for a straight line.
    let easing: String?
  }

  private(set) var keys: [Key] = []

  /// The value of a key in the script of one item; nil if the script does not have it. Ramps without `over` last for
  /// `length`, and `rate` is the number of frames per second.
  init?(_ name: String, in script: String, length: Double, rate: Double) throws {
    guard let start = script.firstRange(of: "\(name): ")?.upperBound else { return nil }
    let rest = script[start...]
    if rest.hasPrefix("{") {
      let end = try #require(rest.firstIndex(of: "}"))
      for entry in Self.split(rest[rest.index(after: rest.startIndex)..<end]) {
        let colon = try #require(entry.firstRange(of: ": "))
        try add(entry[colon.upperBound...], at: Self.seconds(entry[..<colon.lowerBound], rate))
      }
      return
    }
    let line = rest.prefix { $0 != "\n" }
    let before = script[..<start].split(separator: "\n").last ?? ""
    var text = line
    if line.hasPrefix("\"") {
      text = line.dropFirst().prefix { $0 != "\"" }
    } else if before.contains("{") {
      text = Self.withoutBrace(Self.split(line)[0])
    }
    guard let arrow = text.firstRange(of: " -> ") else {
      try add(text, at: 0)
      return
    }
    var end = text[arrow.upperBound...]
    var (first, last) = (0.0, length)
    var easing = ""
    if let over = end.firstRange(of: " over ") {
      var words = end[over.upperBound...].split(separator: " ")
      let range = words.removeFirst()
      let dots = try #require(range.firstRange(of: ".."))
      if dots.lowerBound > range.startIndex { first = try Self.seconds(range[..<dots.lowerBound], rate) }
      if dots.upperBound < range.endIndex { last = try Self.seconds(range[dots.upperBound...], rate) }
      easing = words.joined(separator: " ")
      end = end[..<over.lowerBound]
    } else if let word = end.split(separator: " ").last, word.first?.isLetter == true {
      easing = String(word)
      end = end.dropLast(word.count + 1)
    }
    try add(Substring(text[..<arrow.lowerBound] + (easing.isEmpty ? "" : " " + easing)), at: first)
    try add(end, at: last)
  }

  private mutating func add(_ entry: Substring, at time: Double) throws {
    var text = entry.filter { $0 != "\"" }
    var easing: String?
    if let space = text.firstRange(of: " "), text[space.upperBound...].first?.isLetter == true {
      easing = String(text[space.upperBound...])
      text = String(text[..<space.lowerBound])
    } else if let last = text.split(separator: " ").last, last.first?.isLetter == true {
      easing = String(last)
      text.removeLast(last.count + 1)
    }
    let values = try text.split { $0 == "," || $0 == " " }.map { word in
      if word.hasSuffix("dB") { return pow(10, try #require(Double(word.dropLast(2))) / 20) }
      return try #require(Double(word.prefix { !$0.isLetter && $0 != "%" }))
    }
    keys.append(Key(time: time, values: values, easing: easing))
  }

  /// The entries between commas outside of quotes and parentheses.
  private static func split(_ text: Substring) -> [Substring] {
    var (parts, start, depth, isQuoted): ([Substring], String.Index, Int, Bool) = (
      [], text.startIndex, 0, false
    )
    for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted, "{" where !isQuoted: depth += 1
      case ")" where !isQuoted, "}" where !isQuoted: depth -= 1
      case "," where !isQuoted && depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return (parts + [text[start...]]).map { $0.drop { $0 == " " } }
  }

  private static func withoutBrace(_ text: Substring) -> Substring {
    text.hasSuffix("}") ? text.dropLast() : text
  }

  private static func seconds(_ text: Substring, _ rate: Double) throws -> Double {
    if text.hasSuffix("ms") { return try #require(Double(text.dropLast(2))) / 1000 }
    if text.hasSuffix("f") { return try #require(Double(text.dropLast())) / rate }
    let parts = text.split(separator: ":").compactMap { Double($0) }
    if parts.count == 4 { return parts[0] * 3600 + parts[1] * 60 + parts[2] + parts[3] / rate }
    let fraction = text.dropLast().split(separator: "/").compactMap { Double($0) }
    return try #require(fraction.first) / (fraction.count == 2 ? fraction[1] : 1)
  }

  func values(at time: Double) throws -> [Double] {
    guard let next = keys.firstIndex(where: { $0.time > time }) else { return keys[keys.count - 1].values }
    guard next > 0 else { return keys[0].values }
    let (from, to) = (keys[next - 1], keys[next])
    let progress = try Self.progress((time - from.time) / (to.time - from.time), from.easing)
    return zip(from.values, to.values).map { $0 + ($1 - $0) * progress }
  }

  /// CSS Easing Functions Level 1: the curve through (0, 0), (x1, y1), (x2, y2) and (1, 1).
  static func progress(_ part: Double, _ easing: String?) throws -> Double {
    let points: [Double]
    switch easing {
    case nil: return part
    case "ease": points = [0.25, 0.1, 0.25, 1]
    case "ease-in": points = [0.42, 0, 1, 1]
    case "ease-out": points = [0, 0, 0.58, 1]
    case "ease-in-out": points = [0.42, 0, 0.58, 1]
    case let other?:
      try #require(other.hasPrefix("cubic-bezier(") && other.hasSuffix(")"))
      points = other.dropFirst(13).dropLast().split(separator: ",").compactMap { Double($0) }
      try #require(points.count == 4)
    }
    func along(_ t: Double, _ first: Double, _ second: Double) -> Double {
      ((1 + 3 * first - 3 * second) * t + 3 * second - 6 * first) * t * t + 3 * first * t
    }
    // Regula falsi would be faster; halving is simpler.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if along(middle, points[0], points[2]) < part { low = middle } else { high = middle }
    }
    return along(low, points[1], points[3])
  }
}
