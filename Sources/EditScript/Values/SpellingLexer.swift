/// A token of a value's text.
struct SpellingToken {
  enum Kind {
    case number
    /// A time with colons, which stays unchanged.
    case clock
    case word
    /// Letters directly after a number.
    case unit
    case symbol
    /// The sign of the number after it.
    case sign
    /// A plus or minus between two amounts.
    case operation
  }

  var kind: Kind
  let text: String
  var hasBlankBefore: Bool

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
  func isWord(_ word: String) -> Bool { (kind == .word || kind == .unit) && text == word }

  /// Whether a plus or minus after this token adds to it.
  func endsAmount(hasMarkers: Bool) -> Bool {
    switch kind {
    case .number, .clock, .unit: true
    case .word:
      text == "start" || text == "end" || hasMarkers && !["for", "first", "last", "tc"].contains(text)
    case .symbol: text == "%"
    case .sign, .operation: false
    }
  }
}

/// Splits the text of a value into tokens. It accepts any text, because a grammar has already read it.
struct SpellingLexer {
  private let bytes: [UInt8]
  private let hasCross: Bool
  private var position = 0
  private var last: SpellingToken.Kind?
  private var lastIsPoint = false

  /// `hasCross` is true if an `x` separates two sides, as in `1280x720`.
  init(_ text: String, hasCross: Bool) {
    bytes = Array(text.utf8)
    self.hasCross = hasCross
  }

  mutating func next() -> SpellingToken? {
    let start = position
    while let byte = peek(), isBlank(byte) { position += 1 }
    guard let first = peek() else { return nil }
    let hasBlank = position > start
    let (kind, text) = token(first, isGlued: !hasBlank)
    last = kind
    lastIsPoint = kind == .symbol && text == "."
    return SpellingToken(kind: kind, text: text, hasBlankBefore: hasBlank)
  }

  private mutating func token(_ first: UInt8, isGlued: Bool) -> (SpellingToken.Kind, String) {
    if isDigit(first) || (first == UInt8(ascii: ".") && peek(1).map(isDigit) == true) {
      return number(keepsZeros: isGlued && last == .unit)
    }
    if isLetter(first) || first == UInt8(ascii: "_") {
      if isGlued, last == .number, !isCross { return (.unit, take(while: isLetter)) }
      return (.word, word(isGlued: isGlued))
    }
    if first == UInt8(ascii: "#") {
      position += 1
      return (.word, "#" + take { isLetter($0) || isDigit($0) }.lowercased())
    }
    for symbol in ["->", "+-", ".."] where isNext(symbol) {
      position += 2
      return (.symbol, symbol)
    }
    position += 1
    return (.symbol, String(decoding: [first], as: UTF8.self))
  }

  /// Whether the `x` between two sides is next.
  private var isCross: Bool {
    hasCross && peek() == UInt8(ascii: "x") && peek(1).map { isDigit($0) || isBlank($0) } != false
  }

  private mutating func word(isGlued: Bool) -> String {
    let letters = run(while: isLetter)
    if lastIsPoint, isGlued { return take(letters) }
    if isCross { return take(1) }
    let name = run { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    let isItem = peek(name) == UInt8(ascii: ".") && peek(name + 1).map(isLetter) == true
    // `end-1s`, but not the marker `end-card`.
    let isMoment =
      !isItem && ["start", "end", "tc"].contains(text(letters))
      && peek(letters + 1).map { !isLetter($0) && $0 != UInt8(ascii: "_") } ?? true
    return take(isMoment ? letters : name)
  }

  /// A number in normal form; after a unit, leading zeros are kept, as in `1m02s`.
  private mutating func number(keepsZeros: Bool) -> (SpellingToken.Kind, String) {
    let start = position
    let whole = take(while: isDigit)
    if peek() == UInt8(ascii: ":") || peek() == UInt8(ascii: ";") { return clock(from: start) }
    var fraction = ""
    if peek() == UInt8(ascii: "."), peek(1).map(isDigit) == true {
      position += 1
      fraction = take(while: isDigit)
    }
    if peek() == UInt8(ascii: "/") {
      position += 1
      _ = take(while: isDigit)
      return (.number, String(decoding: bytes[start..<position], as: UTF8.self))
    }
    while fraction.hasSuffix("0") { fraction.removeLast() }
    var shown = keepsZeros ? whole[...] : whole.drop { $0 == "0" }
    if shown.isEmpty { shown = "0" }
    return (.number, shown + (fraction.isEmpty ? "" : "." + fraction))
  }

  private mutating func clock(from start: Int) -> (SpellingToken.Kind, String) {
    _ = take { isDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
    if peek() == UInt8(ascii: "."), peek(1).map(isDigit) == true {
      position += 1
      _ = take(while: isDigit)
    }
    return (.clock, String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private func isNext(_ symbol: String) -> Bool { bytes[position...].starts(with: symbol.utf8) }

  private func run(while condition: (UInt8) -> Bool) -> Int {
    bytes[position...].prefix(while: condition).count
  }

  private func text(_ count: Int) -> String {
    String(decoding: bytes[position...].prefix(count), as: UTF8.self)
  }

  private mutating func take(_ count: Int) -> String {
    defer { position += count }
    return text(count)
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> String { take(run(while: condition)) }
}
