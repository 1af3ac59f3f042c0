package import Composition
import Diagnostics

extension ValueGrammar<Length> {
  /// `24px`, `12%`, `5vmin`; never negative.
  package static var length: ValueGrammar {
    ValueGrammar(
      "a length", examples: ["24px", "12%", "5vmin"], production: "length", finding: .lengthSyntax,
      pattern: LengthPattern.length
    ) { scanner throws(ValueProblem) in try scanner.length() }
  }
}

extension ValueGrammar<SizeValue> {
  /// `1280x720`, `50%x50%`
  package static var size: ValueGrammar {
    ValueGrammar(
      "a size", examples: ["1280x720", "50%x50%"], production: "size", finding: .lengthSyntax,
      pattern: LengthPattern.size
    ) {
      scanner throws(ValueProblem) in try scanner.size()
    }
  }
}

extension ValueGrammar<CanvasSize> {
  /// `auto` or whole pixels, `1280x720`.
  package static var canvasSize: ValueGrammar {
    ValueGrammar(
      "a canvas size", examples: ["1280x720", "auto"], production: "canvas-size", finding: .lengthSyntax,
      pattern: "(?:auto|\(LengthPattern.wholeSize))"
    ) { scanner throws(ValueProblem) in
      if scanner.takeWord("auto") { return .auto }
      let word = scanner.nameRun
      if Suggestion.best(for: scanner.text(word), among: ["auto"]) != nil {
        throw scanner.unknown("canvas size", word, among: ["auto"])
      }
      let size = try scanner.wholeSize("a canvas")
      return .exactly(width: size.width, height: size.height)
    }
  }
}

extension ValueGrammar<PixelSize> {
  /// Whole pixels, `640x360`.
  package static var pixelSize: ValueGrammar {
    ValueGrammar(
      "a picture size", examples: ["640x360", "1920x1080"], production: "pixel-size", finding: .lengthSyntax,
      pattern: LengthPattern.wholeSize
    ) { scanner throws(ValueProblem) in try scanner.wholeSize("a picture") }
  }
}

extension PixelSize: CanonicalValue {
  package var canonicalText: String { description }
}

extension ValueScanner {
  /// The width and the height of `thing` in pixels.
  fileprivate mutating func wholeSize(_ thing: String) throws(ValueProblem) -> PixelSize {
    let start = position
    let size = try size()
    let sides = [size.width, size.height]
    guard sides.allSatisfy({ $0.unit == .pixels && $0.amount == Double(Int($0.amount)) }),
      !text(start..<position).contains(where: { $0 == "p" || $0 == "." })
    else {
      throw problem(
        .lengthSyntax, "\(thing) size is in whole pixels without a unit, such as `1280x720`",
        at: start..<position)
    }
    // `size()` has checked that no side exceeds a million.
    for side in sides {
      try check(
        side.amount, in: 1...Double(LanguageLimits.canvasSide), at: start..<position,
        finding: .sizeOutOfRange)
    }
    let (width, height) = (Int(size.width.amount), Int(size.height.amount))
    guard width * height <= LanguageLimits.canvasPixels else {
      throw problem(
        .sizeOutOfRange,
        "\(thing) has at most \(LanguageLimits.canvasPixels) pixels, and `\(width)x\(height)` has"
          + " \(width * height)",
        at: start..<position)
    }
    return PixelSize(width: width, height: height)
  }
}

extension ValueGrammar<CropValue> {
  /// The lengths cut off at the left, top, right and bottom, or the visible rectangle.
  package static var crop: ValueGrammar {
    ValueGrammar(
      "a crop", examples: ["10% 0px 10% 0px", "100px,50px 640x360"], production: "crop",
      finding: .lengthSyntax,
      pattern: "(?:\(LengthPattern.length)(?:\\s+\(LengthPattern.length)){3}"
        + "|\(LengthPattern.length)\\s*,\\s*\(LengthPattern.length)\\s+\(LengthPattern.size))"
    ) { scanner throws(ValueProblem) in try scanner.crop() }
  }
}

