package import Composition
import Diagnostics

extension ValueGrammar<Easing> {
  /// `linear`, `ease-in-out`, `cubic-bezier(a,b,c,d)`, `spring(stiffness,damping)`
  package static var easing: ValueGrammar<Easing> {
    ValueGrammar(
      "an easing", examples: ["ease-in-out", "linear", "hold", "cubic-bezier(0.2,0,0,1)", "spring(100,10)"],
      production: "easing", finding: .rampSyntax, pattern: EasingPattern.easing
    ) { scanner throws(ValueProblem) in try scanner.easing() }
  }
}

enum EasingPattern {
  private static let separator = "\\s*,\\s*"
  private static let signed = NumberPattern.signed
  static let easing =
    "(?:linear|hold|ease(?:-in)?(?:-out)?|ease-(?:in|out|in-out)-(?:back|bounce|elastic|expo)|cubic-bezier\\(\\s*\(signed)(?:\(separator)\(signed)){3}\\s*\\)"
    + "|spring(?:\\(\\s*\(signed)\(separator)\(signed)\\s*\\))?)"
}

extension Easing {
  /// The easings and their names; the first ones are CSS's.
  static let named: [(name: String, easing: Easing)] =
    [
      ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
      ("ease-in-out", .easeInOut),
      ("hold", .hold),
      ("spring", .spring(stiffness: 100, damping: 10)),
    ]
    + EasingShape.allCases.flatMap { shape in
      EasingSide.allCases.map { side in
        let easing = Easing.shaped(shape, side)
        return (easing.text, easing)
      }
    }

  /// The names that scripts can write without arguments.
  package static var names: [String] { named.map(\.name) }

  static let words = named.map(\.name) + ["cubic-bezier"]

  /// Other tools' names for them.
  static let otherWords = [
    "step": "hold", "steps": "hold", "step-end": "hold", "step-start": "hold", "constant": "hold",
    "discrete": "hold", "none": "linear", "ease-both": "ease-in-out", "smooth": "ease-in-out",
    "bezier": "cubic-bezier", "back": "ease-out-back", "bounce": "ease-out-bounce",
    "elastic": "ease-out-elastic",
    "expo": "ease-out-expo", "exponential": "ease-out-expo",
  ]
}

extension ValueScanner {
  mutating func easing() throws(ValueProblem) -> Easing {
    let word = nameRun
    let name = text(word)
    guard !word.isEmpty else { throw expected("an easing such as `ease-in-out`") }
    guard Easing.words.contains(name) else {
      throw unknown("easing", word, among: Easing.words, meant: Easing.otherWords[name.lowercased()])
    }
    position = word.upperBound
    if name == "cubic-bezier" {
      let numbers = try arguments(4, like: "cubic-bezier(0.2,0,0,1)")
      for index in [0, 2] { try check(numbers[index].double, in: 0...1, at: numbers[index].range) }
      for index in [1, 3] { try check(numbers[index].double, in: -100...100, at: numbers[index].range) }
      return .cubicBezier(
        x1: numbers[0].double, y1: numbers[1].double, x2: numbers[2].double, y2: numbers[3].double)
    }
    if name == "spring", peek() == UInt8(ascii: "(") {
      let numbers = try arguments(2, like: "spring(100,10)")
      for number in numbers { try check(number.double, in: 0.001...100_000, at: number.range) }
      return .spring(stiffness: numbers[0].double, damping: numbers[1].double)
    }
    return Easing.named.first { $0.name == name }?.easing ?? .linear
  }

  private mutating func arguments(_ count: Int, like example: String) throws(ValueProblem) -> [ExactNumber] {
    let start = position
    guard take("(") else { throw expected("numbers in parentheses, as in \(quoted(example))") }
    var numbers: [ExactNumber] = []
    repeat {
      skipBlanks()
      guard isAtNumber || peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") else {
        throw expected("a number, as in \(quoted(example))")
      }
      numbers.append(try signedDecimal())
      skipBlanks()
    } while take(",")
    guard take(")") else { throw expected("`,` or `)`, as in \(quoted(example))") }
    guard numbers.count == count else {
      throw problem(
        .rampSyntax, "expected \(count) numbers, as in \(quoted(example)), found \(numbers.count)",
        at: start..<position)
    }
    return numbers
  }
}
