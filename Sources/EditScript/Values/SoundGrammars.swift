import Diagnostics

extension ValueGrammar<Level> {
  /// `0.8`, `80%`, `-6dB`, `-inf`
  package static var level: ValueGrammar {
    ValueGrammar(
      "a level", examples: ["0.8", "80%", "-6dB"], production: "level", finding: .numberSyntax,
      pattern: "(?:" + NumberPattern.signed + "(?:%|dB)?|-inf(?:dB)?)"
    ) { scanner throws(ValueProblem) in try scanner.level() }
  }
}

extension ValueGrammar<Loudness> {
  /// `-16 LUFS`
  package static var loudness: ValueGrammar {
    ValueGrammar(
      "a loudness", examples: ["-16 LUFS"], production: "loudness", finding: .numberSyntax,
      pattern: SoundPattern.loudness
    ) { scanner throws(ValueProblem) in try scanner.loudness() }
  }
}

extension ValueGrammar<Loudness> {
  /// `..-18 LUFS`: at most this loudness.
  package static var loudnessLimit: ValueGrammar {
    ValueGrammar(
      "an upper limit", examples: ["..-18 LUFS"], production: "loudness-limit", finding: .rangeSyntax,
      pattern: "\\.\\.\\s*" + SoundPattern.loudness
    ) { scanner throws(ValueProblem) in
      guard scanner.take("..") else { throw scanner.missingLimitDots() }
      scanner.skipBlanks()
      return try scanner.loudness()
    }
  }
}

extension ValueGrammar<LoudnessRange> {
  /// `..15 LU`: at most this range.
  package static var loudnessRangeLimit: ValueGrammar {
    ValueGrammar(
      "an upper limit", examples: ["..15 LU"], production: "loudness-range-limit", finding: .rangeSyntax,
      pattern: "\\.\\.\\s*" + NumberPattern.signed + "\\s*LU"
    ) { scanner throws(ValueProblem) in
      guard scanner.take("..") else { throw scanner.missingLimitDots() }
      scanner.skipBlanks()
      let number = try scanner.signedDecimal()
      _ = try scanner.unit(after: number, of: SoundUnits.range)
      try scanner.check(number.double, in: 0...70, unit: " LU", at: number.range)
      return LoudnessRange(units: number.double)
    }
  }
}

extension ValueGrammar<LoudnessCheck> {
  /// `-16 LUFS +- 1`
  package static var loudnessCheck: ValueGrammar {
    ValueGrammar(
      "a loudness", examples: ["-16 LUFS +- 1", "-16 LUFS"], production: "loudness-check",
      finding: .numberSyntax,
      pattern: SoundPattern.loudness + "(?:\\s*\\+-\\s*\(TimePattern.decimal)(?:\\s*LU)?)?"
    ) { scanner throws(ValueProblem) in
      let target = try scanner.loudness()
      scanner.skipBlanks()
      guard !scanner.isAtEnd else { return LoudnessCheck(target: target) }
      guard scanner.take("+-") else { throw scanner.expected("`+-` and a tolerance, or the end") }
      scanner.skipBlanks()
      guard scanner.isAtNumber else { throw scanner.expected("a tolerance such as `1`") }
      let tolerance = try scanner.decimal()
      try scanner.check(tolerance.double, in: 0...20, at: tolerance.range)
      scanner.skipBlanks()
      _ = scanner.take("LU")
      return LoudnessCheck(target: target, tolerance: tolerance.double)
    }
  }
}

extension ValueGrammar<TruePeak> {
  /// `-1 dBTP`
  package static var truePeak: ValueGrammar {
    ValueGrammar(
      "a true peak", examples: ["-1 dBTP"], production: "true-peak", finding: .numberSyntax,
      pattern: SoundPattern.peak
    ) {
      scanner throws(ValueProblem) in try scanner.truePeak()
    }
  }

  /// `..-1 dBTP`: at most this peak.
  package static var truePeakLimit: ValueGrammar {
    ValueGrammar(
      "an upper limit", examples: ["..-1 dBTP"], production: "true-peak-limit", finding: .rangeSyntax,
      pattern: "\\.\\.\\s*" + SoundPattern.peak
    ) { scanner throws(ValueProblem) in
      guard scanner.take("..") else { throw scanner.missingLimitDots() }
      scanner.skipBlanks()
      return try scanner.truePeak()
    }
  }
}

extension ValueGrammar<Frequency> {
  /// `440Hz`, `1kHz`
  package static var frequency: ValueGrammar {
    ValueGrammar(
      "a frequency", examples: ["440Hz", "1.5kHz"], production: "frequency", finding: .numberSyntax,
      pattern: "[+]?\(TimePattern.decimal)k?Hz"
    ) { scanner throws(ValueProblem) in
      let number = try scanner.signedDecimal()
      let unit = try scanner.unit(after: number, of: SoundUnits.frequency)
      let hertz = unit == "kHz" ? number.double * 1000 : number.double
      guard hertz > 0, hertz <= 200_000 else {
        throw scanner.problem(
          .numberOutOfRange,
          "\(quoted(scanner.text(number.range) + unit)) is outside the range from 0 to `200kHz`",
          at: number.range.lowerBound..<scanner.position)
      }
      return Frequency(hertz: hertz)
    }
  }
}

private enum SoundPattern {
  static let loudness = "\(NumberPattern.signed)\\s*LUFS"
  static let peak = "\(NumberPattern.signed)\\s*dBTP"
}

