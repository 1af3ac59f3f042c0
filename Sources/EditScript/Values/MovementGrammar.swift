import Composition
import Diagnostics

extension ValueGrammar<MovementValue> {
  /// `fade`, `slide up`, `zoom 80%`, `blur 8px`
  package static var textMovement: ValueGrammar {
    ValueGrammar(
      "a movement of text",
      examples: ["fade", "rise", "pop", "slide up", "wipe right", "zoom 80%", "blur 8px", "none"],
      production: "text-movement", finding: .unknownValue, pattern: MovementPattern.movement
    ) { scanner throws(ValueProblem) in try scanner.textMovement() }
  }
}

private enum MovementPattern {
  private static let headings = Heading.straight.map(\.rawValue).joined(separator: "|")
  static let movement =
    "(?:none|fade|typewriter|rise|pop|(?:slide|wipe)\\s+(?:\(headings))|zoom\\s+\(NumberPattern.signed)%?"
    + "|blur\\s+\(LengthPattern.length))"
}

extension ValueScanner {
  private static let plainMovements: [String: MovementValue] = [
    "none": .none, "fade": .fade, "typewriter": .typewriter, "rise": .rise, "pop": .pop,
  ]
  private static let otherMovements = ["slide", "wipe", "zoom", "blur"]
  /// Other tools' names.
  private static let movementsMeant = [
    "appear": "fade", "dissolve": "fade", "type": "typewriter", "reveal": "rise", "scale": "zoom",
    "grow": "zoom",
    "bounce": "pop", "push": "slide", "move": "slide", "off": "none", "cut": "none",
  ]

  fileprivate mutating func textMovement() throws(ValueProblem) -> MovementValue {
    let word = nameRun
    let name = text(word)
    guard !word.isEmpty else { throw expected() }
    if let plain = Self.plainMovements[name] {
      position = word.upperBound
      return plain
    }
    guard Self.otherMovements.contains(name) else {
      throw unknown(
        "movement", word, among: Self.plainMovements.keys.sorted() + Self.otherMovements,
        meant: Self.movementsMeant[name.lowercased()])
    }
    position = word.upperBound
    skipBlanks()
    switch name {
    case "zoom":
      guard isAtNumber else { throw expected("a size such as `zoom 80%`") }
      let number = try plainNumber()
      let isPercent = take("%")
      try check(number.double, in: 0...(isPercent ? 1000 : 10), unit: isPercent ? "%" : "", at: number.range)
      return .zoom(isPercent ? number.double / 100 : number.double)
    case "blur":
      guard isAtNumber else { throw expected("a length such as `blur 8px`") }
      return .blur(try length())
    default:
      let words = Heading.straight.map(\.rawValue)
      let direction = nameRun
      guard !direction.isEmpty else { throw expected("a direction: \(listed(words))") }
      guard let heading = Heading.straight.first(where: { $0.rawValue == text(direction) }) else {
        throw unknown("direction", direction, among: words)
      }
      position = direction.upperBound
      return name == "slide" ? .slide(heading) : .wipe(heading)
    }
  }
}
