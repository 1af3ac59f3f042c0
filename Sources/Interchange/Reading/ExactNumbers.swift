import Basics

/// An exact number without a unit, represented like a time.
typealias PlainNumber = RationalTime

extension RationalTime {
  /// The exact value of a decimal number with an optional exponent, such as `12`, `-2.5` or `1e3`; nil for
  /// other texts, or if the value does not fit.
  init?(decimal text: some StringProtocol) {
    var digits: Int128 = 0
    var scale: Int128 = 1
    var sign: Int128 = 1
    var exponent = 0
    var hasDigit = false
    var isFraction = false
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 64 else { return nil }
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      bytes = bytes.dropFirst()
    }
    while let byte = bytes.first {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        hasDigit = true
        // Digits that exceed every 64-bit fraction are rejected, not rounded.
        guard digits < 1_000_000_000_000_000_000_000_000_000_000,
          scale < 1_000_000_000_000_000_000_000_000_000_000
        else { return nil }
        digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
        if isFraction { scale *= 10 }
      } else {
        break
      }
      bytes = bytes.dropFirst()
    }
    guard hasDigit else { return nil }
    if let byte = bytes.first {
      guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E"),
        let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), (-30...30).contains(power)
      else { return nil }
      exponent = power
    }
    for _ in 0..<abs(exponent) {
      guard digits.magnitude < 1_000_000_000_000_000_000_000_000_000_000,
        scale < 1_000_000_000_000_000_000_000_000_000_000
      else { return nil }
      if exponent > 0 { digits *= 10 } else { scale *= 10 }
    }
    guard let value = try? RationalTime(wide: sign * digits, over: scale) else { return nil }
    self = value
  }

  static let one = RationalTime(seconds: 1)
}

/// The exact value of a decimal rate: 29.97 and 29.97002997002997 are 30000/1001.
func snappedRate(_ text: String) -> PlainNumber? {
  if let rate = FrameRate.broadcast(text) { return PlainNumber(rate.frames, rate.seconds) }
  guard let number = nearNumber(text), number > .zero else { return nil }
  guard number.timescale != 1 else { return number }
  let slower = number.inSeconds * 1.001
  guard (0.5...1_000_000).contains(slower), abs(slower - slower.rounded()) < 0.0001 else { return number }
  return PlainNumber(Int64(slower.rounded()) * 1000, 1001)
}

/// A number from a program that uses floating point. Digits after the ninth decimal are rounding errors and
/// are dropped. Nil if it is no number.
func nearNumber(_ text: String) -> PlainNumber? {
  if let exact = RationalTime(decimal: text), exact.timescale <= 1_000_000_000 { return exact }
  guard text.utf8.count <= 64, let double = Double(text), double.isFinite, abs(double) < 1e9 else {
    return nil
  }
  return RationalTime(Int64((double * 1e9).rounded()), 1_000_000_000)
}

extension FrameRate {
  init?(_ number: PlainNumber) {
    self.init(number.value, per: number.timescale)
  }

  /// The duration of one frame.
  var frameDuration: RationalTime { RationalTime(seconds, frames) ?? .one }
}

/// Runs arithmetic on numbers of the input; an overflow becomes a problem at `place`.
func exactly<Value>(
  at place: InputPlace, _ body: () throws(TimeOverflow) -> Value
) throws(InterchangeProblem) -> Value {
  do throws(TimeOverflow) { return try body() } catch {
    throw InterchangeProblem("the numbers here are too large", at: place)
  }
}
