import Diagnostics

extension ValueGrammar<Place> {
  /// `bottom right, margin 24px`, or `50%, 20px anchor top left`
  package static var place: ValueGrammar {
    ValueGrammar(
      "a place on the canvas",
      examples: ["center", "bottom right, margin 24px", "50%, 20px anchor top left"],
      production: "place", finding: .lengthSyntax, pattern: PlacePattern.place
    ) { scanner throws(ValueProblem) in
      if scanner.isAtNumber || scanner.isNext("-") || scanner.isNext("+") { return try scanner.pointPlace() }
      return try scanner.namedPlace()
    }
  }
}

extension ValueGrammar<Place> {
  /// A place, or one beside another item: `below headline left, margin 3vmin`
  package static var itemPlace: ValueGrammar {
    ValueGrammar(
      "a place", examples: place.examples + ["below headline left, margin 3vmin"], production: "item-place",
      finding: .lengthSyntax,
      pattern: "(?:\(PlacePattern.beside)|\(PlacePattern.place))"
    ) { scanner throws(ValueProblem) in
      if let side = scanner.neighbourSide() { return .beside(try scanner.neighbour(side)) }
      if scanner.isAtNumber || scanner.isNext("-") || scanner.isNext("+") { return try scanner.pointPlace() }
      if let problem = scanner.misspelledSide() { throw problem }
      return try scanner.namedPlace()
    }
  }
}

extension ValueGrammar<Margin> {
  /// `24px`, or `24px 12px`: from the left or right, then from the top or bottom.
  static var margin: ValueGrammar {
    ValueGrammar(
      "a margin", examples: ["24px", "24px 12px"], production: "margin", finding: .lengthSyntax,
      pattern: PlacePattern.margin
    ) { scanner throws(ValueProblem) in
      let horizontal = try scanner.signedLength()
      guard scanner.skipBlanks(), !scanner.isAtEnd else {
        return Margin(horizontal: horizontal, vertical: horizontal)
      }
      return Margin(horizontal: horizontal, vertical: try scanner.signedLength())
    }
  }
}

private enum PlacePattern {
  static let nine = "(?:(?:top|bottom)(?:\\s+(?:left|right))?|left|center|right)"
  static let margin = "\(LengthPattern.signedLength)(?:\\s+\(LengthPattern.signedLength))?"
  static let beside =
    "(?:above|below|(?:left|right)\\s+of)\\s+[^\\s,]+(?:\\s+(?:left|center|right|top|bottom))?"
    + "(?:(?:\\s*,\\s*|\\s+)margin\\s+\(LengthPattern.signedLength))?"
  static let place =
    "(?:\(nine)(?:\\s*,\\s*|\\s+)margin\\s+\(margin)|\(nine)|\(LengthPattern.signedLength)\\s*,\\s*"
    + "\(LengthPattern.signedLength)(?:\\s*,?\\s*anchor\\s+\(nine))?)"
}

extension ValueScanner {
  /// Skips `above`, `below`, `left of` or `right of` if one is next.
  fileprivate mutating func neighbourSide() -> Neighbour.Side? {
    for side in Neighbour.Side.allCases {
      let (start, words) = (position, side.rawValue.split(separator: " ").map(String.init))
      if takeWord(words[0]) {
        skipBlanks()
        if words.count == 1 || takeWord(words[1]) { return side }
      }
      position = start
    }
    return nil
  }

  /// The finding about a word that is none of the nine places, but probably means a side: `belw headline`.
  fileprivate func misspelledSide() -> ValueProblem? {
    let word = nameRun
    let written = text(word).lowercased()
    let words = Self.nine + Self.otherNames.keys
    let ofPlaces = Set(words.joined(separator: " ").split(separator: " ").map(String.init))
    guard scalar.getsSuggestions, !word.isEmpty, !ofPlaces.contains(written) else { return nil }
    let sides = Neighbour.Side.allCases.map(\.rawValue)
    // The places come first, so a word that is as near to one of them is left to them.
    guard
      let meant = Self.otherSides[written]?.rawValue
        ?? Suggestion.best(for: written, among: ofPlaces.sorted() + sides), sides.contains(meant)
    else { return nil }
    return unknown("side", word, among: sides, meant: meant)
  }

  private static let otherSides: [String: Neighbour.Side] = [
    "under": .below, "underneath": .below, "beneath": .below, "over": .above, "atop": .above,
  ]

  fileprivate mutating func neighbour(_ side: Neighbour.Side) throws(ValueProblem) -> Neighbour {
    skipBlanks()
    let name = nameRun
    guard !name.isEmpty else { throw expected("the name of an item after \(quoted(side.rawValue))") }
    position = name.upperBound
    var (alignment, afterName) = (Neighbour.Alignment.center, position)
    skipBlanks()
    let word = nameRun
    if !word.isEmpty, text(word) != "margin" {
      let words = Neighbour.Alignment.allCases.map { $0.word(side) }
      guard let found = words.firstIndex(of: text(word)) else {
        throw unknown("alignment", word, among: words + ["margin"])
      }
      afterName = word.upperBound
      alignment = Neighbour.Alignment.allCases[found]
    }
    position = afterName
    try commaOrBlanks()
    var margin = Length(0, .pixels)
    if !isAtEnd {
      try keyword("margin")
      margin = try signedLength()
    }
    return Neighbour(side: side, name: text(name), alignment: alignment, margin: margin)
  }

