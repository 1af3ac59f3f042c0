package import Basics
package import Composition
import Diagnostics

extension ValueGrammar<Speed> {
  /// `2x`, `0.5x`, `-1x`; the `x` is optional.
  package static var speed: ValueGrammar {
    ValueGrammar(
      "a speed", examples: ["2x", "0.5x", "-1x"], production: "speed", finding: .numberSyntax,
      pattern: "[+-]?\(TimePattern.exact)x?"
    ) { scanner throws(ValueProblem) in try scanner.speed() }
  }
}

extension ValueGrammar<RateValue> {
  /// `auto`, `30`, `29.97` (which is 30000/1001), `30000/1001`
  package static var rate: ValueGrammar {
    ValueGrammar(
      "a frame rate", examples: ["30", "29.97", "30000/1001", "auto"], production: "rate",
      finding: .numberSyntax,
      pattern: "(?:auto|\(TimePattern.exact))"
    ) { scanner throws(ValueProblem) in
      scanner.takeWord("auto") ? .auto : .exactly(try scanner.frameRate())
    }
  }
}

extension ValueGrammar<FrameRate> {
  /// A rate without `auto`.
  package static var frameRate: ValueGrammar<FrameRate> {
    ValueGrammar(
      "a frame rate", examples: ["25", "29.97", "30000/1001"], production: "frame-rate",
      finding: .numberSyntax, pattern: TimePattern.exact
    ) { scanner throws(ValueProblem) in try scanner.frameRate() }
  }
}

extension ValueGrammar<RawPixelFormat> {
  /// `rgba`, `yuv420p10le`
  package static var rawPixelFormat: ValueGrammar {
    ValueGrammar(
      "a pixel format", examples: ["rgb24", "rgba", "gray", "yuv420p"], production: "pixel-format",
      finding: .unknownValue, pattern: "[a-z0-9_]+"
    ) { scanner throws(ValueProblem) in
      let start = scanner.position
      let word = scanner.wordRun
      scanner.position = word.upperBound
      guard let format = RawPixelFormat(named: scanner.text(word)) else {
        scanner.position = start
        guard !word.isEmpty else { throw scanner.expected() }
        throw scanner.unknown("pixel format", word, among: RawPixelFormat.all.map(\.name))
      }
      return format
    }
  }
}

extension RawPixelFormat: CanonicalValue {
  package var canonicalText: String { name }
}

extension ValueGrammar<PixelAspect> {
  /// `64:45`
  package static var pixelAspect: ValueGrammar {
    ValueGrammar(
      "a pixel aspect", examples: ["64:45", "1:1"], production: "pixel-aspect", finding: .numberSyntax,
      pattern: "[0-9]+:[0-9]+"
    ) { scanner throws(ValueProblem) in try scanner.pixelAspect() }
  }
}

extension PixelAspect: CanonicalValue {
  package var canonicalText: String { description }
}

extension ValueScanner {
  fileprivate mutating func pixelAspect() throws(ValueProblem) -> PixelAspect {
    let start = position
    let width = run(isDigit)
    position = width.upperBound
    guard !width.isEmpty, take(":") else {
      throw expected(hint: "write the width and the height of a pixel: `64:45`")
    }
    let height = run(isDigit)
    position = height.upperBound
    guard !height.isEmpty else { throw expected(hint: "write the width and the height of a pixel: `64:45`") }
    guard let horizontal = Int(text(width)), let vertical = Int(text(height)),
      (1...10_000).contains(horizontal),
      (1...10_000).contains(vertical), horizontal <= 4 * vertical, vertical <= 4 * horizontal
    else {
      throw problem(
        .numberOutOfRange, "\(quoted(text(start..<position))) is outside the range from `1:4` to `4:1`",
        at: start..<position, hint: "both numbers are at most 10,000")
    }
    return PixelAspect(horizontal, vertical)
  }
}

extension ValueGrammar<Int64> {
  /// In bits per second: `5M`, `128k`
  package static var bitRate: ValueGrammar {
    ValueGrammar(
      "a bit rate", examples: ["5M", "128k"], production: "bit-rate", finding: .numberSyntax,
      pattern: "\(TimePattern.decimal)[kMG]"
    ) { scanner throws(ValueProblem) in try scanner.amount(of: CountUnits.bits) }
  }

  /// In bytes: `50MB`
  package static var fileSize: ValueGrammar {
    ValueGrammar(
      "a file size", examples: ["50MB", "1.5GB"], production: "file-size", finding: .numberSyntax,
      pattern: CountUnits.sizePattern
    ) { scanner throws(ValueProblem) in try scanner.amount(of: CountUnits.bytes) }
  }

