extension RationalTime {
  /// Parses a time in the form of `spelling`: `2.5s`, `1001/30000s`. Nil for any other form, so that each
  /// time has only one.
  package init?(spelling: String) {
    guard spelling.utf8.last == UInt8(ascii: "s") else { return nil }
    let number = spelling.utf8.dropLast()
    let time =
      number.contains(UInt8(ascii: "/")) ? Self.fraction(Substring(number)) : Self.decimal(Substring(number))
    guard let time, time.spelling == spelling else { return nil }
    self = time
  }

  private static func fraction(_ text: Substring) -> RationalTime? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let value = Int64(parts[0]), let timescale = Int64(parts[1]) else { return nil }
    return RationalTime(value, timescale)
  }

  private static func decimal(_ text: Substring) -> RationalTime? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    // Nine places and the digits of 64 bits: `spelling` writes nothing longer.
    guard (1...2).contains(parts.count), text.utf8.count <= 32 else { return nil }
    let decimals = parts.count == 2 ? parts[1].utf8.count : 0
    guard decimals <= 9, let digits = Int128(parts.joined()) else { return nil }
    let scale = (0..<decimals).reduce(Int128(1)) { scale, _ in scale * 10 }
    return try? RationalTime(wide: digits, over: scale)
  }
}

extension FrameRate {
  /// Parses a rate in the form of `spelling`: `30`, `30000/1001`; nil for any other form.
  package init?(spelling: String) {
    let parts = spelling.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
    guard (1...2).contains(parts.count), let frames = parts[0], let seconds = parts.last ?? 1 else {
      return nil
    }
    guard let rate = FrameRate(frames, per: parts.count == 2 ? seconds : 1), rate.spelling == spelling else {
      return nil
    }
    self = rate
  }
}

extension TimeRange {
  /// `0s..2.5s`: the spellings of both ends.
  package var spelling: String { "\(start.spelling)..\(end.spelling)" }

  /// Parses a range in the form of `spelling`; nil for any other form.
  package init?(spelling: String) {
    guard let dots = spelling.firstRange(of: "..") else { return nil }
    guard let start = RationalTime(spelling: String(spelling[..<dots.lowerBound])),
      let end = RationalTime(spelling: String(spelling[dots.upperBound...]))
    else { return nil }
    self.init(start: start, end: end)
  }
}

extension RationalTime: CustomStringConvertible {
  /// The time for people: `2.5s`, `11.115s`. Rounded to milliseconds if no short decimal is exact, or to
  /// finer units where it would look like a rounder time. `spelling` is exact.
  package var description: String {
    if 1_000_000 % timescale == 0, let decimalDigits { return decimalDigits + "s" }
    var scale: Int64 = 1000
    while scale <= 1_000_000_000, let rounded = rounded(toUnits: scale)?.value {
      if rounded % 10 != 0, let digits = RationalTime(rounded, scale)?.decimalDigits { return digits + "s" }
      scale *= 10
    }
    return spelling
  }

  /// The exact time in the language of scripts: `2.5s` where a decimal is exact, else `1001/30000s`.
  package var spelling: String {
    decimalDigits.map { $0 + "s" } ?? "\(value)/\(timescale)s"
  }

  /// The time as a decimal without unit; nil if no decimal of nine places is exact.
  package var decimalDigits: String? {
    guard 1_000_000_000 % timescale == 0 else { return nil }
    let billionths = Int128(value) * Int128(1_000_000_000 / timescale)
    let (whole, fraction) = billionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = value < 0 ? "-" : ""
    guard fraction != 0 else { return "\(sign)\(whole)" }
    let padded = String(repeating: "0", count: 9 - "\(fraction)".count) + "\(fraction)"
    let digits = padded.reversed().drop { $0 == "0" }.reversed()
    return "\(sign)\(whole).\(String(digits))"
  }

  /// A clock reading for people, rounded to milliseconds: `00:01:02.500`.
  package var clockReading: String {
    guard let milliseconds = rounded(toUnits: 1000)?.value else { return description }
    let total = milliseconds.magnitude
    let fields = [total / 3_600_000, total / 60_000 % 60, total / 1000 % 60]
    let clock = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    let fraction = total % 1000
    let thousandths = String(repeating: "0", count: 3 - "\(fraction)".count) + "\(fraction)"
    return (milliseconds < 0 ? "-" : "") + clock + "." + thousandths
  }
}
