import Diagnostics

extension ValueGrammar<PicturePoint> {
  /// `30% 40%`: from the left and from the top of a picture.
  package static var picturePoint: ValueGrammar { point("a point of the picture", in: 0...100) }

  /// A point that may be outside the picture, such as the centre of a gradient.
  package static var center: ValueGrammar { point("a centre", in: -1000...1000) }

  private static func point(_ noun: String, in range: ClosedRange<Double>) -> ValueGrammar {
    ValueGrammar(
      noun, examples: ["50% 50%", "30% 40%"], production: "point", finding: .lengthSyntax,
      pattern: "\(NumberPattern.signed)%\\s+\(NumberPattern.signed)%"
    ) { scanner throws(ValueProblem) in
      let x = try scanner.percent(in: range)
      try scanner.blanks(before: "the distance from the top")
      guard !scanner.isAtEnd else {
        throw scanner.problem(
          .lengthSyntax, "expected two shares (from the left and from the top), found 1", at: 0..<scanner.end,
          fixes: [scanner.fix(scanner.text(0..<scanner.end) + " 50%", for: 0..<scanner.end, isSafe: false)])
      }
      return PicturePoint(x: x, y: try scanner.percent(in: range))
    }
  }
}

extension ValueGrammar<PolygonValue> {
  /// `0% 0%, 100% 0%, 50% 100%`
  package static var polygon: ValueGrammar {
    let point = "\(NumberPattern.signed)%\\s+\(NumberPattern.signed)%"
    return ValueGrammar(
      "the corners of a polygon", examples: ["0% 0%, 100% 0%, 50% 100%"], production: "polygon",
      finding: .lengthSyntax,
      pattern: "\(point)(?:\\s*,\\s*\(point)){2,\(LanguageLimits.polygonPoints - 1)}"
    ) { scanner throws(ValueProblem) in
      scanner.commaSeparates = true
      var points: [PicturePoint] = []
      while true {
        let start = scanner.position
        let x = try scanner.percent(in: 0...100)
        try scanner.blanks(before: "the distance from the top")
        points.append(PicturePoint(x: x, y: try scanner.percent(in: 0...100)))
        guard points.count <= LanguageLimits.polygonPoints else {
          throw scanner.problem(
            .overLimit, "a polygon has at most \(LanguageLimits.polygonPoints) corners",
            at: start..<scanner.end)
        }
        scanner.skipBlanks()
        if scanner.isAtEnd { break }
        guard scanner.take(",") else { throw scanner.expected("a comma and the next corner") }
        scanner.skipBlanks()
      }
      guard points.count > 2 else {
        throw scanner.problem(
          .lengthSyntax, "a polygon has at least three corners, found \(points.count)", at: 0..<scanner.end,
          hint: "write corners such as `0% 0%, 100% 0%, 50% 100%`")
      }
      return PolygonValue(points: points)
    }
  }
}

extension ValueScanner {
  /// A number in percent, as a share.
  fileprivate mutating func percent(in range: ClosedRange<Double>) throws(ValueProblem) -> Double {
    guard isAtNumber || isNext("-") || isNext("+") else {
      throw expected("a share such as `50%`", hint: "write the shares from the left and from the top")
    }
    let number = try signedDecimal()
    _ = try unit(after: number, of: Self.percentOnly)
    try check(number.double, in: range, unit: "%", at: number.range)
    return number.double / 100
  }

  private static let percentOnly = UnitTable(
    subject: "share", units: ["%"], aliases: ["percent": "%", "pct": "%"], readings: ["%"],
    hints: ["px": "a point of a picture is in percent of its width and height"])
}
