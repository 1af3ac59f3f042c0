import Basics

/// Parses the times of cues in a line.
struct CueClock {
  let line: SubtitleLine
  private(set) var index: Substring.UTF8View.Index

  init(_ line: SubtitleLine, from index: Substring.Index? = nil) {
    self.line = line
    self.index = index ?? line.text.utf8.startIndex
  }

  /// The spelling of times in a format.
  struct Form {
    /// The characters permitted before the fraction.
    let marks: [UInt8]
    let fractionDigits: Int
    let example: String

    static let subRip = Form(
      marks: [UInt8(ascii: ","), UInt8(ascii: ".")], fractionDigits: 3, example: "00:01:02,500")
    static let webVTT = Form(marks: [UInt8(ascii: ".")], fractionDigits: 3, example: "00:01:02.500")
    static let subStation = Form(marks: [UInt8(ascii: ".")], fractionDigits: 2, example: "0:01:02.50")
  }

  /// Why there is no valid time, and where.
  struct Problem: Error {
    let index: Substring.Index
    let message: String
  }

  var isAtEnd: Bool { index == line.text.utf8.endIndex }

  private var next: UInt8? { isAtEnd ? nil : line.text.utf8[index] }

  mutating func skipBlanks() {
    while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { advance() }
  }

  private mutating func advance() { line.text.utf8.formIndex(after: &index) }

  /// `-->` with blanks around it.
  mutating func readArrow() throws(Problem) {
    skipBlanks()
    guard line.text[index...].hasPrefix("-->") else {
      throw Problem(index: index, message: "expected `-->` between two times")
    }
    for _ in 0..<3 { advance() }
    skipBlanks()
  }

  /// Hours, which may be missing, minutes, seconds and a fraction.
  mutating func readTime(_ form: Form) throws(Problem) -> RationalTime {
    let start = index
    if next == UInt8(ascii: "-") {
      throw Problem(index: start, message: "the time is negative")
    }
    var fields = [try readNumber(form)]
    while next == UInt8(ascii: ":"), fields.count < 3 {
      advance()
      fields.append(try readNumber(form))
    }
    guard fields.count >= 2 else {
      throw Problem(index: start, message: "expected a time such as `\(form.example)`")
    }
    guard let mark = next, form.marks.contains(mark) else {
      throw Problem(
        index: index,
        message: "expected `\(form.marks.first.map { String(UnicodeScalar($0)) } ?? ".")` and a fraction of a"
          + " second, as in `\(form.example)`")
    }
    advance()
    let fraction = try readFraction(form)
    guard fields[fields.count - 1].value < 60, fields[fields.count - 2].value < 60 else {
      throw Problem(index: start, message: "minutes and seconds go up to 59")
    }
    let hours = fields.count == 3 ? fields[0].value : 0
    // At most nine digits each: far from overflow in 64 bits.
    let seconds = (hours * 60 + fields[fields.count - 2].value) * 60 + fields[fields.count - 1].value
    let scale: Int64 = form.fractionDigits == 3 ? 1000 : 100
    return RationalTime(seconds * scale + fraction, scale) ?? .zero
  }

  private mutating func readNumber(_ form: Form) throws(Problem) -> (value: Int64, digits: Int) {
    let start = index
    var (value, digits): (Int64, Int) = (0, 0)
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      guard digits < 9 else { throw Problem(index: start, message: "the number is too large") }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      digits += 1
      advance()
    }
    guard digits > 0 else {
      throw Problem(index: start, message: "expected a time such as `\(form.example)`")
    }
    return (value, digits)
  }

  private mutating func readFraction(_ form: Form) throws(Problem) -> Int64 {
    let start = index
    let number = try readNumber(form)
    guard number.digits == form.fractionDigits else {
      throw Problem(
        index: start,
        message: "a fraction of a second has \(form.fractionDigits) digits, as in `\(form.example)`")
    }
    return number.value
  }
}

extension CueClock {
  /// Two times with an arrow between them.
  mutating func readRange(_ form: Form) throws(Problem) -> TimeRange {
    skipBlanks()
    let start = try readTime(form)
    try readArrow()
    let place = index
    let end = try readTime(form)
    guard let range = TimeRange(start: start, end: end) else {
      throw Problem(index: place, message: "the cue ends (\(end)) before it starts (\(start))")
    }
    guard !range.isEmpty else {
      throw Problem(index: place, message: "the cue has no duration, so it is never shown")
    }
    return range
  }
}