/// Regular expressions for parts of lengths.
enum LengthPattern {
  static let length = "\(TimePattern.decimal)(?:px|%|vmin)"
  static let signedLength = "[+-]?\(length)"
  private static let side = "\(TimePattern.decimal)(?:px|%|vmin)?"
  static let size = "\(side)\\s*x\\s*\(side)"
  static let wholeSize = "[0-9]+\\s*x\\s*[0-9]+"
}

extension Length {
  static let units = UnitTable(
    subject: "length", units: Unit.allCases.map(\.rawValue),
    aliases: ["pixel": "px", "pixels": "px", "percent": "%", "pct": "%"], readings: ["px", "%"],
    hints: [
      "vw": "`%` is a share of the canvas along the axis of the key",
      "vh": "`%` is a share of the canvas along the axis",
      "vmax": "`vmin` is 1 % of the shorter side",
    ])

  /// Nothing beyond it is visible, and arithmetic within it cannot overflow.
  static let largest = 1_000_000.0
}

extension ValueScanner {
  /// A length that is not negative.
  mutating func length() throws(ValueProblem) -> Length {
    let start = position
    let hasMinus = peek() == UInt8(ascii: "-")
    guard peek() != UInt8(ascii: "+") else {
      throw expected(
        "a length such as `24px` or `12%`", hint: "lengths cannot be added",
        fixes: [fix("", for: position..<position + 1, isSafe: false)])
    }
    let length = try signedLength()
    guard !hasMinus else {
      throw problem(
        .sizeOutOfRange, "\(quoted(text(start..<position))) is negative, and \(noun) cannot be",
        at: start..<position)
    }
    return length
  }