  fileprivate mutating func namedPlace() throws(ValueProblem) -> Place {
    let place = try ninePlace()
    let noMargin = Length(0, .pixels)
    try commaOrBlanks()
    guard !isAtEnd else { return .named(place, horizontalMargin: noMargin, verticalMargin: noMargin) }
    if isAtNumber {
      throw problem(
        .lengthSyntax, "the distance from a named place needs `margin`: `margin \(text(rest))`", at: rest,
        fixes: [fix("margin " + text(rest), for: rest, isSafe: false)])
    }
    try keyword("margin")
    let horizontal = try signedLength()
    try blanks(before: "the vertical margin")
    let vertical = isAtEnd ? horizontal : try signedLength()
    return .named(place, horizontalMargin: horizontal, verticalMargin: vertical)
  }

  fileprivate mutating func pointPlace() throws(ValueProblem) -> Place {
    commaSeparates = true
    let x = try signedLength()
    let gap = position
    skipBlanks()
    if !take(",") {
      let separator = gap..<position
      guard !separator.isEmpty, isAtNumber || isNext("-") else {
        throw expected("a comma and the vertical position")
      }
      throw problem(
        .lengthSyntax, "the two lengths of a place must be separated by a comma: `50%, 20px`",
        at: 0..<end, fixes: [fix(", ", for: separator, isSafe: true)])
    }
    skipBlanks()
    let y = try signedLength()
    try commaOrBlanks()
    guard !isAtEnd else { return .at(x: x, y: y, anchor: .center) }
    try keyword("anchor")
    return .at(x: x, y: y, anchor: try ninePlace())
  }

  /// Skips a comma or blanks; rejects a comma with nothing after it.
  private mutating func commaOrBlanks() throws(ValueProblem) {
    let hasBlank = skipBlanks()
    guard !isAtEnd else { return }
    let comma = position
    guard take(",") || hasBlank else { throw expected("a comma or the end") }
    skipBlanks()
    guard !isAtEnd else {
      throw problem(.lengthSyntax, "missing value after the comma", at: comma..<comma + 1)
    }
  }

  private mutating func keyword(_ word: String) throws(ValueProblem) {
    guard takeWord(word) else {
      let other = nameRun
      guard !other.isEmpty, Suggestion.best(for: text(other), among: [word]) != nil else {
        throw expected("\(quoted(word)) or the end")
      }
      throw unknown("word", other, among: [word])
    }
    try blanks(before: "the value of \(quoted(word))")
  }

  /// One of the nine names, of one or two words.
  private mutating func ninePlace() throws(ValueProblem) -> NinePlace {
    let first = nameRun
    guard !first.isEmpty else { throw expected(hint: "the names are \(listed(Self.nine))") }
    position = first.upperBound
    let afterFirst = position
    skipBlanks()
    let second = nameRun
    let both = first.lowerBound..<second.upperBound
    let isPair = !second.isEmpty && Suggestion.best(for: text(second), among: ["margin", "anchor"]) == nil
    if isPair {
      let spelling = text(first) + " " + text(second)
      if let place = NinePlace(rawValue: spelling) {
        position = second.upperBound
        return place
      }
      if let meant = Self.otherNames[spelling.lowercased()] ?? Self.exactOtherCase(spelling) {
        throw unknown("place", both, among: Self.nine, meant: meant)
      }
    }
    position = afterFirst
    if let place = NinePlace(rawValue: text(first)) {
      guard isPair, place != .left, place != .right, place != .center else { return place }
      throw unknown("place", both, among: Self.nine)
    }
    let guilty = isPair ? both : first
    throw unknown("place", guilty, among: Self.nine, meant: Self.otherNames[text(guilty).lowercased()])
  }

  private static let nine = NinePlace.allCases.map(\.rawValue)

  private static func exactOtherCase(_ spelling: String) -> String? {
    nine.first { Suggestion.isSameWord($0, spelling) }
  }

  private static let otherNames = [
    "left top": "top left", "right top": "top right", "left bottom": "bottom left",
    "right bottom": "bottom right", "top center": "top", "center top": "top", "bottom center": "bottom",
    "center bottom": "bottom", "center left": "left", "left center": "left", "center right": "right",
    "right center": "right", "center center": "center", "middle": "center", "centre": "center",
    "top middle": "top", "bottom middle": "bottom", "middle left": "left", "middle right": "right",
    "upper left": "top left", "upper right": "top right", "lower left": "bottom left",
    "lower right": "bottom right",
  ]
}