private enum SoundUnits {
  static let loudness = UnitTable(
    subject: "loudness", units: ["LUFS"],
    aliases: ["lkfs": "LUFS", "lufs": "LUFS"],
    related: ["lu": "LUFS", "db": "LUFS"], readings: ["LUFS"], zeroIsNothing: false, allowsBlank: true)
  static let range = UnitTable(
    subject: "loudness range", units: ["LU"], aliases: ["lu": "LU"], related: ["lufs": "LU", "db": "LU"],
    readings: ["LU"], zeroIsNothing: false, allowsBlank: true)
  static let peak = UnitTable(
    subject: "peak", units: ["dBTP"], aliases: ["dbtp": "dBTP"], related: ["db": "dBTP", "dbfs": "dBTP"],
    readings: ["dBTP"], zeroIsNothing: false, allowsBlank: true,
    hints: ["dB": "peaks are true peaks, measured between samples"]
  )
  static let frequency = UnitTable(
    subject: "frequency", units: ["Hz", "kHz"], aliases: ["hertz": "Hz", "k": "kHz"],
    readings: ["Hz", "kHz"],
    // No sample rate has more.
    largest: ["kHz": 96])
  static let level = UnitTable(
    subject: "level", units: ["%", "dB"],
    aliases: ["db": "dB", "decibel": "dB", "percent": "%"], related: ["dbfs": "dB"],
    readings: ["dB", "%"])
}

extension ValueScanner {
  fileprivate mutating func level() throws(ValueProblem) -> Level {
    let word = nameRun
    if ["off", "mute", "muted", "silent", "silence"].contains(text(word)) {
      // `off` can also mean unchanged.
      throw expected(
        hint: "for silence, write the level `0`", fixes: [fix("0", for: word, isSafe: text(word) != "off")])
    }
    // Silence has no finite level in decibels.
    if take("-infdB") || take("-inf") { return Level(factor: 0) }
    let number = try signedDecimal()
    if text(rest) == "x" {
      throw problem(
        .wrongUnit, "a level cannot have the unit `x`: write a factor without a unit", at: rest,
        fixes: [fix(text(number.range), for: number.range.lowerBound..<end, isSafe: true)])
    }
    let unitIsNext = peek() == UInt8(ascii: "%") || !run(isLetter).isEmpty
    let unit = unitIsNext || unitBehindBlank ? try self.unit(after: number, of: SoundUnits.level) : ""
    switch unit {
    case "dB":
      try check(number.double, in: -200...60, unit: "dB", at: number.range)
      return Level(factor: decibelFactor(number.double))
    case "%":
      try checkLevel(number, in: 0...100_000, unit: "%")
      return Level(factor: number.double / 100)
    default:
      try checkLevel(number, in: 0...1000, unit: "")
      let times = text(number.range)
      if let problem = percentWasMeant(
        number, from: 11,
        hint:
          "without `%`, a level is a factor; for \(times) times as loud, write `\((number.double * 100).canonicalText)%`"
      ) {
        throw problem
      }
      return Level(factor: number.double)
    }
  }

  /// `-6 dB`: reported with its unit rather than as an unexpected word.
  private var unitBehindBlank: Bool {
    var ahead = self
    guard ahead.skipBlanks() else { return false }
    return ahead.peek() == UInt8(ascii: "%")
      || ["db", "percent", "decibel"].contains(ahead.text(ahead.run(isLetter)).lowercased())
  }

  /// Rejects a negative factor, which is nearly always a decibel value without its unit.
  private func checkLevel(_ number: ExactNumber, in range: ClosedRange<Double>, unit: String)
    throws(ValueProblem)
  {
    guard number.numerator < 0 else {
      return try check(number.double, in: range, unit: unit, at: number.range)
    }
    let spelling = text(number.range)
    guard unit.isEmpty else { return try check(number.double, in: range, unit: unit, at: number.range) }
    throw problem(
      .bareNumber, "\(quoted(spelling)) has no unit, expected \(quoted(spelling + "dB"))", at: number.range,
      hint: "a level without a unit is a factor, which cannot be negative",
      fixes: [fix(spelling + "dB", for: number.range, isSafe: true)])
  }

  fileprivate mutating func loudness() throws(ValueProblem) -> Loudness {
    let number = try signedDecimal()
    _ = try unit(after: number, of: SoundUnits.loudness)
    try check(number.double, in: -70...0, unit: " LUFS", at: number.range)
    return Loudness(lufs: number.double)
  }

  fileprivate mutating func truePeak() throws(ValueProblem) -> TruePeak {
    let number = try signedDecimal()
    _ = try unit(after: number, of: SoundUnits.peak)
    try check(number.double, in: -60...6, unit: " dBTP", at: number.range)
    return TruePeak(decibels: number.double)
  }
}

/// The factor for a gain in decibels: 10 to the power of a twentieth of it.
///
/// Uses only basic arithmetic, so that a script means the same number on every machine; whole steps of 20 dB
/// are exact.
func decibelFactor(_ decibels: Double) -> Double {
  let steps = Int(decibels / 20 + (decibels < 0 ? -0.5 : 0.5))
  let exponent = (decibels / 20 - Double(steps)) * 2.302585092994046
  var term = 1.0
  var sum = 1.0
  for index in 1...24 {
    term *= exponent / Double(index)
    sum += term
  }
  let power = (0..<abs(steps)).reduce(1.0) { product, _ in product * 10 }
  return steps < 0 ? sum / power : sum * power
}
