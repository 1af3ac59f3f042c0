import Diagnostics

extension ValueGrammar<TransitionValue> {
  /// `dissolve 1s`, `fade through red 1s`, `wipe left 20f`
  package static var transition: ValueGrammar {
    ValueGrammar(
      "a transition", examples: ["dissolve 1s", "fade through black 1s", "wipe left 20f", "circle open 1s"],
      production: "transition", finding: .transitionSyntax,
      pattern: "\(TransitionPattern.kind)\\s+\(TimePattern.duration)"
    ) { scanner throws(ValueProblem) in
      let kind = try scanner.transitionKind(fileEnd: scanner.startOfLastWord)
      guard !scanner.rest.isEmpty else {
        throw scanner.problem(
          .transitionSyntax, "expected how long the transition lasts, as in `dissolve 1s`", at: scanner.whole)
      }
      try scanner.blanks(before: "a duration")
      return TransitionValue(kind: kind, duration: try scanner.duration())
    }
  }
}

extension ValueGrammar<TransitionKind> {
  /// The kind alone, where the duration has a key of its own.
  package static var transitionKind: ValueGrammar {
    ValueGrammar(
      "a kind of transition", examples: ["dissolve", "fade through black", "wipe left"],
      production: "transition-kind", finding: .transitionSyntax, pattern: TransitionPattern.kind
    ) { scanner throws(ValueProblem) in try scanner.transitionKind(fileEnd: scanner.end) }
  }
}

private enum TransitionPattern {
  static let kind =
    "(?:dissolve|clock|barn-door|pixelate|blur|zoom|circle\\s+(?:open|close)"
    + "|fade\\s+through\\s+\(ValueGrammar<ColorValue>.color.patternBody)"
    + "|wipe\\s+(?:(?:top|bottom)\\s+(?:left|right)|left|right|up|down)"
    + "|(?:slide|push|cover|reveal)\\s+(?:left|right|up|down)|luma\\s+\\S[\\s\\S]*)"
}

extension TransitionKind {
  /// The kinds that are one word.
  static let plain: [(name: String, kind: TransitionKind)] = [
    ("dissolve", .dissolve), ("clock", .clock), ("barn-door", .barnDoor), ("pixelate", .pixelate),
    ("blur", .blur), ("zoom", .zoom),
  ]

  /// What other tools call a transition.
  fileprivate static let otherWords = [
    "crossfade": "dissolve", "cross-fade": "dissolve", "xfade": "dissolve", "cross-dissolve": "dissolve",
    "crossdissolve": "dissolve", "mix": "dissolve", "iris": "circle open", "swipe": "slide left",
    "dip": "fade through black", "fadeblack": "fade through black", "fadewhite": "fade through white",
    "wipeleft": "wipe left", "wiperight": "wipe right", "wipeup": "wipe up", "wipedown": "wipe down",
    "slideleft": "slide left", "slideright": "slide right", "slideup": "slide up", "slidedown": "slide down",
    "circleopen": "circle open", "circleclose": "circle close", "radial": "clock",
  ]

  /// What each kind begins with.
  fileprivate static let words =
    plain.map(\.name) + ["fade", "wipe", "slide", "push", "cover", "reveal", "circle", "luma"]
}

extension ValueScanner {
  fileprivate var whole: Range<Int> { (position == 0 ? rest.lowerBound : 0)..<end }

  fileprivate var startOfLastWord: Int {
    let lastBlank = (position..<end).last { peek($0 - position).map(isBlank) == true }
    return lastBlank.map { $0 + 1 } ?? end
  }

  fileprivate mutating func transitionKind(fileEnd: Int) throws(ValueProblem) -> TransitionKind {
    let word = nameRun
    guard !word.isEmpty else { throw expected() }
    let name = text(word)
    position = word.upperBound
    if let plain = TransitionKind.plain.first(where: { $0.name == name }) { return plain.kind }
    skipBlanks()
    switch name {
    case "fade": return .fadeThrough(try fadeColor(word))
    case "wipe": return .wipe(try direction(WipeDirection.self))
    case "slide": return .slide(try direction(Direction.self))
    case "push": return .push(try direction(Direction.self))
    case "cover": return .cover(try direction(Direction.self))
    case "reveal": return .reveal(try direction(Direction.self))
    case "circle": return try circle()
    case "luma": return .luma(file: try lumaFile(upTo: fileEnd))
    default:
      throw unknown(
        "transition", word, among: TransitionKind.words, meant: TransitionKind.otherWords[name.lowercased()])
    }
  }

  private mutating func fadeColor(_ fade: Range<Int>) throws(ValueProblem) -> ColorValue {
    guard takeWord("through") else {
      throw problem(
        .transitionSyntax, "a fade between two items goes through a colour, as in `fade through black 1s`",
        at: fade,
        hint: "one picture over the other is a `dissolve`",
        fixes: [
          fix("dissolve", for: fade, isSafe: false), fix("fade through black", for: fade, isSafe: false),
        ])
    }
    skipBlanks()
    return try color()
  }

  private mutating func direction<D: CaseIterable & RawRepresentable<String>>(_: D.Type) throws(ValueProblem)
    -> D
  {
    let words = D.allCases.map(\.rawValue)
    let first = nameRun
    guard !first.isEmpty else { throw expected("a direction: \(listed(words))") }
    position = first.upperBound
    let afterFirst = position
    skipBlanks()
    let second = nameRun
    let both = text(first) + " " + text(second)
    if !second.isEmpty, let corner = D(rawValue: both) {
      position = second.upperBound
      return corner
    }
    position = afterFirst
    if let direction = D(rawValue: text(first)) { return direction }
    let meant = ["top": "up", "bottom": "down", "upwards": "up", "downwards": "down"][text(first)]
    throw unknown("direction", first, among: words, meant: meant)
  }

  private mutating func circle() throws(ValueProblem) -> TransitionKind {
    if takeWord("open") { return .circleOpen }
    if takeWord("close") { return .circleClose }
    let word = nameRun
    guard !word.isEmpty else { throw expected("`open` or `close`") }
    throw unknown("direction", word, among: ["open", "close"])
  }

  private mutating func lumaFile(upTo fileEnd: Int) throws(ValueProblem) -> String {
    var stop = fileEnd
    while stop > position, peek(stop - 1 - position).map(isBlank) == true { stop -= 1 }
    guard stop > position else { throw expected("the picture file of the `luma` transition") }
    let file = text(position..<stop)
    position = stop
    return file
  }
}
