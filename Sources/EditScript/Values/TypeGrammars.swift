import Diagnostics

// How text is set: padding, tracking, features.

extension ValueGrammar<LetterSize> {
  /// A length, a ramp of lengths, or `6vmin..12vmin` for the largest size that fits.
  package static var letterSize: ValueGrammar {
    let written = ValueGrammar<Animated<Length>>.animated(.length)
    return ValueGrammar(
      noun: written.noun, examples: written.examples + ["6vmin..12vmin"], production: "letter-size",
      pattern: "(?:\(LengthPattern.length)\\s*\\.\\.\\s*\(LengthPattern.length)|\(written.patternBody))",
      plainProduction: written.plainProduction
    ) { scalar in
      // The range of a ramp has dots, too, but comes after an arrow.
      scalar.text.contains("..") && !scalar.text.contains("->")
        ? sizeRange.read(scalar) : written.read(scalar).map { .written($0) }
    }
  }

  private static var sizeRange: ValueGrammar {
    ValueGrammar(
      "a range of sizes", examples: ["6vmin..12vmin"], production: "letter-size", finding: .lengthSyntax,
      pattern: "\(LengthPattern.length)\\s*\\.\\.\\s*\(LengthPattern.length)"
    ) { scanner throws(ValueProblem) in
      let least = try scanner.length()
      scanner.skipBlanks()
      guard scanner.take("..") else { throw scanner.expected("`..` and the largest size") }
      scanner.skipBlanks()
      return .fitted(least: least, most: try scanner.length())
    }
  }
}

extension ValueGrammar<PaddingValue> {
  /// `8px`, or `1vmin 1.8vmin` for above and below, and the sides.
  package static var padding: ValueGrammar {
    ValueGrammar(
      "a padding", examples: ["8px", "1vmin 1.8vmin"], production: "padding", finding: .lengthSyntax,
      pattern: "\(LengthPattern.length)(?:\\s+\(LengthPattern.length))?"
    ) { scanner throws(ValueProblem) in
      let vertical = try scanner.length()
      let afterFirst = scanner.position
      guard scanner.skipBlanks(), scanner.isAtNumber else {
        scanner.position = afterFirst
        return PaddingValue(vertical: vertical, horizontal: vertical)
      }
      return PaddingValue(vertical: vertical, horizontal: try scanner.length())
    }
  }
}

extension ValueGrammar<TrackingValue> {
  /// `16%` of the font size, `2px`, `-0.5vmin`
  package static var tracking: ValueGrammar {
    ValueGrammar(
      "a letter spacing", examples: ["16%", "2px", "-1%"], production: "signed-length",
      finding: .lengthSyntax,
      pattern: LengthPattern.signedLength
    ) { scanner throws(ValueProblem) in TrackingValue(try scanner.signedLength()) }
  }
}

extension ValueGrammar<FontFeatures> {
  /// `tnum, smcp, liga=0`
  package static var fontFeatures: ValueGrammar {
    ValueGrammar(
      "font features", examples: ["tnum", "tnum, smcp", "liga=0"], production: "font-features",
      finding: .unknownValue, pattern: "\(FeaturePattern.feature)(?:\\s*,\\s*\(FeaturePattern.feature))*"
    ) { scanner throws(ValueProblem) in
      scanner.commaSeparates = true
      var features: [String] = []
      repeat {
        scanner.skipBlanks()
        features.append(try scanner.fontFeature())
        scanner.skipBlanks()
      } while scanner.take(",")
      return FontFeatures(features)
    }
  }
}

private enum FeaturePattern {
  static let feature = "[A-Za-z0-9]{4}(?:=[0-9]{1,3})?"
}

extension ValueScanner {
  /// An OpenType tag, which may have a number: `ss01`, `liga=0`.
  fileprivate mutating func fontFeature() throws(ValueProblem) -> String {
    // With hyphens, because names of CSS have them.
    let tag = run { (isLetter($0) && $0 < 0x80) || isDigit($0) || $0 == UInt8(ascii: "-") }
    guard !tag.isEmpty else { throw expected() }
    guard tag.count == 4, !text(tag).contains("-") else {
      throw unknown(
        "font feature", tag, among: Self.featureNames.values.sorted(),
        meant: Self.featureNames[text(tag).lowercased()],
        hint:
          "a feature has four letters or digits: `tnum` for digits of equal width, `smcp` for small capitals")
    }
    position = tag.upperBound
    guard take("=") else { return text(tag) }
    let number = run(isDigit)
    guard (1...3).contains(number.count) else { throw expected("a number such as `0` or `1`") }
    position = number.upperBound
    return text(tag.lowerBound..<position)
  }

  /// CSS's names.
  private static let featureNames = [
    "tabular-nums": "tnum", "tabular": "tnum", "lining-nums": "lnum", "oldstyle-nums": "onum",
    "proportional-nums": "pnum", "small-caps": "smcp", "smallcaps": "smcp", "ligatures": "liga",
    "discretionary-ligatures": "dlig", "kerning": "kern", "diagonal-fractions": "frac",
    "slashed-zero": "zero",
  ]
}
