/// Reads numbers as SVG writes them in lists and paths.
struct NumberReader {
  private let bytes: [UInt8]
  private var place = 0
  /// Whether a comma was read, so that a number must follow.
  private var isOpen = false

  init(_ text: String) {
    bytes = Array(text.utf8)
    skipBlanks()
  }

  var isAtEnd: Bool { place >= bytes.count && !isOpen }
  var hasNumber: Bool {
    isOpen || place < bytes.count && (isDigit(bytes[place]) || "+-.".utf8.contains(bytes[place]))
  }

  mutating func letter() -> Character? {
    guard place < bytes.count, !isOpen else { return nil }
    let letter = Character(UnicodeScalar(bytes[place]))
    place += 1
    skipBlanks()
    return letter
  }

  mutating func flag() -> Bool? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "0") || bytes[place] == UInt8(ascii: "1") else {
      return nil
    }
    let isSet = bytes[place] == UInt8(ascii: "1")
    place += 1
    skip()
    return isSet
  }

  mutating func number() -> Double? {
    let start = place
    if hasByte("+-") { place += 1 }
    digits()
    if hasByte(".") {
      place += 1
      digits()
    }
    if hasByte("eE") {
      let before = place
      place += 1
      if hasByte("+-") { place += 1 }
      if place < bytes.count, isDigit(bytes[place]) { digits() } else { place = before }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    skip()
    return readNumber(text)
  }

  private func hasByte(_ choices: String) -> Bool {
    place < bytes.count && choices.utf8.contains(bytes[place])
  }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private mutating func digits() { while place < bytes.count, isDigit(bytes[place]) { place += 1 } }

  private mutating func skipBlanks() { while hasByte(" \t\r\n\u{C}") { place += 1 } }

  /// Blanks and at most one comma.
  private mutating func skip() {
    skipBlanks()
    isOpen = hasByte(",")
    guard isOpen else { return }
    place += 1
    skipBlanks()
  }
}