  /// A length in either direction, as in `-20px, 50%`.
  mutating func signedLength() throws(ValueProblem) -> Length {
    guard isAtNumber || peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") else {
      throw expected("a length such as `24px` or `12%`", hint: lengthHint)
    }
    let number = try signedDecimal()
    let name = try unit(after: number, of: Length.units)
    try check(
      number.double, in: -Length.largest...Length.largest, unit: name, at: number.range,
      finding: .sizeOutOfRange)
    return Length(number.double, Length.Unit(rawValue: name) ?? .pixels)
  }

  private var lengthHint: String? {
    text(nameRun) == "auto" ? "remove the key to keep the aspect ratio" : nil
  }

  /// Two lengths with an `x` between them; without a unit they are pixels.
  mutating func size() throws(ValueProblem) -> SizeValue {
    guard isAtNumber else { throw expected(hint: "write a size with `x`", fixes: [namedSizeFix]) }
    let start = position
    let width = try side()
    skipBlanks()
    guard take("x") else { throw missingCross(from: start) }
    skipBlanks()
    guard isAtNumber else { throw expected("the height after `x`") }
    let size = SizeValue(width: width, height: try side())
    return size
  }

  /// A side of a size; its unit's letters end before the `x`.
  private mutating func side() throws(ValueProblem) -> Length {
    let number = try decimal()
    let unit = sideUnit()
    if unit == nil, !run(isLetter).isEmpty, !isNext("x"), text(wordRun).lowercased().first != "x",
      namedSizeFix(from: number.range.lowerBound) == nil
    {
      _ = try self.unit(after: number, of: Length.units)
    }
    try check(number.double, in: 0...Length.largest, at: number.range, finding: .sizeOutOfRange)
    guard number.double > 0 else {
      throw problem(.sizeOutOfRange, "width and height cannot be zero", at: number.range)
    }
    return Length(number.double, unit ?? .pixels)
  }

  private mutating func sideUnit() -> Length.Unit? {
    Length.Unit.allCases.first { take($0.rawValue) }
  }

  /// `1280X720`, `1280*720`, `1280:720`, `1280, 720`, `1080p`.
  private func missingCross(from start: Int) -> ValueProblem {
    if let fix = namedSizeFix(from: start) {
      let word = start..<position + wordRun.count
      return problem(
        .lengthSyntax, "expected \(noun) such as \(quoted(example)), found \(quoted(text(word)))", at: word,
        fixes: [fix])
    }
    let separator = position..<min(position + 1, end)
    if let problem = aspectRatio(from: start, separator) { return problem }
    guard ["X", "*", ":", ",", "/"].contains(text(separator)) else {
      return isAtEnd
        ? problem(
          .lengthSyntax,
          "expected \(noun) such as \(quoted(example)), found only \(quoted(text(start..<end)))",
          at: start..<end, hint: "a size has a width and a height")
        : expected("`x` between the width and the height")
    }
    return problem(
      .lengthSyntax, "width and height are separated by `x`, not \(quoted(text(separator)))",
      at: separator, fixes: [fix("x", for: separator, isSafe: true)])
  }

  /// `16:9` is an aspect ratio; in pixels it would be a tiny picture.
  private func aspectRatio(from start: Int, _ separator: Range<Int>) -> ValueProblem? {
    guard [":", "/"].contains(text(separator)) else { return nil }
    var ahead = self
    ahead.position = separator.upperBound
    ahead.skipBlanks()
    guard ahead.isAtNumber, let height = try? ahead.decimal(), height.double < 100,
      let width = Double(text(start..<separator.lowerBound).filter { $0 != " " }), width < 100
    else { return nil }
    let whole = start..<ahead.position
    let sizes = Self.namedShapes[text(whole).filter { $0 != " " }.replacing("/", with: ":")]
    return problem(
      .lengthSyntax,
      "\(quoted(text(whole))) is an aspect ratio, but \(noun) is in pixels, such as \(quoted(example))",
      at: whole, fixes: (sizes ?? []).map { fix($0, for: whole, isSafe: false) })
  }

  private static let namedShapes = [
    "16:9": ["1920x1080", "1280x720"], "9:16": ["1080x1920", "720x1280"], "4:3": ["1440x1080", "640x480"],
    "3:4": ["1080x1440"], "1:1": ["1080x1080"], "4:5": ["1080x1350"], "5:4": ["1350x1080"],
    "21:9": ["2560x1080"], "3:2": ["1620x1080"], "2:3": ["1080x1620"],
  ]

  private var namedSizeFix: Diagnostic.Fix? { namedSizeFix(from: position) }

  /// `1080p` and `4k` name landscape sizes.
  private func namedSizeFix(from start: Int) -> Diagnostic.Fix? {
    let word = start..<max(start, wordRun.upperBound)
    return Self.namedSizes[text(word).lowercased()].flatMap { fix($0, for: word, isSafe: false) }
  }

  private static let namedSizes = [
    "480p": "854x480", "720p": "1280x720", "hd": "1280x720", "hd720": "1280x720", "1080p": "1920x1080",
    "fullhd": "1920x1080", "hd1080": "1920x1080", "1440p": "2560x1440", "2160p": "3840x2160",
    "4k": "3840x2160",
    "uhd": "3840x2160", "8k": "7680x4320",
  ]

  mutating func crop() throws(ValueProblem) -> CropValue {
    commaSeparates = true
    let first = try length()
    let afterFirst = position
    skipBlanks()
    if take(",") {
      skipBlanks()
      let top = try length()
      try blanks(before: "a size")
      return .window(x: first, y: top, size: try size())
    }
    position = afterFirst
    var insets = [first]
    while insets.count < 4 {
      try blanks(before: "a length")
      guard !isAtEnd else {
        throw problem(
          .lengthSyntax, "expected four lengths (left, top, right, bottom), found \(insets.count)",
          at: 0..<end,
          hint: "or write the rectangle to keep: `100px,50px 640x360`")
      }
      insets.append(try length())
    }
    return .insets(left: insets[0], top: insets[1], right: insets[2], bottom: insets[3])
  }
}