  /// In bytes, as in scripts or in other tools: `50GB`, `50G`, `2T`
  package static var byteCount: ValueGrammar {
    ValueGrammar(
      "a size", examples: ["50GB", "50G", "2T"], production: "byte-count", finding: .numberSyntax,
      pattern: "\(TimePattern.decimal)(?:[kKMGT]B?|[KMGT]iB)"
    ) { scanner throws(ValueProblem) in try scanner.amount(of: CountUnits.anyBytes) }
  }

  /// `..50MB`: an upper limit in bytes.
  package static var fileSizeLimit: ValueGrammar {
    ValueGrammar(
      "an upper limit", examples: ["..50MB"], production: "file-size-limit", finding: .rangeSyntax,
      pattern: "\\.\\.\\s*" + CountUnits.sizePattern
    ) { scanner throws(ValueProblem) in
      guard scanner.take("..") else { throw scanner.missingLimitDots() }
      scanner.skipBlanks()
      return try scanner.amount(of: CountUnits.bytes)
    }
  }
}

private struct CountUnits: Sendable {
  let table: UnitTable
  let factors: [String: Int128]
  /// What the factors count, for messages.
  let counted: String
  var allowsZero = false

  static let bits = CountUnits(
    table: UnitTable(
      subject: "bit rate", units: ["k", "M", "G"],
      aliases: [
        "m": "M", "g": "G", "mbps": "M", "kbps": "k", "mbit": "M", "kbit": "k", "gbps": "G",
      ],
      // A `B` may mean bytes.
      related: ["mb": "M", "kb": "k", "gb": "G", "MBps": "M", "KBps": "k", "kBps": "k"], readings: ["k", "M"]),
    factors: ["k": 1000, "M": 1_000_000, "G": 1_000_000_000], counted: "bits")

  static let bytes = CountUnits(
    table: UnitTable(
      subject: "file size", units: ["kB", "MB", "GB", "KiB", "MiB", "GiB"],
      aliases: ["kb": "kB", "mb": "MB", "gb": "GB"],
      // Many tools count in units of 1024 with these.
      related: ["k": "kB", "m": "MB", "g": "GB"], readings: ["MB", "kB"]),
    factors: [
      "kB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
    ], counted: "bytes")

  static let anyBytes = CountUnits(
    table: UnitTable(
      subject: "size", units: ["kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "k", "K", "M", "G", "T"],
      aliases: ["kb": "kB", "KB": "kB", "mb": "MB", "gb": "GB", "tb": "TB", "m": "M", "g": "G", "t": "T"],
      readings: ["GB", "MB"]),
    factors: [
      "kB": 1000, "k": 1000, "K": 1000, "MB": 1_000_000, "M": 1_000_000, "GB": 1_000_000_000,
      "G": 1_000_000_000, "TB": 1_000_000_000_000, "T": 1_000_000_000_000, "KiB": 1 << 10, "MiB": 1 << 20,
      "GiB": 1 << 30, "TiB": 1 << 40,
    ], counted: "bytes", allowsZero: true)

  static let sizePattern = "\(TimePattern.decimal)(?:[kMG]B|[KMG]iB)"
}

extension ValueScanner {
  fileprivate mutating func amount(of units: CountUnits) throws(ValueProblem) -> Int64 {
    guard isAtNumber else { throw expected() }
    let number = try decimal()
    if let problem = bareCount(number, of: units) { throw problem }
    let unit = try unit(after: number, of: units.table)
    let guilty = number.range.lowerBound..<position
    let amount = try rational(number, times: units.factors[unit] ?? 1)
    guard amount.timescale == 1, amount.value >= (units.allowsZero ? 0 : 1) else {
      throw problem(
        .numberOutOfRange,
        "\(quoted(text(guilty))) is not a \(units.allowsZero ? "" : "positive ")whole number of \(units.counted)",
        at: guilty)
    }
    return amount.value
  }

  /// `5000000`: a bare number this large counts single bits or bytes.
  private func bareCount(_ number: ExactNumber, of units: CountUnits) -> ValueProblem? {
    guard isAtEnd, number.isWhole, let count = Int64(exactly: number.numerator), count >= 100_000,
      count.isMultiple(of: 1000)
    else { return nil }
    let reading = units.counted == "bits" ? count.bitRateText : count.fileSizeText
    return problem(
      .bareNumber,
      "\(quoted(text(number.range))) has no unit; for \(units.counted), write \(quoted(reading))",
      at: number.range, fixes: [fix(reading, for: number.range, isSafe: false)])
  }

