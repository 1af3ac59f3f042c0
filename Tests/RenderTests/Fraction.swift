/// An exact fraction, for expectations that owe nothing to the program's own arithmetic.
struct Fraction: Comparable, Sendable, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  let top: Int
  let bottom: Int

  init(_ top: Int, _ bottom: Int = 1) {
    var (a, b) = (abs(top), abs(bottom))
    while b != 0 { (a, b) = (b, a % b) }
    let sign = bottom < 0 ? -1 : 1
    self.top = sign * top / max(a, 1)
    self.bottom = sign * bottom / max(a, 1)
  }

  init(integerLiteral value: Int) { self.init(value) }

  init(stringLiteral text: String) { self.init(text) }

  /// `10.033`, `1/3`, `-2`.
  init(_ text: String) {
    let parts = text.split(separator: "/")
    let places = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let decimals = places.count > 1 ? places[1] : ""
    let scale = decimals.reduce(1) { scale, _ in scale * 10 }
    let bottom = parts.count > 1 ? Int(parts[1]) ?? 0 : 1
    self.init(Int(places[0] + decimals) ?? 0, scale * bottom)
  }

  static func + (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
  }

  static func - (a: Fraction, b: Fraction) -> Fraction { a + Fraction(-b.top, b.bottom) }

  static func * (a: Fraction, b: Fraction) -> Fraction { Fraction(a.top * b.top, a.bottom * b.bottom) }

  static func / (a: Fraction, b: Fraction) -> Fraction { Fraction(a.top * b.bottom, a.bottom * b.top) }

  static func < (a: Fraction, b: Fraction) -> Bool {
    a.top.multipliedFullWidth(by: b.bottom) < b.top.multipliedFullWidth(by: a.bottom)
  }

  /// The nearest whole number, halves up.
  var rounded: Int {
    let (quotient, remainder) = (2 * top + bottom).quotientAndRemainder(dividingBy: 2 * bottom)
    return remainder < 0 ? quotient - 1 : quotient
  }

  var inSeconds: Double { Double(top) / Double(bottom) }
}
