extension RationalTime: CustomStringConvertible {
  /// The exact time in the language of scripts: `2.5s` where a decimal is exact, else `1001/30000s`.
  package var description: String {
    decimalDigits.map { $0 + "s" } ?? "\(value)/\(timescale)s"
  }

  /// The time as a decimal without unit, or nil when no decimal of nine places is exact.
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