  fileprivate mutating func speed() throws(ValueProblem) -> Speed {
    let start = position
    let isNegative = sign()
    guard isAtNumber else {
      position = start
      throw expected()
    }
    let number = try exactNumber()
    let guilty = start..<position
    if let problem = percentSpeed(number, guilty) { throw problem }
    if !take("x"), !run(isLetter).isEmpty || peek() == UInt8(ascii: "%") { throw speedUnit() }
    if let problem = blankBeforeCross(guilty) { throw problem }
    let factor = try rational(number, times: isNegative ? -1 : 1)
    guard factor.value != 0 else {
      throw problem(
        .speedOutOfRange, "a speed cannot be zero", at: guilty,
        hint: "to hold a picture, write `freeze: TIME`")
    }
    return Speed(numerator: factor.value, denominator: factor.timescale)
  }

  private func speedUnit() -> ValueProblem {
    let word = run(isLetter)
    return problem(
      .wrongUnit, "unknown unit of speed \(quoted(text(word))), expected `x`", at: word,
      fixes: ["X", "times"].contains(text(word)) ? [fix("x", for: word, isSafe: true)] : [])
  }

  /// `2 x`
  private func blankBeforeCross(_ number: Range<Int>) -> ValueProblem? {
    guard !isAtEnd, text(rest) == "x" else { return nil }
    let joined = text(number) + "x"
    return problem(
      .wrongUnit, "there is a space between a number and its unit: write \(quoted(joined))",
      at: number.lowerBound..<end,
      fixes: [fix(joined, for: number.lowerBound..<end, isSafe: true)])
  }

  /// `50%`: a speed is a factor.
  private func percentSpeed(_ number: ExactNumber, _ signed: Range<Int>) -> ValueProblem? {
    guard peek() == UInt8(ascii: "%"), number.isWhole || number.text.contains("."),
      let factor = try? rational(number, over: 100), let digits = factor.decimalDigits
    else { return nil }
    let guilty = signed.lowerBound..<position + 1
    let sign = text(signed).hasPrefix("-") ? "-" : ""
    return problem(
      .wrongUnit, "a speed is a factor: write \(quoted(sign + digits + "x")), not \(quoted(text(guilty)))",
      // `+50%` can mean 1.5 times as fast.
      at: guilty, fixes: [fix(sign + digits + "x", for: guilty, isSafe: !text(signed).hasPrefix("+"))])
  }

  fileprivate mutating func frameRate() throws(ValueProblem) -> FrameRate {
    guard isAtNumber else {
      let word = nameRun
      if let rate = ["ntsc": "29.97", "pal": "25", "film": "24"][text(word).lowercased()] {
        throw expected(fixes: [fix(rate, for: word, isSafe: true)])
      }
      if Suggestion.best(for: text(word), among: ["auto"]) != nil {
        throw unknown("frame rate", word, among: ["auto"])
      }
      throw expected()
    }
    let number = try exactNumber()
    if let problem = rateUnit(number) { throw problem }
    let exact = try rational(number)
    if let broadcast = exact.decimalDigits.flatMap(FrameRate.broadcast), number.text.contains(".") {
      return broadcast
    }
    if let problem = almostBroadcast(exact, number.range) { throw problem }
    guard let rate = FrameRate(exact.value, per: exact.timescale),
      Int128(rate.frames) <= Int128(LanguageLimits.frameRate) * Int128(rate.seconds)
    else {
      throw problem(
        .numberOutOfRange,
        "\(quoted(text(number.range))) is outside the range of frame rates, above 0 to `\(LanguageLimits.frameRate)`",
        at: number.range)
    }
    return rate
  }

  private func rateUnit(_ number: ExactNumber) -> ValueProblem? {
    if let problem = decimalComma(after: UInt8(ascii: "0")) { return problem }
    var ahead = self
    ahead.skipBlanks()
    let word = ahead.run(isLetter)
    guard !word.isEmpty else { return nil }
    let guilty = position..<word.upperBound
    let isKnown = ["fps", "hz", "p", "f"].contains(text(word).lowercased())
    return problem(
      .wrongUnit, "a frame rate cannot have a unit, found \(quoted(text(word)))", at: word,
      fixes: isKnown ? [fix("", for: guilty, isSafe: true)] : [])
  }

  /// `23.97` or `29.96` is neither a standard rate nor a broadcast rate.
  private func almostBroadcast(_ exact: RationalTime, _ range: Range<Int>) -> ValueProblem? {
    guard text(range).contains(".") else { return nil }
    for (frames, name) in [
      (24000, "23.976"), (30000, "29.97"), (48000, "47.952"), (60000, "59.94"), (120000, "119.88"),
    ] {
      let distance = (exact.inSeconds - Double(frames) / 1001).magnitude
      guard distance < 0.012, exact.timescale != 1 else { continue }
      return problem(
        .numberSyntax,
        "\(quoted(text(range))) is not a standard frame rate; the broadcast rate is \(quoted(name))",
        at: range,
        hint:
          "\(quoted(name)) means exactly `\(frames)/1001`; write any other rate as a fraction",
        fixes: [fix(name, for: range, isSafe: false)])
    }
    return nil
  }
}
